import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { BridgeProcess, request } from "../../support/bridge_process.ts";
import { ManualBridge } from "../../support/manual_bridge.ts";
import { command } from "./menu_player.ts";

const items = [{ id: "a" }, { id: "r", type: "rating" }];

/** A call of `menu.show`. */
function show(id: string, panel = "p1"): object {
  return { id, method: "menu.show", params: { items, closeAnimationMs: 90 }, panel };
}

function closing(id: number, panel: string, menu: number, reason: string, animationMs = 0): string {
  return `${id} player.overlay.close ${panel} {"menuId":"menu-${menu}","reason":"${reason}","animationMs":${animationMs}}`;
}

function dismiss(menu: number, reason: string, panel = "p1"): string {
  return ` event  {"event":"menu:dismiss","panel":"${panel}","data":{"menuId":"menu-${menu}","reason":"${reason}"}}`;
}

Deno.test("the open menu is dismissed before a shutdown is answered", async () => {
  const pipe = new ManualBridge();
  await pipe.send(show("s"));
  await pipe.send({ id: 1, result: {} });
  assertEquals(await pipe.send({ id: "q", method: "bridge.shutdown" }), [
    dismiss(1, "shutdown"),
    closing(2, "", 1, "shutdown"),
    "q {}",
  ]);
  assertEquals(await pipe.end(), []);
});

Deno.test("a menu that is opening when the input ends is answered and closed", async () => {
  const pipe = new ManualBridge();
  await pipe.send(show("s"));
  assertEquals(await pipe.end(), [
    closing(2, "", 1, "cancelled"),
    's {"success":false,"error":"Player did not answer"}',
  ]);
});

Deno.test("rows and menu nodes nested as deep as a message may be are refused and the next call works", async () => {
  const pipe = new ManualBridge();
  const nested = (levels: number, innermost: object, wrap: (inner: object) => object): object => {
    let node = innermost;
    for (let level = 0; level < levels; level++) node = wrap(node);
    return node;
  };
  const row = nested(490, {}, (inner) => ({ submenu: [inner] }));
  assertEquals(await pipe.send({ id: "s", method: "menu.show", params: { items: [row] } }), [
    's {"success":false,"details":{"field":"depth","limit":8,"actual":9},"error":"menu resource limit exceeded: depth"}',
  ]);
  await pipe.send({ id: "m", method: "menu.getMainMenu" });
  const node = nested(490, command("x"), (inner) => ({ type: "submenu", label: "", children: [inner] }));
  assertEquals(await pipe.send({ id: 1, result: { nodes: [node] } }), [
    'm {"success":false,"error":"Player action failed: player.menu.build answered a result whose nodes is not at most 256 levels deep"}',
  ]);
  assertEquals(await pipe.send({ id: "p", method: "test.echo", params: { message: 1 } }), [
    'p {"success":true,"echo":1,"input":{"message":1}}',
  ]);
  await pipe.end();
});

Deno.test("a bridge process translates labels, although it may read only its log directory", async () => {
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
