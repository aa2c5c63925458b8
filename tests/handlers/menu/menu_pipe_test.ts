import { assertEquals } from "@std/assert";
import { BridgeByHand } from "../../support/bridge_by_hand.ts";
import { BridgeProcess, request } from "../../support/bridge_process.ts";
import { command } from "./menu_player.ts";

const items = [{ id: "a" }, { id: "r", type: "rating" }];

/** A call of `menu.show`. */
function show(id: string, panel = "p1"): object {
  return { id, method: "menu.show", params: { items, closeAnimationMs: 90 }, panel };
}

function answered(id: string, menu: number): string {
  return `${id} {"success":true,"menuId":"menu-${menu}"}`;
}

/** The player's being asked to open a menu, as far as it matters. */
function opening(lines: string[]): string[] {
  return lines.map((line) => line.replace(/("menuId":"menu-\d+"),"items".*$/, "$1}"));
}

function closing(id: number, panel: string, menu: number, reason: string, animationMs = 0): string {
  return `${id} player.overlay.close ${panel} {"menuId":"menu-${menu}","reason":"${reason}","animationMs":${animationMs}}`;
}

function dismiss(menu: number, reason: string, panel = "p1"): string {
  return ` event  {"event":"menu:dismiss","panel":"${panel}","data":{"menuId":"menu-${menu}","reason":"${reason}"}}`;
}

const selected = { method: "signal.overlaySelected", params: { menuId: "menu-1", itemId: "a" } };
const dismissed = { method: "signal.overlayDismissed", params: { menuId: "menu-1", reason: "user" } };

Deno.test("over the pipe, the answer of menu.show precedes every event of its menu, also when all comes in one piece", async () => {
  const pipe = new BridgeByHand();
  assertEquals(opening(await pipe.send(show("s"))), ['1 player.overlay.open p1 {"menuId":"menu-1"}']);
  const changed = {
    method: "signal.overlayValueChanged",
    params: { menuId: "menu-1", itemId: "r", value: 4 },
  };
  assertEquals(await pipe.send({ id: 1, result: {} }, changed, selected, dismissed), [
    answered("s", 1),
    ' event  {"event":"menu:valueChanged","panel":"p1","data":{"menuId":"menu-1","itemId":"r","value":4}}',
    ' event  {"event":"menu:select","panel":"p1","data":{"menuId":"menu-1","itemId":"a"}}',
    dismiss(1, "select"),
    closing(2, "", 1, "select", 90),
  ]);
  assertEquals(await pipe.end(), []);
});

Deno.test("over the pipe, a signal that comes before the answer to the opening still follows that of menu.show", async () => {
  const pipe = new BridgeByHand();
  await pipe.send(show("s"));
  assertEquals(await pipe.send(dismissed, { id: 1, result: {} }), [answered("s", 1)]);
  const other = { method: "signal.overlayDismissed", params: { menuId: "menu-9", reason: "user" } };
  assertEquals(await pipe.send(other), [dismiss(1, "user")]);
  await pipe.end();
});

Deno.test("over the pipe, menu.show and menu.close take turns in the order in which they arrive", async () => {
  const pipe = new BridgeByHand();
  assertEquals(
    opening(await pipe.send(show("s"), show("t", "p2"), { id: "c", method: "menu.close", panel: "p3" })),
    ['1 player.overlay.open p1 {"menuId":"menu-1"}'],
  );
  assertEquals(await pipe.send({ id: 1, result: {} }), [closing(2, "p1", 1, "replaced"), answered("s", 1)]);
  assertEquals(opening(await pipe.send({ id: 2, error: { code: -1, message: "no" } })), [
    dismiss(1, "replaced"),
    '3 player.overlay.open p2 {"menuId":"menu-2"}',
  ]);
  assertEquals(await pipe.send({ id: 3, result: {} }), [closing(4, "p2", 2, "api", 90), answered("t", 2)]);
  assertEquals(await pipe.send({ id: 4, result: {} }), [dismiss(2, "api", "p2"), 'c {"success":true}']);
  assertEquals(await pipe.end(), []);
});

Deno.test("over the pipe, a menu whose call is cancelled while it opens does not stay open", async () => {
  for (const together of [false, true]) {
    const pipe = new BridgeByHand();
    await pipe.send(show("s"));
    const cancel = { method: "bridge.cancel", params: { id: "s" } };
    const opened = { id: 1, result: {} };
    // In one piece, the player has answered already when the call is cancelled.
    const lines = together
      ? await pipe.send(opened, cancel)
      : [...await pipe.send(cancel), ...await pipe.send(opened)];
    assertEquals(lines, ["s -32800", closing(2, "p1", 1, "cancelled")]);
    assertEquals(opening(await pipe.send({ id: 2, result: {} }, show("t"))), [
      '3 player.overlay.open p1 {"menuId":"menu-2"}',
    ]);
    assertEquals(await pipe.send({ id: 3, result: {} }), [answered("t", 2)]);
    await pipe.end();
  }
});

Deno.test("over the pipe, the menu of a panel that closes is closed, and that of another is left alone", async () => {
  const pipe = new BridgeByHand();
  await pipe.send(show("s"));
  await pipe.send({ id: 1, result: {} });
  assertEquals(await pipe.send({ method: "bridge.panelClosed", params: { panel: "p2" } }), []);
  assertEquals(await pipe.send({ method: "bridge.panelClosed", params: { panel: "p1" } }), [
    closing(2, "p1", 1, "panelClosed"),
  ]);
  assertEquals(await pipe.send({ id: 2, result: {} }), [dismiss(1, "panelClosed")]);
  assertEquals(await pipe.end(), []);
});

Deno.test("over the pipe, the open menu is dismissed and the player told to close it when the input ends", async () => {
  const pipe = new BridgeByHand();
  await pipe.send(show("s"));
  await pipe.send({ id: 1, result: {} });
  assertEquals(await pipe.end(), [dismiss(1, "shutdown"), closing(2, "", 1, "shutdown")]);
});

Deno.test("over the pipe, the open menu is dismissed before a shutdown is answered", async () => {
  const pipe = new BridgeByHand();
  await pipe.send(show("s"));
  await pipe.send({ id: 1, result: {} });
  assertEquals(await pipe.send({ id: "q", method: "bridge.shutdown" }), [
    dismiss(1, "shutdown"),
    closing(2, "", 1, "shutdown"),
    "q {}",
  ]);
  assertEquals(await pipe.end(), []);
});

Deno.test("over the pipe, a menu that is opening when the input ends is answered and told to close", async () => {
  const pipe = new BridgeByHand();
  await pipe.send(show("s"));
  assertEquals(await pipe.end(), [
    closing(2, "", 1, "cancelled"),
    's {"success":false,"error":"Player did not answer"}',
  ]);
});

Deno.test("over the pipe, rows and menu nodes nested thousands deep are refused and the pipe stands", async () => {
  const pipe = new BridgeByHand();
  const nested = (levels: number, innermost: object, wrap: (inner: object) => object): object => {
    let node = innermost;
    for (let level = 0; level < levels; level++) node = wrap(node);
    return node;
  };
  const row = nested(60_000, {}, (inner) => ({ submenu: [inner] }));
  assertEquals(await pipe.send({ id: "s", method: "menu.show", params: { items: [row] } }), [
    's {"success":false,"details":{"field":"depth","limit":8,"actual":9},"error":"menu resource limit exceeded: depth"}',
  ]);
  await pipe.send({ id: "m", method: "menu.getMainMenu" });
  const node = nested(20_000, command("x"), (inner) => ({ type: "submenu", label: "", children: [inner] }));
  assertEquals(await pipe.send({ id: 1, result: { nodes: [node] } }), [
    'm {"success":false,"error":"Player action failed: player.menu.build answered a result whose nodes is not at most 256 levels deep"}',
  ]);
  assertEquals(await pipe.send({ id: "p", method: "test.echo", params: { message: 1 } }), [
    'p {"success":true,"echo":1,"input":{"message":1}}',
  ]);
  await pipe.end();
});

Deno.test("a bridge process, which may read its log directory only, translates", async () => {
  await using bridge = await BridgeProcess.start();
  const shown: unknown[] = [];
  for (const [locale, label] of [["ja", "&Play"], ["ru-RU", "Preferences..."], ["en", "일시 정지"]]) {
    const { id } = await bridge.ask(request(1, "menu.getContextMenu", { mode: "playlist", locale }));
    const { result } = await bridge.ask({ jsonrpc: "2.0", id, result: { nodes: [command(String(label))] } });
    shown.push(result.items[0].displayLabel);
  }
  assertEquals(shown, ["再生", "Настройки...", "Pause"]);
  assertEquals((await bridge.end()).code, 0);
});
