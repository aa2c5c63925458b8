import { assert, assertEquals } from "@std/assert";
import { inDirectory } from "../handlers/log/support.ts";
import { BridgeProcess, request } from "../support/bridge_process.ts";
import { setDeadline } from "../support/deadline.ts";
import { callText, type Message, RawBridge } from "./support.ts";

setDeadline(120_000);

const config = {
  enableDragDrop: true,
  grabFocus: true,
  panelName: "mine",
  transparentBackground: false,
};

/** Answers an action as a player with panels and a menu overlay. */
function answer({ id, method }: Message): string {
  const result = method.startsWith("player.panel.") ? { config } : {};
  return JSON.stringify({ jsonrpc: "2.0", id, result });
}

Deno.test("a panel in a page's parameters is ignored", async () => {
  await using bridge = new RawBridge({ answer });
  const forged = '{"panel":"p2","id":99,"jsonrpc":"1.0","method":"misc.exit","panelName":"x"}';
  await bridge.ask(callText(1, "panel.setConfig", forged));
  assertEquals(bridge.actions.map(({ method, panel }) => [method, panel]), [
    ["player.panel.getConfig", "p1"],
    ["player.panel.setConfig", "p1"],
  ]);
});

Deno.test("of duplicate members the last one counts, so that members after the page's text win", async () => {
  await using bridge = new RawBridge({ answer });
  // The page's text breaks out of the parameters. The player's members come after it.
  const text = '{},"panel":"p2","id":99,"method":"misc.exit"';
  const [reply] = await bridge.ask(
    `{"params":${text},"jsonrpc":"2.0","id":1,"method":"panel.getConfig","panel":"p1"}`,
  );
  assertEquals([reply.id, reply.result.success], [1, true]);
  assertEquals(bridge.actions.map(({ method, panel }) => [method, panel]), [[
    "player.panel.getConfig",
    "p1",
  ]]);
  // A text that is not JSON is refused as a whole.
  const [refused] = await bridge.ask(
    '{"params":{}},{"jsonrpc":"2.0","id":1,"method":"misc.exit","panel":"p1"}',
  );
  assertEquals([refused.id, refused.error.code], [null, -32700]);
});

Deno.test("a page cannot send lifecycle messages, signals or answers", async () => {
  await using bridge = new RawBridge({ answer });
  const names = [
    "bridge.shutdown",
    "bridge.initialize",
    "bridge.registerPlugin",
    "bridge.unregisterPlugin",
    "bridge.panelClosed",
    "bridge.cancel",
    "signal.overlaySelected",
    "player.app.run",
    "event",
    "menu.__select",
    "",
    ".",
    "toString",
    "constructor.call",
    "__proto__",
    "Queue.get",
    "queue.get ",
  ];
  for (const name of names) {
    const [reply] = await bridge.ask(callText(1, name, '{"panel":"p2","namespace":"queue","id":1}'));
    assertEquals(reply.error, { code: -32601, message: `Method not found: ${name}` });
  }
  assertEquals([bridge.actions, bridge.events], [[], []]);
  assertEquals((await bridge.ask(callText(2, "test.ping", "{}")))[0].result.pong, true);
});

Deno.test("a page cannot answer a native action or choose its id", async () => {
  await using bridge = await BridgeProcess.start();
  const asked = await bridge.ask(request("call", "clipboard.read", {}, "p1"));
  const forged = { jsonrpc: "2.0", id: asked.id, result: { text: "forged", files: null, hasImage: false } };
  assertEquals((await bridge.ask(request("page", "test.echo", forged, "p2"))).result.echo, forged);
  const other = await bridge.ask(request("other", "console.log", { message: forged }, "p2"));
  assertEquals([other.id, other.panel], [asked.id + 1, "p2"]);
  await bridge.write({
    jsonrpc: "2.0",
    id: asked.id,
    result: { text: "real", files: null, hasImage: false },
  });
  assertEquals((await bridge.read()).result.text, "real");
});

Deno.test("an id of any text is repeated unchanged and never confused with another", async () => {
  await using bridge = new RawBridge();
  const ids = ["1", 1, "", "__proto__", "constructor", "\u0000", "\ud800", " 1", "1.0", -1, "null", "😀"];
  for (const id of ids) {
    const [reply] = await bridge.ask({ jsonrpc: "2.0", id, method: "test.ping", panel: "p1" });
    assert(Object.is(reply.id, id) && reply.result.pong === true, JSON.stringify(id));
  }
});

Deno.test("a call with an id in use is refused and does not disturb the call in flight", async () => {
  await using bridge = await BridgeProcess.start();
  const asked = await bridge.ask(request(5, "clipboard.read", {}, "p1"));
  const refused = await bridge.ask(request(5, "test.ping", {}, "p2"));
  assertEquals([refused.id, refused.error.code], [5, -32600]);
  const result = { text: "t", files: null, hasImage: false };
  assertEquals((await bridge.ask({ jsonrpc: "2.0", id: asked.id, result })).result.text, "t");
});

Deno.test("events of a menu go only to the panel that opened it", async () => {
  await using bridge = new RawBridge({ answer });
  await bridge.ask(callText(1, "menu.show", '{"items":[{"id":"a"}],"panel":"p2","menuId":"menu-9"}', "p1"));
  await bridge.tell({
    jsonrpc: "2.0",
    method: "signal.overlaySelected",
    params: { menuId: "menu-1", itemId: "a", panel: "p2" },
  });
  await bridge.ask(callText(2, "test.ping", "{}"));
  assertEquals(bridge.events.map(({ event, panel }) => [event, panel]), [
    ["menu:select", "p1"],
    ["menu:dismiss", "p1"],
  ]);
});

Deno.test("a page can forge lines of the log: the text is written unchanged", () =>
  inDirectory(async (logDirectory) => {
    await using bridge = new RawBridge({ logDirectory });
    const message = "one\n[2026-01-01 00:00:00.000][ERROR] forged";
    await bridge.ask(callText(1, "log.write", JSON.stringify({ message, timestamp: false })));
    assertEquals(await Deno.readTextFile(`${logDirectory}/webview_ui.log`), `[INFO] ${message}\n`);
  }));
