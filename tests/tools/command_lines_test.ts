import "../support/deadline.ts";
import { assertEquals, assertLessOrEqual } from "@std/assert";
import { runDeno } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { tempDirectory } from "../support/temp_directory.ts";
import { slowTest } from "../support/test_all.ts";

/** The longest line of `--help`, in characters. */
const MAX_COLUMNS = 100;

/** Runs a program of the tree with all permissions. */
function run(program: string, args: readonly string[], env = {}): ReturnType<typeof runDeno> {
  return runDeno(["run", "--quiet", "--no-prompt", "--allow-all", program, ...args], { cwd: root, env });
}

slowTest(
  "--help of every program has lines of at most 100 columns, and leaves no file",
  "it starts every program",
  async () => {
    await using temporary = await tempDirectory();
    const programs = [
      ["main.ts"],
      ["playground/main.ts"],
      ["tools/audacious/sanitize.ts"],
      ["tools/audacious/screenshots.ts"],
      ["tools/audacious/tour.ts"],
      ["tools/build.ts"],
      ["tools/build_docs.ts"],
      ["tools/check_player.ts"],
      ["tools/demo.ts"],
      ["tools/bench/calls_bench.ts"],
      ["tools/bench/shapes_bench.ts"],
      ["tools/bench/start_bench.ts"],
      ["tools/long.ts"],
      ["tools/mcp.ts"],
      ["tools/moving_picture.ts"],
      ["tools/play.ts"],
      ["tools/play.ts", "--player=mpv"],
      ["tools/prose/main.ts"],
      ["tools/quodlibet_screenshots.ts"],
      ["tools/record.ts"],
      ["tools/replay.ts"],
      ["tools/screenshots.ts"],
      ["tools/sizes.ts"],
    ] as const;
    for (const [program, ...args] of programs) {
      const { code, stdout, stderr } = await run(program, [...args, "--help"], { TMPDIR: temporary.path });
      assertEquals([code, stderr], [0, ""], program);
      assertEquals(await Array.fromAsync(Deno.readDir(temporary.path)), [], program);
      for (const line of stdout.split("\n")) {
        assertLessOrEqual(line.length, MAX_COLUMNS, `${program}: ${line}`);
      }
    }
  },
);

for (
  const [program, args, reason] of [
    ["build", ["npm", "--out=README.md"], '--out is "README.md"; it must be a directory; see --help'],
    ["build", ["bundle", "--out=README.md/x"], '--out is "README.md/x"; it must be a directory; see --help'],
    [
      "build",
      ["binary", "vax"],
      '"vax" is not a target; it must be windows-x64 or macos-x64 or macos-arm64 or linux-x64 or linux-arm64; see --help',
    ],
    ["mcp", [], "it needs the address of a playground, and nothing else; see --help"],
    ["mcp", ["localhost"], "it needs the address of a playground, and nothing else; see --help"],
    ["prose/main", ["none.md"], "one of the files does not exist in the tree: none.md; see --help"],
    ["long", ["slow"], "there is no part slow; see --help"],
    ["build_docs", ["--nope"], 'unknown flag "--nope"; see --help'],
    ["bench/shapes_bench", ["--rounds=3"], 'unknown flag "--rounds=3"; see --help'],
    ["sizes", ["--nope"], 'unknown flag "--nope"; see --help'],
    [
      "replay",
      ["--in-process", "--process"],
      "--in-process and --process exclude each other; without them, both are done; see --help",
    ],
    ["replay", ["--inprocess=1"], 'unknown flag "--inprocess=1"; did you mean "--in-process"? See --help'],
  ] as const
) {
  const tool =
    { build_docs: "docs", "bench/shapes_bench": "bench:shapes", "prose/main": "prose" }[program as string] ??
      program;
  Deno.test(`deno task ${tool} ${args.join(" ")} is refused in one line`, async () => {
    const { code, stdout, stderr } = await run(`tools/${program}.ts`, args);
    assertEquals([code, stdout, stderr], [2, "", `${tool}: ${reason}\n`]);
  });
}
