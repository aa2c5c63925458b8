import { assertEquals } from "@std/assert";
import { spawnBridge } from "../../mod.ts";
import { inDirectory, isWindows } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";

setDeadline(120_000);

Deno.test({
  name: "a bridge that was stopped beyond an action's timeout accepts an answer that came in time" +
    leftOut("it waits for timeouts"),
  ignore: isWindows || !TEST_ALL,
  fn: () =>
    inDirectory(async (directory) => {
      await using bridge = spawnBridge({ directory, flags: ["--action-timeout-ms=400"] });
      bridge.implement({
        "player.app.run": () => {
          // Stop the bridge until long after the timeout, with the answer in its pipe.
          Deno.kill(bridge.process.pid, "SIGSTOP");
          setTimeout(() => Deno.kill(bridge.process.pid, "SIGCONT"), 1500);
          return { executed: true };
        },
      });
      for (let time = 0; time < 5; time++) assertEquals(await bridge.invoke("misc.exit"), { success: true });
    }),
});
