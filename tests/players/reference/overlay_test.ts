import "../../support/deadline.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { ActionParams } from "../../../host_stdio/api/native_actions.ts";
import type { OverlayRow } from "../../../host_stdio/api/shapes.ts";
import { StrictPlayer } from "./strict_player.ts";

type Open = ActionParams<"player.overlay.open">;

function row(id: string, more: Partial<OverlayRow> = {}): OverlayRow {
  return { id, label: id, type: "normal", enabled: true, checked: false, ...more };
}

function menu(items: OverlayRow[], menuId = "menu-1"): Open {
  return {
    menuId,
    items,
    x: null,
    y: 4,
    windowMode: "fullscreen",
    css: null,
    cssReplace: false,
    backdrop: "none",
    backdropDarkMode: true,
  };
}

const rows = [
  row("plain"),
  row("grey", { enabled: false }),
  row("", { type: "separator" }),
  row("more", { submenu: [row("deep"), row("deeper", { submenu: [row("deepest", { enabled: false })] })] }),
  row("closed", { enabled: false, submenu: [row("behind")] }),
  row("now", { type: "nowplaying" }),
  row("stars", { type: "rating", value: 2 }),
  row("volume", { type: "slider", value: 0, min: -10, max: 10 }),
  row("bare", { type: "slider" }),
  row("view", {
    type: "segmented",
    value: 0,
    segments: [{ id: "a", label: "A", enabled: true }, { id: "b", label: "B", enabled: false }],
  }),
  row("off", { type: "rating", value: 0, enabled: false }),
];

Deno.test("overlay: opens with the given rows", async () => {
  using strict = new StrictPlayer();
  assertEquals(await strict.ask("player.overlay.open", menu(rows)), {});
  assertEquals(strict.player.facts.overlay, menu(rows));
});

Deno.test("overlay: only one can be open", async () => {
  using strict = new StrictPlayer();
  await strict.ask("player.overlay.open", menu([row("a")]));
  assertStringIncludes((await strict.refusal("player.overlay.open", menu([], "menu-2"))).message, "menu-1");
  assertEquals(strict.player.facts.overlay?.menuId, "menu-1");
});

Deno.test("overlay: a chosen row closes it and is signalled", async () => {
  for (const id of ["plain", "deep", "now"]) {
    using strict = new StrictPlayer();
    await strict.ask("player.overlay.open", menu(rows));
    assertEquals(strict.user.chooseRow(id), true);
    assertEquals(strict.take(), [{
      name: "signal.overlaySelected",
      params: { menuId: "menu-1", itemId: id },
    }]);
    assertEquals(strict.player.facts.overlay, null);
    assertEquals(strict.user.chooseRow(id), false);
  }
});

Deno.test("overlay: clicks on other rows leave it open", async () => {
  using strict = new StrictPlayer();
  await strict.ask("player.overlay.open", menu(rows));
  for (const id of ["grey", "", "more", "deeper", "deepest", "behind", "stars", "volume", "view", "none"]) {
    assertEquals(strict.user.chooseRow(id), false, id);
  }
  assertEquals(strict.user.chooseRow("plain", "menu-2"), false);
  assertEquals(strict.signalled(), []);
  assertEquals(strict.user.chooseRow("plain", "menu-1"), true);
});

Deno.test("overlay: a rich row takes the values within its range, and the overlay stays open", async () => {
  using strict = new StrictPlayer();
  await strict.ask("player.overlay.open", menu(rows));
  const taken = [["stars", 0], ["stars", 5], ["volume", -10], ["volume", 10], ["bare", 100], [
    "view",
    0,
  ]] as const;
  const refused = [
    ["stars", -1],
    ["stars", 6],
    ["stars", 2.5],
    ["volume", 11],
    ["volume", -11],
    ["bare", 101],
    ["bare", -1],
    ["view", 1],
    ["view", 2],
    ["off", 1],
    ["plain", 1],
    ["none", 1],
  ] as const;
  for (const [itemId, value] of taken) {
    assertEquals(strict.user.changeRow(itemId, value), true);
    assertEquals(strict.take(), [{
      name: "signal.overlayValueChanged",
      params: { menuId: "menu-1", itemId, value },
    }]);
  }
  for (const [itemId, value] of refused) assertEquals(strict.user.changeRow(itemId, value), false, itemId);
  assertEquals(strict.user.changeRow("stars", 1, "menu-2"), false);
  assertEquals(strict.signalled(), []);
  assertEquals(strict.player.facts.overlay?.items.find(({ id }) => id === "stars")?.value, 5);
});

Deno.test("overlay: dismissing closes it without a choice", async () => {
  using strict = new StrictPlayer();
  assertEquals(strict.user.dismissMenu(), false);
  await strict.ask("player.overlay.open", menu([]));
  assertEquals(strict.user.dismissMenu("click outside"), true);
  assertEquals(strict.take(), [{
    name: "signal.overlayDismissed",
    params: { menuId: "menu-1", reason: "click outside" },
  }]);
  assertEquals(strict.player.facts.overlay, null);
});

Deno.test("overlay: the bridge closes it without a signal", async () => {
  using strict = new StrictPlayer();
  await strict.ask("player.overlay.open", menu(rows));
  const closing = { menuId: "menu-1", reason: "api", animationMs: 200 };
  assertEquals(await strict.ask("player.overlay.close", closing), {});
  assertEquals(strict.player.facts.overlay, null);
  assertEquals(strict.user.chooseRow("plain"), false);
  assertEquals(strict.signalled(), []);
});

Deno.test("overlay: closing one that is not open does nothing", async () => {
  using strict = new StrictPlayer();
  const closing = { menuId: "menu-1", reason: "api", animationMs: 0 };
  assertEquals(await strict.ask("player.overlay.close", closing), {});
  await strict.ask("player.overlay.open", menu([], "menu-2"));
  assertEquals(await strict.ask("player.overlay.close", closing), {});
  assertEquals(strict.player.facts.overlay?.menuId, "menu-2");
});

Deno.test("overlay: a scripted user acts after the answer, step by step", async () => {
  using strict = new StrictPlayer({
    overlayUser: ({ items }) => [
      { change: "stars", value: 4 },
      { after: 100, change: "volume", value: -3 },
      { after: 100, choose: items[0]?.id ?? "" },
      { dismiss: "too late" },
    ],
  });
  await strict.ask("player.overlay.open", menu(rows));
  assertEquals(strict.signalled(), []);
  strict.clock.advance(0);
  assertEquals(strict.signalled(), ["overlayValueChanged"]);
  strict.clock.advance(199);
  assertEquals(strict.signalled(), ["overlayValueChanged"]);
  strict.clock.advance(1);
  assertEquals(strict.signalled(), ["overlaySelected"]);
  strict.clock.advance(1000);
  assertEquals([strict.signalled(), strict.clock.pendingTimers], [[], 0]);
});

Deno.test("overlay: a scripted user can dismiss it, or leave it open", async () => {
  using strict = new StrictPlayer({
    overlayUser: ({ menuId }) => menuId === "menu-1" ? [{ dismiss: "x" }] : undefined,
  });
  await strict.ask("player.overlay.open", menu([]));
  strict.clock.advance(0);
  assertEquals(strict.take(), [{
    name: "signal.overlayDismissed",
    params: { menuId: "menu-1", reason: "x" },
  }]);
  await strict.ask("player.overlay.open", menu([], "menu-2"));
  strict.clock.advance(1000);
  assertEquals(strict.player.facts.overlay?.menuId, "menu-2");
});

Deno.test("overlay: remaining steps do not apply to the next menu", async () => {
  using strict = new StrictPlayer({
    overlayUser: ({ menuId }) =>
      menuId === "menu-1" ? [{ choose: "plain" }, { dismiss: "left over" }] : undefined,
  });
  strict.player.onSignal(() => void strict.ask("player.overlay.open", menu(rows, "menu-2")));
  await strict.ask("player.overlay.open", menu(rows));
  strict.clock.advance(1000);
  assertEquals(strict.signalled(), ["overlaySelected"]);
  assertEquals(strict.player.facts.overlay?.menuId, "menu-2");
});

Deno.test("overlay: when the bridge closes it, remaining steps are dropped", async () => {
  using strict = new StrictPlayer({ overlayUser: () => [{ after: 10, choose: "plain" }] });
  await strict.ask("player.overlay.open", menu(rows));
  await strict.ask("player.overlay.close", { menuId: "menu-1", reason: "api", animationMs: 0 });
  assertEquals(strict.clock.pendingTimers, 0);
  await strict.ask("player.overlay.open", menu(rows, "menu-2"));
});
