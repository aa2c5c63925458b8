import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";

const tool = new URL("../../tools/replay.ts", import.meta.url).href;

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the tool in a directory with some fixtures in it. */
async function run(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  check?: (directory: string) => Promise<void>,
): Promise<Run> {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
  try {
    for (const [name, text] of Object.entries(files)) {
      await Deno.mkdir(`${directory}/${name.replace(/[^/]*$/, "")}`, { recursive: true });
      await Deno.writeTextFile(`${directory}/${name}`, text);
    }
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-run", tool, ...args],
      cwd: directory,
    }).output();
    await check?.(directory);
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const good =
  '{ "title": "It echoes.", "steps": [{ "> call": "test.echo" }, { "< result": { "success": true, "echo": {}, "input": {} } }] }\n';
const bad = good.replace('"success": true', '"success": false').replace("It echoes", "It does not");
const paused = '{ "title": "It waits.", "steps": [{ "pause": 60000 }] }';

Deno.test("replay says that fixtures hold, and why one was skipped, in plain text when nobody looks", async () => {
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

Deno.test("replay shows a difference with its place, once for both modes, and fails", async () => {
  const { code, stdout } = await run({ "a.jsonc": good, "b.jsonc": bad }, ["a.jsonc", "b.jsonc"]);
  assertEquals(code, 1);
  assertStringIncludes(
    stdout,
    `✗ It does not. (in process)
  b.jsonc:1:92: the bridge sends something else
      {
        "< result": {
    -     "success": false
    +     "success": true
          "echo": {}
          "input": {}
        }
      }
`,
  );
  assertStringIncludes(stdout, "✗ in process: 1 hold, 1 do not");
  assertStringIncludes(stdout, "✗ It does not. (against the process)\n  the same as in process\n");
});

Deno.test("replay replays only in the mode, and only what the filter names", async () => {
  const files = { "a.jsonc": good, "b.jsonc": bad };
  const inProcess = await run(files, [".", "--in-process", "--filter=echoes"]);
  assertEquals([inProcess.code, inProcess.stdout.includes("against the process")], [0, false]);
  const process = await run(files, [".", "--process", "--filter", "a.jso"]);
  assertEquals([process.code, process.stdout.includes("in process")], [0, false]);
});

Deno.test("replay tells what is no fixture with its place, and replays the others", async () => {
  const { code, stdout } = await run({ "a.jsonc": good, "c.jsonc": '{\n  "title": 1 }' }, [
    ".",
    "--in-process",
  ]);
  assertEquals(code, 1);
  assertStringIncludes(stdout, "✗ c.jsonc:2:12: title must be a string\n");
  assertStringIncludes(stdout, "✓ in process: 1 hold");
});

Deno.test("replay --update shows what it changes, and changes nothing that would not hold", async () => {
  const stuck =
    '{ "title": "It is stuck.", "steps": [{ "> call": "test.echo" }, { "< action": "player.x" }, { "> result": {} }, { "< result": {} }] }';
  const { code, stdout } = await run(
    { "b.jsonc": bad, "stuck.jsonc": stuck },
    [".", "--update"],
    async (directory) => {
      assertEquals(await Deno.readTextFile(`${directory}/b.jsonc`), good.replace("It echoes", "It does not"));
      assertEquals(await Deno.readTextFile(`${directory}/stuck.jsonc`), stuck);
    },
  );
  assertEquals(code, 1);
  assertStringIncludes(
    stdout,
    `    - ${bad.trim()}\n    + ${good.trim().replace("It echoes", "It does not")}\n`,
  );
  assertStringIncludes(stdout, "✓ b.jsonc is rewritten\n");
  assertStringIncludes(
    stdout,
    "✗ stuck.jsonc is left as it is; edit it by hand: its steps would be inconsistent (no action is open)\n",
  );
  assertEquals(stdout.includes("against the process"), false);
});

const refusals: [args: string[], reason: string][] = [
  [["--nope"], 'unknown flag "--nope"'],
  [["missing.jsonc"], "missing.jsonc does not exist"],
  [["empty"], "there is no fixture in empty"],
  [["a.jsonc", "--filter=zzz"], 'no fixture has "zzz" in its path or title'],
  [["a.jsonc", "--update", "--process"], "--update replays in process; leave out --process"],
];

for (const [args, reason] of refusals) {
  Deno.test(`replay ${args.join(" ")} is refused with exit code 2: ${reason}`, async () => {
    const { code, stdout, stderr } = await run({ "a.jsonc": good, "empty/x.txt": "" }, args);
    assertEquals([code, stdout, stderr], [2, "", `replay: ${reason}; see --help\n`]);
  });
}

Deno.test("replay --help says what there is", async () => {
  const { code, stdout } = await run({}, ["--help"]);
  assertEquals(code, 0);
  for (const word of ["--in-process", "--process", "--filter", "--update", "Exit codes"]) {
    assertStringIncludes(stdout, word);
  }
});
