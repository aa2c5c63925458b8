import {
  assert,
  assertEquals,
  assertMatch,
  assertNotMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { operationTable } from "../../handlers/mod.ts";
import { type ProgramResult, runDeno, runProgram, versionOf } from "../../tools/support/process.ts";
import { setDeadline } from "../support/deadline.ts";
import { slowTest } from "../support/test_all.ts";

setDeadline(120_000);

const root = new URL("../../", import.meta.url);

/** util-linux's `script` runs a program in a terminal. Other systems' `script` takes other arguments. */
const hasScript = Deno.build.os === "linux" && (await versionOf("script"))?.includes("util-linux") === true;

/** Runs `deno task demo` with its output in a pipe. */
function demo(...args: string[]): Promise<ProgramResult> {
  return runDeno(["task", "demo", ...args], { cwd: root });
}

/** Checks that the profile directory that the output names is gone. */
async function assertNoProfile(stdout: string): Promise<void> {
  const [, profile = ""] = /^ {2}profile +(\S+)/m.exec(stdout) ?? [];
  assert(profile.includes("tonearm-demo-"), stdout);
  await assertRejects(() => Deno.stat(profile), Deno.errors.NotFound);
}

Deno.test("the demo prints a summary on one screen", async () => {
  const { code, stdout } = await demo();
  assertEquals(code, 0, stdout);
  assertMatch(stdout, new RegExp(`✓ \\d+ of ${operationTable.size} operations called`));
  assertStringIncludes(stdout, "✓ no faults\n");
  assert(stdout.split("\n").length <= 25, stdout);
  await assertNoProfile(stdout);
});

Deno.test({
  name: "the demo passes in a narrow terminal",
  ignore: !hasScript,
  async fn() {
    const command = `stty cols 40 && '${Deno.execPath()}' task demo`;
    const { code, stdout } = await runProgram("script", ["-qec", command, "/dev/null"], {
      cwd: root,
      env: { SHELL: "/bin/sh", TERM: "xterm" },
    });
    assertEquals(code, 0, stdout);
    assertStringIncludes(stdout, "no faults");
  },
});

slowTest(
  "the demo with --verbose shows calls, native actions and events, without colours in a pipe",
  "it carries out the demo again",
  async () => {
    const { code, stdout } = await demo("--verbose", "--", "--log-level=debug");
    assertEquals(code, 0, stdout);
    for (
      const line of [
        "p1> queue.getCount\n",
        "    ← player.queue.count { count: 2 }\n",
        `    ⚑ menu:select to p1 { menuId: "menu-1", itemId: "copy" }\n`,
        "p1> :refused text is required\n",
      ]
    ) assertStringIncludes(stdout, line);
    // deno-lint-ignore no-control-regex -- colours begin with a control character
    assertNotMatch(stdout, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  },
);

Deno.test("the demo of a bridge that does not start exits with 1 and shows why", async () => {
  const { code, stdout } = await demo("--", "--nope");
  assertEquals(code, 1);
  assertStringIncludes(stdout, 'bridge: tonearm: unknown flag "--nope"');
  assertStringIncludes(stdout, "the bridge ended with exit code 2");
  assertNotMatch(stdout, /no faults/);
  await assertNoProfile(stdout);
});

Deno.test("the demo explains itself with --help and refuses other arguments", async () => {
  const help = await demo("--help");
  assertEquals(help.code, 0);
  assertStringIncludes(help.stdout, "deno task demo --verbose");
  const wrong = await demo("all");
  assertEquals([wrong.code, wrong.stdout], [2, ""]);
  assertStringIncludes(wrong.stderr, 'unexpected argument "all"');
});
