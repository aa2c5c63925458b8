import "../../support/deadline.ts";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { DeadlineError, runProgram, runShown } from "../../../tools/support/process.ts";

const ignore = Deno.build.os === "windows";

Deno.test({
  name: "a program that a tool runs is ended at its deadline, with the end of its stderr in the error",
  ignore,
  async fn() {
    const command = ["-c", "echo first >&2; exec sleep 60"] as const;
    const error = await assertRejects(() => runProgram("sh", command, { deadlineMs: 200 }), DeadlineError);
    assertEquals(
      error.message,
      "sh -c echo first >&2; exec sleep 60 has passed its deadline of 0.2 s\nfirst",
    );
    const shown = await assertRejects(() => runShown("sleep", ["60"], { deadlineMs: 200 }), DeadlineError);
    assertStringIncludes(shown.message, "sleep 60 has passed its deadline of 0.2 s");
  },
});

Deno.test({
  name: "a program that ignores SIGTERM at its deadline is killed",
  ignore,
  async fn() {
    const script = "trap '' TERM; while :; do sleep 0.1; done";
    await assertRejects(() => runProgram("sh", ["-c", script], { deadlineMs: 200 }), DeadlineError);
  },
});

Deno.test({
  name: "a program that ends before its deadline leaves no timer",
  ignore,
  async fn() {
    assertEquals((await runProgram("sh", ["-c", "echo out; exit 3"], { deadlineMs: 60_000 })).code, 3);
    assertEquals(await runShown("sh", ["-c", "exit 4"], { deadlineMs: 60_000 }), 4);
  },
});
