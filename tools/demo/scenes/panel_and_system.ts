/**
 * The namespace `panel`, and of `system` what tells of the desktop.
 *
 * @module
 */

import type { Scene } from "../scene.ts";

/** A panel and its surroundings. */
export const panelAndSystem: Scene = {
  title: "A panel and the desktop around it",
  about: "Two panels on two displays: each sees its own configuration and its own resolution.",
  async play(stage) {
    const { player } = stage;
    await stage.call("panel.getConfig");
    await stage.call("panel.setConfig", { panelName: "Lyrics", grabFocus: true });
    stage.claim("only what differs was sent", player.panels["p1"]?.panelName === "Lyrics");
    await stage.call("panel.setConfig", { panelName: "Lyrics" });
    await stage.call("panel.getConfig", {}, { panel: "p2" });
    await stage.refused("panel.getConfig", {}, "Panel not found", { panel: null });
    await stage.refused("panel.setConfig", { grabFocus: "yes" }, "grabFocus must be a boolean");

    await stage.call("system.getDPI");
    await stage.call("system.getDPI", {}, { panel: "p2" });
    await stage.deed("the user drags the first panel to the other display", () => {
      player.user.movePanel("p1", 192);
    });
    await stage.call("system.getDPI");
    await stage.call("system.getLocale");
    await stage.deed("the user moves to Brazil", () => player.user.changeLocale("pt-BR"));
    await stage.call("system.getLocale");
    await stage.deed("the sun rises", () => player.user.changeTheme({ darkMode: false }));
    await stage.call("system.getTheme");
  },
};
