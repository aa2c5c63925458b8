import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type ProgramResult, runDeno } from "../../tools/support/process.ts";
import { setDeadline } from "../support/deadline.ts";
import { tempDirectory } from "../support/temp_directory.ts";

setDeadline(120_000);

const tool = new URL("../../tools/replay.ts", import.meta.url).href;

/** Runs the tool in a directory with some fixtures. */
async function run(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  check?: (directory: string) => Promise<void>,
): Promise<ProgramResult> {
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  for (const [name, text] of Object.entries(files)) {
    await Deno.mkdir(`${directory}/${name.replace(/[^/]*$/, "")}`, { recursive: true });
    await Deno.writeTextFile(`${directory}/${name}`, text);
  }
  const rights = ["--no-prompt", "--allow-read", "--allow-write", "--allow-run"];
  const result = await runDeno(["run", ...rights, tool, ...args], { cwd: directory });
  await check?.(directory);
  return result;
}

const good =
  '{ "title": "It echoes.", "steps": [{ "> call": "test.echo" }, { "< result": { "success": true, "echo": {}, "input": {} } }] }\n';
const bad = good.replace('"success": true', '"success": false').replace("It echoes", "It does not");
const paused = '{ "title": "It waits.", "steps": [{ "pause": 60000 }] }';

Deno.test("replay prints a summary and the skipped fixtures, without colours in a pipe", async () => {
  const { code, stdout, stderr } = await run({
    "f/a.jsonc": good,
    "f/sub/b.jsonc": paused,
    "f/other.json": "{",
  }, ["f"]);
  assertEquals([code, stderr], [0, ""]);
  assertMatch(stdout, /^\n✓ in process: 2 hold \(\d+\.\d s\)\n/);
  assertStringIncludes(stdout, "  skipped: f/sub/b.jsonc: its pauses would take 60000 ms of real time\n");
  assertMatch(stdout, /✓ against the process: 1 hold, 1 skipped \(\d+\.\d s, \d+ at a time\)\n$/);
  // deno-lint-ignore no-control-regex -- no colours in a pipe
  assertEquals(/\x1b/.test(stdout), false);
});

Deno.test("replay prints a difference with its place once, and fails", async () => {
  const { code, stdout } = await run({ "a.jsonc": good, "b.jsonc": bad }, ["a.jsonc", "b.jsonc"]);
  assertEquals(code, 1);
  assertStringIncludes(
    stdout,
    `✗ It does not. (in process)
  b.jsonc:1: the bridge sends something else
    - < result.success: false
    + < result.success: true
`,
  );
  assertStringIncludes(stdout, "✗ in process: 1 hold, 1 do not");
  assertStringIncludes(stdout, "✗ It does not. (against the process)\n  the same as in process\n");
});

Deno.test("replay obeys the mode and the filter", async () => {
  const files = { "a.jsonc": good, "b.jsonc": bad };
  const inProcess = await run(files, [".", "--in-process", "--filter=echoes"]);
  assertEquals([inProcess.code, inProcess.stdout.includes("against the process")], [0, false]);
  const process = await run(files, [".", "--process", "--filter", "a.jso"]);
  assertEquals([process.code, process.stdout.includes("in process")], [0, false]);
});

Deno.test("replay reports invalid fixtures and replays the others", async () => {
  const { code, stdout } = await run({ "a.jsonc": good, "c.jsonc": '{\n  "title": 1 }' }, [
    ".",
    "--in-process",
  ]);
  assertEquals(code, 1);
  assertStringIncludes(stdout, "✗ c.jsonc:2: title must be a text\n");
  assertStringIncludes(stdout, "✓ in process: 1 hold");
});

const refusals: [args: string[], reason: string][] = [
  [["--nope"], 'unknown flag "--nope"'],
  [["missing.jsonc"], "missing.jsonc does not exist"],
  [["empty"], "there is no fixture in empty"],
  [["a.jsonc", "--filter=zzz"], 'no fixture has "zzz" in its path or title'],
  [
    ["a.jsonc", "--in-process", "--process"],
    "--in-process and --process exclude each other; without them, both are done",
  ],
];

for (const [args, reason] of refusals) {
  Deno.test(`replay ${args.join(" ")} is refused with exit code 2: ${reason}`, async () => {
    const { code, stdout, stderr } = await run({ "a.jsonc": good, "empty/x.txt": "" }, args);
    assertEquals([code, stdout, stderr], [2, "", `replay: ${reason}; see --help\n`]);
  });
}

Deno.test("replay --help lists the flags", async () => {
  const { code, stdout } = await run({}, ["--help"]);
  assertEquals(code, 0);
  for (const word of ["--in-process", "--process", "--filter", "Exit codes"]) {
    assertStringIncludes(stdout, word);
  }
});

Deno.test("replay of a file that is not a fixture reports only its error", async () => {
  const { code, stdout } = await run({ "notes.md": "# Notes" }, ["notes.md"]);
  assertEquals([code, stdout], [1, '✗ notes.md:1: unexpected token "#"\n']);
});
