import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { badAnswer, CancelledError, notAnswered } from "../../../host_stdio/player.ts";
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

/** Records a call's answer and the number of events sent before it. */
function watch(
  harness: Harness,
  call: Promise<Record<string, unknown>>,
): { answer?: unknown; eventsBefore?: number } {
  const seen: { answer?: unknown; eventsBefore?: number } = {};
  call.then(
    (answer) => Object.assign(seen, { answer, eventsBefore: harness.events.length }),
    (error: unknown) => {
      seen.answer = error instanceof CancelledError ? "cancelled" : error;
    },
  );
  return seen;
}

Deno.test("menus shown while another one opens take turns, and each has one dismiss event", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  const shows = ["p1", "p2", "p3"].map((panel) => watch(harness, harness.call("menu.show", {}, { panel })));
  await settle();
  assertEquals(asked(harness), ["open menu-1"]);
  await player.answer("open", "menu-1");
  assertEquals(shows.map(({ answer }) => answer), [
    { success: true, menuId: "menu-1" },
    undefined,
    undefined,
  ]);
  await player.answer("close", "menu-1");
  await player.answer("open", "menu-2");
  await player.answer("close", "menu-2");
  await player.answer("open", "menu-3");
  assertEquals(shows[2]?.answer, { success: true, menuId: "menu-3" });
  assertEquals(harness.events, [dismiss("menu-1", "replaced"), dismiss("menu-2", "replaced", "p2")]);
  // Each answer came before the events of its menu.
  assertEquals(shows.map(({ eventsBefore }) => eventsBefore), [0, 1, 2]);
  void harness.close();
});

Deno.test("a menu with a failed open that may have taken effect is closed", async () => {
  for (const fault of [notAnswered(), badAnswer("player.overlay.open", "nonsense")]) {
    const player = new OverlayPlayer();
    const harness = new Harness({ player: player.script });
    const shown = watch(harness, harness.call("menu.show"));
    await player.fail("open", "menu-1", fault);
    assertEquals(shown.answer, { success: false, error: fault.message });
    assertEquals(asked(harness), ["open menu-1", closing("menu-1", "cancelled")]);
    assertEquals(harness.events, []);
    await harness.close();
  }
});

Deno.test("a panel's menu is closed with it and dismissed when the player has answered", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  void harness.call("menu.show", { closeAnimationMs: 500 });
  await player.answer("open", "menu-1");
  harness.closePanel("p2");
  await settle();
  assertEquals(asked(harness), ["open menu-1"]);
  harness.closePanel("p1");
  await settle();
  assertEquals(asked(harness).at(-1), closing("menu-1", "panelClosed", 0));
  assertEquals(harness.events, []);
  harness.closePanel("p1");
  await player.answer("close", "menu-1");
  assertEquals(harness.events, [dismiss("menu-1", "panelClosed")]);
  assertEquals(player.pending, []);
  await harness.close();
});

Deno.test("a menu without a panel stays open when panels close", async () => {
  const harness = readyHarness();
  await harness.call("menu.show", {}, { panel: null });
  harness.closePanel("p1");
  harness.closePanel("");
  await settle();
  assertEquals([asked(harness), harness.events], [["open menu-1"], []]);
  await harness.close();
});

Deno.test("a menu that is dismissed and closed while it opens has one dismiss event", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  void harness.call("menu.show", { items: rows });
  const closed = harness.call("menu.close");
  await settle();
  harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "early" });
  await player.answer("open", "menu-1");
  harness.clock.advance(0);
  await player.answer("close", "menu-1");
  await closed;
  assertEquals(harness.events, [dismiss("menu-1", "api")]);
  await harness.close();
});

Deno.test("early signals about a menu that fails to open are dropped", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  void harness.call("menu.show", { items: rows });
  await settle();
  harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "early" });
  await player.fail("open", "menu-1");
  harness.clock.advance(0);
  assertEquals(harness.events, []);
  await harness.close();
});

Deno.test("at the end of the connection the open menu is dismissed and told to close", async () => {
  const harness = readyHarness();
  await harness.call("menu.show", { closeAnimationMs: 500 }, { panel: "p4" });
  await harness.close();
  assertEquals(asked(harness), ["open menu-1", closing("menu-1", "shutdown", 0)]);
  assertEquals(harness.events, [dismiss("menu-1", "shutdown", "p4")]);
});

Deno.test("the end of the connection waits for the menu that is opening", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  const shown = watch(harness, harness.call("menu.show"));
  await settle();
  const ended = harness.close();
  // When the bridge's input ends, all unanswered actions fail.
  await player.fail("open", "menu-1", notAnswered());
  await ended;
  assertEquals(shown.answer, { success: false, error: "Player did not answer" });
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
