import { assertEquals, assertThrows } from "@std/assert";
import { bridgeArguments } from "../../client/spawn_bridge.ts";
import { bridgeCommand } from "../../tools/bridge_command.ts";

Deno.test("bridgeCommand starts what it is named, flags of the bridge behind it", () => {
  assertEquals(bridgeCommand(["--help"], '["/opt/tonearm"]'), { program: "/opt/tonearm", args: ["--help"] });
  assertEquals(bridgeCommand([], '["deno","run","main.js"]'), { program: "deno", args: ["run", "main.js"] });
});

Deno.test({
  name: "bridgeCommand starts the bridge of the tree when nothing is named",
  ignore: Deno.env.has("TONEARM_BRIDGE"),
  fn: () =>
    assertEquals(bridgeCommand(["--help"]), { program: Deno.execPath(), args: bridgeArguments(["--help"]) }),
});

Deno.test("bridgeCommand refuses what is no command, and shows it", () => {
  for (const text of ["/opt/tonearm", "", "[]", '[""]', "[1]", '["a",null]', "{}", '"a"']) {
    assertThrows(() => bridgeCommand([], text), TypeError, `as a JSON array of texts, not ${text}`);
  }
});
