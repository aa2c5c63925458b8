import { assert, assertEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { operationTable } from "../../handlers/mod.ts";

const root = new URL("../../", import.meta.url);

/** Runs the demo as `deno task demo` does, its output in a pipe. */
async function demo(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "demo", ...args],
    cwd: root,
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** The profile directory that a transcript names. */
function profileOf(transcript: string): string {
  return /^ {2}profile +(\S+)/m.exec(transcript)?.[1] ?? "";
}

Deno.test("the demo calls every operation, shows it and ends well", async () => {
  const { code, stdout } = await demo();
  assertEquals(code, 0, stdout);
  const calls = new Set(stdout.split("\n").map((line) => /^ {2}([a-zA-Z]+\.[a-zA-Z]+) /.exec(line)?.[1]));
  // This one is called by a page in the course of a session, which is told in lines of its own.
  calls.add("jitQueue.enqueueNext");
  assertEquals([...operationTable.keys()].filter((name) => !calls.has(name)), []);
  assertStringIncludes(stdout, `${operationTable.size} of ${operationTable.size} operations called`);
  assertStringIncludes(stdout, "no failures");
  assertNotMatch(stdout, /✗|not answered yet/);
});

Deno.test("the demo writes no colours into a pipe", async () => {
  const { stdout } = await demo("--", "--log-level=debug");
  assert(stdout.length > 10_000);
  // deno-lint-ignore no-control-regex -- colours begin with it
  assertNotMatch(stdout, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
});

Deno.test("the demo leaves no profile directory behind, whether it ends well or not", async () => {
  for (const args of [[], ["--", "--nope"]]) {
    const profile = profileOf((await demo(...args)).stdout);
    assert(profile.includes("tonearm-demo-"), profile);
    const gone = await Deno.stat(profile).then(() => false, (error) => error instanceof Deno.errors.NotFound);
    assert(gone, `${profile} is still there`);
  }
});

Deno.test("the demo of a bridge that does not start ends with 1 and shows what the bridge says", async () => {
  const { code, stdout } = await demo("--", "--nope");
  assertEquals(code, 1);
  assertStringIncludes(stdout, 'tonearm: unknown flag "--nope"');
  assertStringIncludes(stdout, "the bridge has ended with exit code 2");
  assertNotMatch(stdout, /no failures/);
});

Deno.test("--help of the demo tells how to read it, anything else is refused", async () => {
  const help = await demo("--help");
  assertEquals(help.code, 0);
  assertStringIncludes(help.stdout, "How to read the transcript");
  const wrong = await demo("all");
  assertEquals([wrong.code, wrong.stdout], [2, ""]);
  assertStringIncludes(wrong.stderr, 'unexpected argument "all"');
});
