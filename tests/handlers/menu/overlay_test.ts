import { assertEquals, assertRejects } from "@std/assert";
import { badAnswer, CancelledError, notAnswered } from "../../../host_stdio/player.ts";
import { Harness, PlayerFailure, type SentEvent } from "../../support/harness.ts";
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

/** A harness whose player opens and closes at once. */
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

/** What the player was asked, without the panels and the rows. */
function asked(harness: Harness): unknown[] {
  return harness.asked.map(({ name, params }) =>
    name === "player.overlay.open" ? `open ${(params as { menuId: string }).menuId}` : { name, params }
  );
}

/** Watches a call: what it has answered so far, and how many events had been sent then. */
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

Deno.test("menus are numbered in the order in which they are opened", async () => {
  const harness = readyHarness();
  const shows = await Promise.all(
    ["p1", "p2", "p3"].map((panel) => harness.call("menu.show", {}, { panel })),
  );
  assertEquals(shows.map(({ menuId }) => menuId), ["menu-1", "menu-2", "menu-3"]);
  await harness.close();
});

Deno.test("a new menu first closes the old one, at once, whose dismiss precedes the new answer", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  const first = watch(harness, harness.call("menu.show", { closeAnimationMs: 300 }));
  await player.answer("open", "menu-1");
  assertEquals(first.answer, { success: true, menuId: "menu-1" });
  const second = watch(harness, harness.call("menu.show", {}, { panel: "p2" }));
  await settle();
  assertEquals(asked(harness), ["open menu-1", closing("menu-1", "replaced", 0)]);
  assertEquals(harness.events, []);
  await player.answer("close", "menu-1");
  assertEquals(harness.events, [dismiss("menu-1", "replaced")]);
  assertEquals(second.answer, undefined);
  await player.answer("open", "menu-2");
  assertEquals(second, { answer: { success: true, menuId: "menu-2" }, eventsBefore: 1 });
  void harness.close();
  await settle();
  assertEquals(harness.events, [dismiss("menu-1", "replaced"), dismiss("menu-2", "shutdown", "p2")]);
});

Deno.test("menus that are shown while another is opening take turns, and each is dismissed once", async () => {
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
  // Each answer came before every event of its own menu.
  assertEquals(shows.map(({ eventsBefore }) => eventsBefore), [0, 1, 2]);
  void harness.close();
});

Deno.test("menu.close answers success and asks nothing when no menu is open", async () => {
  const harness = readyHarness();
  assertEquals(await harness.call("menu.close"), { success: true });
  assertEquals([harness.asked, harness.events], [[], []]);
  await harness.close();
});

Deno.test("menu.close hands its reason on, api when it is absent or of a wrong type", async () => {
  const harness = readyHarness();
  const reasons = [[undefined, "api"], [null, "api"], [5, "api"], [["x"], "api"], ["", ""], [
    "escape",
    "escape",
  ]];
  for (const [at, [given, reason]] of reasons.entries()) {
    await harness.call("menu.show");
    assertEquals(await harness.call("menu.close", { reason: given }), { success: true });
    const menuId = `menu-${at + 1}`;
    assertEquals(asked(harness).at(-1), closing(menuId, String(reason)));
    assertEquals(harness.events.at(-1), dismiss(menuId, String(reason)));
  }
  assertEquals(harness.events.length, reasons.length);
  await harness.close();
});

Deno.test("menu.close emits the dismiss once the player has answered, and not a second one", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  const show = harness.call("menu.show", { closeAnimationMs: 200 });
  await player.answer("open", "menu-1");
  await show;
  const closed = watch(harness, harness.call("menu.close"));
  await settle();
  assertEquals(asked(harness).at(-1), closing("menu-1", "api", 200));
  assertEquals([harness.events, closed.answer], [[], undefined]);
  await player.answer("close", "menu-1");
  assertEquals(closed, { answer: { success: true }, eventsBefore: 1 });
  harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "api" });
  assertEquals(await harness.call("menu.close"), { success: true });
  assertEquals(harness.events, [dismiss("menu-1", "api")]);
  await harness.close();
});

Deno.test("signals about a menu that is being closed are ignored", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  void harness.call("menu.show", { items: rows });
  await player.answer("open", "menu-1");
  const closed = harness.call("menu.close");
  await settle();
  const menuId = "menu-1";
  harness.signal("signal.overlayValueChanged", { menuId, itemId: "rating", value: 3 });
  harness.signal("signal.overlaySelected", { menuId, itemId: "plain" });
  harness.signal("signal.overlayDismissed", { menuId, reason: "outside" });
  assertEquals(harness.events, []);
  await player.answer("close", "menu-1");
  await closed;
  assertEquals(harness.events, [dismiss("menu-1", "api")]);
  await harness.close();
});

Deno.test("menu.close that finds a menu opening closes it as soon as it is open, after its answer", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  const shown = watch(harness, harness.call("menu.show", { closeAnimationMs: 7 }));
  const closed = watch(harness, harness.call("menu.close", {}, { panel: "p2" }));
  await settle();
  assertEquals(asked(harness), ["open menu-1"]);
  await player.answer("open", "menu-1");
  assertEquals(shown, { answer: { success: true, menuId: "menu-1" }, eventsBefore: 0 });
  assertEquals(closed.answer, undefined);
  await player.answer("close", "menu-1");
  assertEquals(closed.answer, { success: true });
  assertEquals(asked(harness), ["open menu-1", closing("menu-1", "api", 7)]);
  assertEquals(harness.events, [dismiss("menu-1", "api")]);
  await harness.close();
});

Deno.test("a menu that another panel closes is dismissed to the panel that opened it", async () => {
  const harness = readyHarness();
  await harness.call("menu.show", {}, { panel: "opener" });
  await harness.call("menu.close", {}, { panel: "other" });
  assertEquals(harness.events, [dismiss("menu-1", "api", "opener")]);
  await harness.close();
});

Deno.test("a menu that the player fails to close counts as gone and is dismissed all the same", async () => {
  for (const fault of [new PlayerFailure(), notAnswered(), badAnswer("player.overlay.close", "nonsense")]) {
    const player = new OverlayPlayer();
    const harness = new Harness({ player: player.script });
    void harness.call("menu.show");
    await player.answer("open", "menu-1");
    const closed = watch(harness, harness.call("menu.close"));
    await player.fail("close", "menu-1", fault);
    assertEquals(closed.answer, { success: true });
    assertEquals(harness.events, [dismiss("menu-1", "api")]);
    assertEquals(harness.reported.map(({ level }) => level), ["warning"]);
    const shown = watch(harness, harness.call("menu.show"));
    await player.answer("open", "menu-2");
    assertEquals(shown.answer, { success: true, menuId: "menu-2" });
    void harness.call("menu.show");
    await player.fail("close", "menu-2", fault);
    await player.answer("open", "menu-3");
    assertEquals(harness.events, [dismiss("menu-1", "api"), dismiss("menu-2", "replaced")]);
    void harness.close();
  }
});

Deno.test("menu.close answers success from a player that has no overlay", async () => {
  const harness = new Harness({ player: { "player.overlay.open": {} } });
  await harness.call("menu.show");
  assertEquals(await harness.call("menu.close"), { success: true });
  assertEquals(harness.events, [dismiss("menu-1", "api")]);
  await harness.close();
});

Deno.test("a menu that the player fails to open has no events, but the old one is gone", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  void harness.call("menu.show");
  await player.answer("open", "menu-1");
  const failed = watch(harness, harness.call("menu.show"));
  await player.answer("close", "menu-1");
  await player.fail("open", "menu-2");
  assertEquals(failed.answer, { success: false, error: "Player action failed: it broke" });
  harness.signal("signal.overlayDismissed", { menuId: "menu-2", reason: "x" });
  assertEquals(await harness.call("menu.close"), { success: true });
  assertEquals(harness.events, [dismiss("menu-1", "replaced")]);
  assertEquals(player.pending, []);
  const next = watch(harness, harness.call("menu.show"));
  await player.answer("open", "menu-3");
  assertEquals(next.answer, { success: true, menuId: "menu-3" });
  void harness.close();
});

Deno.test("a menu that may be open although the player has not said so is told to close", async () => {
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

Deno.test("a choice is a select and then a dismiss, and the player is asked to close with the exit animation", async () => {
  for (const itemId of ["plain", "child", "now"]) {
    const harness = readyHarness();
    await harness.call("menu.show", { items: rows, closeAnimationMs: 150 });
    harness.signal("signal.overlaySelected", { menuId: "menu-1", itemId });
    const expected = [event("menu:select", { menuId: "menu-1", itemId }), dismiss("menu-1", "select")];
    assertEquals(harness.events, expected);
    assertEquals(asked(harness), ["open menu-1", closing("menu-1", "select", 150)]);
    // Nothing more is heard of it.
    harness.signal("signal.overlaySelected", { menuId: "menu-1", itemId });
    harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "select" });
    await harness.call("menu.close");
    await harness.call("menu.show");
    assertEquals(harness.events, expected);
    assertEquals(asked(harness).slice(2), ["open menu-2"]);
    await harness.close();
  }
});

Deno.test("a choice of a row that cannot be chosen is ignored and the menu stays open", async () => {
  const harness = readyHarness();
  await harness.call("menu.show", { items: rows });
  for (const itemId of ["unknown", "", "off", "parent", "line", "rating", "slider", "segmented"]) {
    harness.signal("signal.overlaySelected", { menuId: "menu-1", itemId });
    assertEquals(harness.events, [], itemId);
  }
  assertEquals(asked(harness), ["open menu-1"]);
  harness.signal("signal.overlaySelected", { menuId: "menu-1", itemId: "plain" });
  assertEquals(harness.events.length, 2);
  await harness.close();
});

Deno.test("a value that the row takes is an event and the menu stays open", async () => {
  const harness = readyHarness();
  await harness.call("menu.show", { items: rows });
  const changes = [["rating", 5], ["slider", 10], ["slider", 20], ["segmented", 0], ["now", -3]] as const;
  for (const [itemId, value] of changes) {
    harness.signal("signal.overlayValueChanged", { menuId: "menu-1", itemId, value });
    assertEquals(harness.events.pop(), event("menu:valueChanged", { menuId: "menu-1", itemId, value }));
  }
  assertEquals(asked(harness), ["open menu-1"]);
  await harness.call("menu.close");
  assertEquals(harness.events, [dismiss("menu-1", "api")]);
  await harness.close();
});

Deno.test("a value out of the row's range, or of a row or segment that takes none, is ignored", async () => {
  const harness = readyHarness();
  await harness.call("menu.show", { items: [...rows, { id: "dead", type: "rating", enabled: false }] });
  const changes = [
    ["rating", -1],
    ["rating", 6],
    ["slider", 9],
    ["slider", 21],
    ["segmented", 1],
    ["segmented", 2],
    ["segmented", -1],
    ["plain", 1],
    ["dead", 1],
    ["unknown", 1],
    ["", 1],
  ] as const;
  for (const [itemId, value] of changes) {
    harness.signal("signal.overlayValueChanged", { menuId: "menu-1", itemId, value });
  }
  assertEquals(harness.events, []);
  await harness.close();
});

Deno.test("a menu that the user dismisses passes the player's reason on and is not asked to close", async () => {
  const harness = readyHarness();
  await harness.call("menu.show");
  harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "outside" });
  harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "again" });
  await harness.call("menu.close");
  assertEquals(harness.events, [dismiss("menu-1", "outside")]);
  assertEquals(asked(harness), ["open menu-1"]);
  await harness.close();
});

Deno.test("signals about an old menu or one that never was are ignored", async () => {
  const harness = readyHarness();
  await harness.call("menu.show", { items: rows });
  await harness.call("menu.show", { items: rows });
  harness.events.length = 0;
  for (const menuId of ["menu-1", "menu-3", "menu-0", "", "MENU-2"]) {
    harness.signal("signal.overlayValueChanged", { menuId, itemId: "rating", value: 3 });
    harness.signal("signal.overlaySelected", { menuId, itemId: "plain" });
    harness.signal("signal.overlayDismissed", { menuId, reason: "x" });
  }
  assertEquals(harness.events, []);
  harness.signal("signal.overlayDismissed", { menuId: "menu-2", reason: "x" });
  assertEquals(harness.events, [dismiss("menu-2", "x")]);
  await harness.close();
});

Deno.test("signals that are about no menu are ignored", async () => {
  const harness = readyHarness();
  await harness.call("menu.show");
  harness.signal("signal.selectionChanged", {});
  harness.signal("signal.playlistsChanged", { order: [] });
  assertEquals(harness.events.filter(({ event }) => event.startsWith("menu:")), []);
  harness.clock.advance(1000);
  await harness.close();
});

Deno.test("the events of a menu go to the panel that opened it, of one that no panel opened to all", async () => {
  for (const panel of ["p9", null]) {
    const harness = readyHarness();
    await harness.call("menu.show", { items: rows }, { panel });
    harness.signal("signal.overlayValueChanged", { menuId: "menu-1", itemId: "rating", value: 3 });
    harness.signal("signal.overlaySelected", { menuId: "menu-1", itemId: "plain" });
    const audience = panel === null ? "all" as const : { panel };
    assertEquals(harness.events.map(({ audience }) => audience), [audience, audience, audience]);
    await harness.close();
  }
});

Deno.test("the menu of a panel that closes is closed in the player, and dismissed once it has answered", async () => {
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

Deno.test("the menu of a panel that closes while it is opening is closed as soon as it is open", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  const shown = watch(harness, harness.call("menu.show"));
  await settle();
  harness.closePanel("p1");
  await player.answer("open", "menu-1");
  assertEquals(shown, { answer: { success: true, menuId: "menu-1" }, eventsBefore: 0 });
  await player.answer("close", "menu-1");
  assertEquals(harness.events, [dismiss("menu-1", "panelClosed")]);
  await harness.close();
});

Deno.test("a menu that is shown while that of a closed panel is closing waits for it", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  void harness.call("menu.show");
  await player.answer("open", "menu-1");
  harness.closePanel("p1");
  const next = watch(harness, harness.call("menu.show", {}, { panel: "p2" }));
  await settle();
  assertEquals(asked(harness), ["open menu-1", closing("menu-1", "panelClosed")]);
  await player.answer("close", "menu-1");
  await player.answer("open", "menu-2");
  assertEquals(next, { answer: { success: true, menuId: "menu-2" }, eventsBefore: 1 });
  void harness.close();
});

Deno.test("the menu of no panel outlives every panel", async () => {
  const harness = readyHarness();
  await harness.call("menu.show", {}, { panel: null });
  harness.closePanel("p1");
  harness.closePanel("");
  await settle();
  assertEquals([asked(harness), harness.events], [["open menu-1"], []]);
  await harness.close();
});

Deno.test("a menu whose call is cancelled before its turn is not opened, and the open one stays", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  const controller = new AbortController();
  void harness.call("menu.show");
  const cancelled = watch(harness, harness.call("menu.show", {}, { signal: controller.signal }));
  await settle();
  controller.abort();
  await player.answer("open", "menu-1");
  assertEquals(cancelled.answer, "cancelled");
  assertEquals([asked(harness), harness.events], [["open menu-1"], []]);
  void harness.close();
});

Deno.test("a menu whose call is cancelled while the old one closes is not opened, and the old one is dismissed", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  const controller = new AbortController();
  void harness.call("menu.show");
  await player.answer("open", "menu-1");
  const cancelled = watch(harness, harness.call("menu.show", {}, { signal: controller.signal }));
  await settle();
  controller.abort();
  await player.answer("close", "menu-1");
  assertEquals(cancelled.answer, "cancelled");
  assertEquals(harness.events, [dismiss("menu-1", "replaced")]);
  assertEquals(player.pending, []);
  await harness.close();
});

Deno.test("a menu whose call is cancelled while it opens is closed again without events, before the next one opens", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  const controller = new AbortController();
  const cancelled = watch(harness, harness.call("menu.show", {}, { signal: controller.signal }));
  const next = watch(harness, harness.call("menu.show", {}, { panel: "p2" }));
  await settle();
  controller.abort();
  harness.signal("signal.overlayDismissed", { menuId: "menu-1", reason: "early" });
  await player.answer("open", "menu-1");
  assertEquals(cancelled.answer, undefined);
  await player.answer("close", "menu-1");
  assertEquals(cancelled.answer, "cancelled");
  await player.answer("open", "menu-2");
  assertEquals(next.answer, { success: true, menuId: "menu-2" });
  harness.clock.advance(0);
  assertEquals(asked(harness), ["open menu-1", closing("menu-1", "cancelled"), "open menu-2"]);
  assertEquals(harness.events, []);
  void harness.close();
});

Deno.test("a cancelled call is told so", async () => {
  const harness = readyHarness();
  const signal = AbortSignal.abort();
  await assertRejects(() => harness.call("menu.show", {}, { signal }), CancelledError);
  await harness.close();
});

Deno.test("what the user does before the player has answered the opening follows our own answer, in its order", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  const shown = watch(harness, harness.call("menu.show", { items: rows }));
  await settle();
  const menuId = "menu-1";
  harness.signal("signal.overlayValueChanged", { menuId, itemId: "rating", value: 2 });
  harness.signal("signal.overlaySelected", { menuId, itemId: "plain" });
  harness.signal("signal.overlayDismissed", { menuId, reason: "x" });
  await player.answer("open", "menu-1");
  assertEquals(shown, { answer: { success: true, menuId }, eventsBefore: 0 });
  assertEquals(harness.events, []);
  harness.clock.advance(0);
  const expected = [
    event("menu:valueChanged", { menuId, itemId: "rating", value: 2 }),
    event("menu:select", { menuId, itemId: "plain" }),
    dismiss(menuId, "select"),
  ];
  assertEquals(harness.events, expected);
  await player.answer("close", "menu-1");
  await harness.close();
  assertEquals(harness.events, expected);
});

Deno.test("an early signal is heard before a later one", async () => {
  const player = new OverlayPlayer();
  const harness = new Harness({ player: player.script });
  void harness.call("menu.show", { items: rows });
  await settle();
  const menuId = "menu-1";
  harness.signal("signal.overlayValueChanged", { menuId, itemId: "rating", value: 2 });
  await player.answer("open", "menu-1");
  harness.signal("signal.overlayValueChanged", { menuId, itemId: "rating", value: 3 });
  assertEquals(harness.events.map(({ data }) => (data as { value: number }).value), [2, 3]);
  assertEquals(harness.clock.pendingTimers, 0);
  void harness.close();
});

Deno.test("a menu that is dismissed early and closed meanwhile is dismissed once", async () => {
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

Deno.test("early signals about a menu that does not open are forgotten", async () => {
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
  // At the end of the input, everything that the player has not answered fails at once.
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

Deno.test("the end of the connection finds an early signal and leaves no timer behind", async () => {
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
