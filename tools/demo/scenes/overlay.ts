/**
 * The self-drawn menu overlay: `menu.show`, `menu.close` and the events of menus.
 *
 * @module
 */

import type { Scene } from "../scene.ts";

/** A page's own menu. */
export const overlay: Scene = {
  title: "A menu of a page's own",
  about: "Rows that can be chosen and rows with a value; one menu at a time, and each with exactly one end.",
  async play(stage) {
    const { player } = stage;
    const items = [
      { type: "nowplaying", id: "now", title: "Nine Fathoms Down", subtitle: "Harbour Lights" },
      { type: "rating", id: "stars", label: "Rating", value: 2 },
      { type: "slider", id: "volume", label: "Volume", value: 70 },
      { type: "segmented", id: "view", segments: [{ label: "List" }, { label: "Covers" }], value: 0 },
      { type: "separator" },
      { id: "queue", label: "Add to queue" },
      { id: "share", label: "Share", submenu: [{ id: "copy", label: "Copy link" }] },
      { id: "burn", label: "Burn to disc", enabled: false },
    ];
    await stage.call("menu.show", { items, x: 200, y: 120, windowMode: "contentSized", backdrop: "mica" });
    await stage.deed(
      "the user gives four stars",
      () => player.user.changeRow("stars", 4),
      "menu:valueChanged",
    );
    await stage.deed(
      "turns the volume down",
      () => player.user.changeRow("volume", 35),
      "menu:valueChanged",
    );
    await stage.deed(
      "and chooses “Copy link” in the submenu",
      () => player.user.chooseRow("copy"),
      "menu:select",
      "menu:dismiss",
    );

    await stage.call("menu.show", { items: [{ id: "one", label: "One" }] });
    await stage.call("menu.show", { items: [{ id: "two", label: "Two" }] }, { panel: "p2" });
    await stage.deed("the user presses Escape", () => player.user.dismissMenu(), "menu:dismiss");
    await stage.call("menu.show", { items, closeAnimationMs: 150 });
    await stage.call("menu.close", { reason: "page-hidden" });
    await stage.call("menu.close");
    stage.claim("no menu is open", player.overlay === null);

    await stage.refused("menu.show", {
      items: Array.from({ length: 513 }, (_row, index) => ({ id: `row-${index}`, label: `Row ${index}` })),
    }, "menu resource limit exceeded: items");
    await stage.refused("menu.show", { css: "x".repeat(262_145) }, "menu resource limit exceeded: css");
    await stage.refused("menu.show", { items: "all of them" }, "items must be an array");
  },
};
