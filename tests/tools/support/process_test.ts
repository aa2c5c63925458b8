import "../../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { bridgeArguments } from "../../../clients/typescript/spawn_bridge.ts";
import { bridgeCommand } from "../../../tools/support/process.ts";

Deno.test("bridgeCommand starts the command of TONEARM_BRIDGE, with the flags of the bridge after it", () => {
  assertEquals(bridgeCommand(["--help"], '["/opt/tonearm"]'), { program: "/opt/tonearm", args: ["--help"] });
  assertEquals(bridgeCommand([], '["deno","run","main.js"]'), { program: "deno", args: ["run", "main.js"] });
});

Deno.test({
  name: "bridgeCommand starts the bridge of the tree when TONEARM_BRIDGE is not set",
  ignore: Deno.env.has("TONEARM_BRIDGE"),
  fn: () =>
    assertEquals(bridgeCommand(["--help"]), { program: Deno.execPath(), args: bridgeArguments(["--help"]) }),
});

Deno.test("bridgeCommand refuses a value that is not a command, and shows it", () => {
  for (const text of ["/opt/tonearm", "", "[]", '[""]', "[1]", '["a",null]', "{}", '"a"']) {
    assertThrows(() => bridgeCommand([], text), TypeError, `as a JSON array of strings, not ${text}`);
  }
});
