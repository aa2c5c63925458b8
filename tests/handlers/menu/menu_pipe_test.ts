import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { BridgeProcess, request } from "../../support/bridge_process.ts";
import { command } from "./menu_player.ts";

Deno.test("the open menu is dismissed before a shutdown is answered", async () => {
  await using bridge = await BridgeProcess.start();
  const { id, panel } = await bridge.ask(request(1, "menu.show", { closeAnimationMs: 90 }, "p1"));
  assertEquals((await bridge.ask({ jsonrpc: "2.0", id, result: {} })).result.menuId, "menu-1");
  const dismissed = await bridge.ask(request(2, "bridge.shutdown"));
  const data = { menuId: "menu-1", reason: "shutdown" };
  assertEquals(dismissed.params, { event: "menu:dismiss", panel, data });
  const closing = await bridge.read();
  assertEquals([closing.method, closing.params], ["player.overlay.close", { ...data, animationMs: 0 }]);
  assertEquals(await bridge.read(), { jsonrpc: "2.0", id: 2, result: {} });
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
