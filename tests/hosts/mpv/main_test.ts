import { assertEquals, assertStringIncludes } from "@std/assert";
import { mpvTest, quietMpv, wav } from "./real_mpv.ts";

const root = new URL("../../../", import.meta.url);

/** Runs the task with its own rights, types, and gives what it has written. */
async function run(
  args: readonly string[],
  typed: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "mpv", ...args],
    cwd: root,
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(typed)).catch(() => {
    // It has ended without reading.
  });
  await writer.close().catch(() => {
    // The same.
  });
  const [stdout, stderr, { code }] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.status,
  ]);
  return { code, stdout, stderr };
}

mpvTest("deno task mpv plays, answers what is typed, and ends with its input", async () => {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
  await Deno.writeFile(`${directory}/a.wav`, wav(600));
  const options = quietMpv.args.map((option) => `--mpv-option=${option}`);
  const typed = [
    "show",
    'queue.addPaths {"paths": ["/nowhere"]}',
    "queue.getCount",
    "queue.add {x",
    "no.such",
    "operations clipboard.writeHTML",
    "play 0 7",
  ];
  const args = [...options, "--log-dir", `${directory}/logs`, `${directory}/*.wav`, `${directory}/none`];
  const { code, stdout, stderr } = await run(args, typed.join("\n"));
  assertStringIncludes(stderr, `nothing to play in ${directory}/none`);
  assertStringIncludes(stdout, "* 0  mpv (1)\n");
  assertStringIncludes(
    stdout,
    '"error":"No valid tracks found"}\n{"count":0,"hasItems":false}\n',
  );
  assertStringIncludes(stdout, "The parameters are not JSON: {x\nerror -32601: Method not found: no.such\n");
  assertStringIncludes(stdout, "  clipboard.writeHTML ");
  assertStringIncludes(stdout, "No such item 7 in a playlist of 1\n");
  assertEquals(code, 0);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("deno task mpv tells what is wrong with the command line, or with mpv", async () => {
  const help = await run(["--help"], "");
  assertEquals([help.code, help.stdout.includes("--attach SOCKET")], [0, true]);
  const wrong = await run(["--bogus"], "");
  assertEquals([wrong.code, wrong.stderr], [2, 'mpv host: unknown flag "--bogus"; see --help\n']);
  const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
  const missing = await run(["--mpv", `${directory}/mpv`, "--log-dir", directory], "");
  assertEquals(missing.code, 1);
  assertStringIncludes(missing.stderr, `mpv host: ${directory}/mpv could not be started`);
  await Deno.remove(directory, { recursive: true });
});
