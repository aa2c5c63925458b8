import { assertEquals } from "@std/assert";
import { BridgeByHand } from "../../support/bridge_by_hand.ts";

Deno.test("selection:changed reaches every panel over the pipe after the answer of selection.set", async () => {
  const pipe = new BridgeByHand();
  await pipe.send({ id: "a", method: "selection.set", params: { handles: ["x"] }, panel: "p7" });
  assertEquals(
    await pipe.send({ id: 1, result: { count: 1 } }, { method: "signal.selectionChanged" }),
    ['a {"success":true,"count":1}', '2 player.selection.get  {"offset":0,"limit":100}'],
  );
  await pipe.send({ id: 2, result: { total: 2, type: "unknown", handles: [{ path: "x" }, { path: "y" }] } });
  assertEquals(await pipe.send({ id: 3, result: { track: null, playlist: null, item: null } }), [
    ' event  {"event":"selection:changed","data":{"count":2,"type":"unknown","handles":["x","y"],"truncated":false}}',
  ]);
  await pipe.end();
});
