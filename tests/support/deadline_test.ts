import "./deadline.ts";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runDeno } from "../../tools/support/process.ts";
import { waitFor } from "./deadline.ts";
import { tempDirectory } from "./temp_directory.ts";
import { slowTest } from "./test_all.ts";

const module = JSON.stringify(import.meta.resolve("./deadline.ts"));
/** One line. Without the first import the compiler drops the names that a file does not use, and the import with them. */
const imported = `import ${module}; import { naming, setDeadline, stopAtDeadline, waitFor } from ${module};`;

/** Runs a test file with `deno test` and returns its exit code and output. */
async function runTests(tests: string, patience = 1): Promise<{ code: number; output: string }> {
  await using temporary = await tempDirectory();
  const folder = temporary.path;
  const file = `${folder}/some_test.ts`;
  await Deno.writeTextFile(file, `${imported}\n${tests}`);
  const flags = ["test", "--no-check", "--no-config", "--no-lock", "--allow-all", "--sanitize-ops"];
  const { code, stdout, stderr } = await runDeno([...flags, file], {
    env: { TONEARM_TEST_PATIENCE: String(patience) },
  });
  return { code, output: `${stdout}${stderr}` };
}

Deno.test("a test that never ends fails with its name, its place and what it waited for, and the run goes on", async () => {
  const { code, output } = await runTests(`
    Deno.test({ name: "endless", timeout: 300, fn: () => waitFor("the moon", new Promise(() => {})) });
    Deno.test({ name: "silent", timeout: 300, fn: () => new Promise(() => {}) });
    Deno.test({ name: "aside", timeout: 300, async fn() {
      naming("the sun", new Promise(() => {}));
      await new Promise(() => {});
    } });
    Deno.test("after it", () => {});
  `);
  assertEquals(code, 1);
  assertStringIncludes(output, '"endless" has passed its deadline of 0.3 s\nit waited for the moon\n');
  assertStringIncludes(
    output,
    '"silent" has passed its deadline of 0.3 s\nit waited for nothing that it named',
  );
  assertStringIncludes(output, '"aside" has passed its deadline of 0.3 s\nit waited for the sun\n');
  assertMatch(output, /endless => \S*some_test\.ts:3:10\n/);
  assertMatch(output, /after it \.\.\. ok/);
  assertMatch(output, /1 passed \| 3 failed/);
});

Deno.test("on a slow machine deadlines are longer, those of options and those of files", async () => {
  const { output } = await runTests(
    `
    Deno.test({ name: "endless", timeout: 100, fn: () => new Promise(() => {}) });
    setDeadline(50);
    Deno.test("silent", () => new Promise(() => {}));
  `,
    3,
  );
  assertStringIncludes(output, '"endless" has passed its deadline of 0.3 s');
  assertStringIncludes(output, '"silent" has passed its deadline of 0.15 s');
});

Deno.test({
  name: "a process that ignores SIGTERM is killed with what it has started, and its last lines are shown",
  ignore: Deno.build.os === "windows",
  async fn() {
    const script =
      "trap '' TERM; echo first >&2; sleep 1000 & echo pids $$ $! >&2; wait; while :; do sleep 1; done";
    const { code, output } = await runTests(`
      Deno.test({ name: "stubborn", timeout: 3000, async fn() {
        await new Deno.Command("bash", { args: ["-c", ${JSON.stringify(script)}] }).output();
      } });
      Deno.test("after it", () => {});
    `);
    assertEquals(code, 1);
    assertMatch(output, /process \d+ ran: bash -c trap '' TERM; .*\n {2}first\n {2}pids \d+ \d+\n/);
    assertMatch(output, /1 passed \| 1 failed/);
    const [, ...pids] = /pids (\d+) (\d+)/.exec(output) ?? [];
    assertEquals(pids.length, 2);
    for (const pid of pids) await waitFor(`the end of process ${pid}`, () => isGone(Number(pid)));
  },
});

/** Whether a process has ended. One that no parent has asked after yet has no command. */
async function isGone(pid: number): Promise<boolean> {
  try {
    return await Deno.readTextFile(`/proc/${pid}/cmdline`) === "";
  } catch {
    return true;
  }
}

Deno.test("a test that leaves a timer fails, before its deadline and after it", async () => {
  const { code, output } = await runTests(`
    Deno.test("timer", () => void setTimeout(() => {}, 600_000));
    Deno.test({ name: "timer and wait", timeout: 300, async fn() {
      setInterval(() => {}, 1000);
      await new Promise(() => {});
    } });
    Deno.test("after them", () => {});
  `);
  assertEquals(code, 1);
  assertStringIncludes(output, "A timer was started in this test, but never completed");
  assertStringIncludes(output, '"timer and wait" has passed its deadline');
  assertMatch(output, /1 passed \| 2 failed/);
});

slowTest(
  "a test that blocks its thread fails, and the run goes on",
  "it blocks a core for ten seconds",
  async () => {
    const { code, output } = await runTests(`
    Deno.test({ name: "blocked", timeout: 100, fn() { while (true); } });
    Deno.test("after it", () => {});
  `);
    assertEquals(code, 1);
    assertMatch(output, /blocked \.\.\. FAILED/);
    assertStringIncludes(output, "Test timed out after");
    assertMatch(output, /1 passed \| 1 failed/);
  },
);

Deno.test("a failed wait lets the test clean up, and what the test named is stopped", async () => {
  const { output } = await runTests(`
    Deno.test({ name: "tidy", timeout: 300, async fn() {
      stopAtDeadline(() => Promise.resolve(console.log("stopped")));
      try {
        await waitFor("nothing", () => false);
      } finally {
        console.log("cleaned up");
      }
    } });
  `);
  assertStringIncludes(output, "stopped");
  assertStringIncludes(output, "cleaned up");
  assertStringIncludes(output, "it waited for nothing\n");
});

Deno.test("a test without a deadline is refused, and each form of a definition is a test", async () => {
  const refused = await runTests(`Deno.test({ name: "for ever", timeout: 0, fn() {} });`);
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.output, 'the test "for ever" needs a deadline above 0 ms, not 0');
  const { code, output } = await runTests(`
    Deno.test("name and function", () => {});
    Deno.test(function named() {});
    Deno.test("name, options and function", { timeout: 1000 }, () => {});
    Deno.test({ name: "options and function" }, () => {});
    Deno.test({ name: "definition", fn: async (t) => void await t.step("step", () => {}) });
    Deno.test.ignore("ignored", () => {});
  `);
  assertEquals(code, 0, output);
  assertMatch(output, /5 passed \(1 step\) \| 0 failed \| 1 ignored/);
});

Deno.test("a command gives the same output under a deadline", async () => {
  const script = "cat; echo told >&2; exit 3";
  const decoder = new TextDecoder();
  if (Deno.build.os === "windows") return;
  const { code, stdout, stderr } = await new Deno.Command("sh", { args: ["-c", script] }).output();
  assertEquals([code, stdout.length, decoder.decode(stderr)], [3, 0, "told\n"]);
  const child = new Deno.Command("sh", {
    args: ["-c", script],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("heard"));
  await writer.close();
  const output = await child.output();
  assert(!output.success);
  assertEquals([decoder.decode(output.stdout), decoder.decode(output.stderr)], ["heard", "told\n"]);
});
