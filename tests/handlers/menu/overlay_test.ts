import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { notAnswered } from "../../../host_stdio/player.ts";
import { Harness, type SentEvent } from "../../support/harness.ts";
import { OverlayPlayer, settle } from "./overlay_player.ts";

const rows = [
  { id: "plain" },
  { id: "off", enabled: false },
  { id: "parent", submenu: [{ id: "child" }] },
  { id: "line", type: "separator" },
  { id: "rating", type: "rating" },
  { id: "slider", type: "slider", min: 10, max: 20 },
  { id: "segmented", type: "segmented", segments: [{}, { enabled: false }] },
  { id: "now", type: "nowplaying" },
];

/** A harness whose player opens and closes menus immediately. */
function readyHarness(): Harness {
  return new Harness({ player: { "player.overlay.open": {}, "player.overlay.close": {} } });
}

function event(name: SentEvent["event"], data: Record<string, unknown>, panel = "p1"): SentEvent {
  return { event: name, data, audience: { panel } };
}

function dismiss(menuId: string, reason: string, panel = "p1"): SentEvent {
  return event("menu:dismiss", { menuId, reason }, panel);
}

function closing(menuId: string, reason: string, animationMs = 0): { name: string; params: unknown } {
  return { name: "player.overlay.close", params: { menuId, reason, animationMs } };
}

/** Returns the native actions without panels and rows. */
function asked(harness: Harness): unknown[] {
  return harness.asked.map(({ name, params }) =>
    name === "player.overlay.open" ? `open ${(params as { menuId: string }).menuId}` : { name, params }
  );
}

Deno.test("a menu without a panel stays open when panels close", async () => {
  await using harness = readyHarness();
  await harness.call("menu.show", {}, { panel: null });
  harness.closePanel("p1");
  harness.closePanel("");
  await settle();
  assertEquals([asked(harness), harness.events], [["open menu-1"], []]);
});

Deno.test("a menu that is dismissed and closed while it opens has one dismiss event", async () => {
  const player = new OverlayPlayer();
  await using harness = new Harness({ player: player.script });
  void harness.call("menu.show", { items: rows });
  const closed = harness.call("menu.close");
  await settle();
  harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "early" });
  await player.answer("open", "menu-1");
  harness.clock.advance(0);
  await player.answer("close", "menu-1");
  await closed;
  assertEquals(harness.events, [dismiss("menu-1", "api")]);
});

Deno.test("early signals about a menu that fails to open are dropped", async () => {
  const player = new OverlayPlayer();
  await using harness = new Harness({ player: player.script });
  void harness.call("menu.show", { items: rows });
  await settle();
  harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "early" });
  await player.fail("open", "menu-1");
  harness.clock.advance(0);
  assertEquals(harness.events, []);
});

Deno.test("the end of the connection waits for the menu that is opening", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  const shown = harness.call("menu.show");
  await settle();
  const ended = harness.close();
  // When the bridge's input ends, all unanswered actions fail.
  await player.fail("open", "menu-1", notAnswered());
  await ended;
  assertEquals(await shown, { success: false, error: "Player did not answer" });
  assertEquals(asked(harness), ["open menu-1", closing("menu-1", "cancelled")]);
  assertEquals(harness.events, []);
});

Deno.test("the end of the connection waits for the menu that is closing", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  void harness.call("menu.show");
  await player.answer("open", "menu-1");
  harness.closePanel("p1");
  await settle();
  let ended = false;
  const end = harness.close().then(() => ended = true);
  await settle();
  assertEquals([ended, harness.events.length], [false, 0]);
  await player.fail("close", "menu-1", notAnswered());
  await end;
  assertEquals(harness.events, [dismiss("menu-1", "panelClosed")]);
});

Deno.test("a connection that ends with an early signal leaves no timer", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  void harness.call("menu.show", { items: rows });
  await settle();
  harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "early" });
  await player.answer("open", "menu-1");
  assertEquals(harness.clock.pendingTimers, 1);
  await harness.close();
  assertEquals(harness.events, [dismiss("menu-1", "early")]);
});

Deno.test("two connections have menus of their own", async () => {
  const [one, other] = [readyHarness(), readyHarness()];
  await one.call("menu.show");
  assertEquals((await other.call("menu.show"))["menuId"], "menu-1");
  await one.call("menu.close");
  assertEquals([one.events.length, other.events.length], [1, 0]);
  await one.close();
  await other.close();
});
