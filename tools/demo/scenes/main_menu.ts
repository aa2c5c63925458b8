/**
 * The main menu: `menu.getMainMenu`, `menu.runMainMenuCommand`.
 *
 * @module
 */

import type { Scene } from "../scene.ts";
import { menuLines } from "./menu_lines.ts";

/** Commands by name, by path and by GUID, and those that are refused. */
export const mainMenu: Scene = {
  title: "The main menu",
  about: "The player's own menu, translated; commands run by name, by path and by GUID, never by guess.",
  async play(stage) {
    const { player } = stage;
    const whole = await stage.call("menu.getMainMenu", { locale: "de" });
    stage.show(menuLines(whole.items, 4));
    const { items: [layout] } = await stage.call("menu.getMainMenu", { root: "View/Layout" });

    await stage.call("menu.runMainMenuCommand", { command: "full screen" });
    await stage.call("menu.runMainMenuCommand", { command: "Playback/Order/Shuffle (tracks)" });
    stage.claim("the playback order is another one", player.playbackOrder > 0);
    const { guid } = await stage.call("menu.runMainMenuCommand", { command: "Playback/Order/Default" });
    await stage.call("menu.runMainMenuCommand", { command: guid.toLowerCase() });
    stage.claim("and the usual one again", player.playbackOrder === 0);
    if (layout?.type !== "command") throw new Error("the menu of layouts is empty");
    await stage.call("menu.runMainMenuCommand", { command: layout.guid, subGuid: layout.subGuid });

    const before = player.commandsRun.length;
    await stage.refused("menu.runMainMenuCommand", { command: "Search" }, "Command is ambiguous: Search");
    await stage.refused("menu.runMainMenuCommand", { command: "Undo" }, "Command is currently disabled");
    await stage.refused("menu.runMainMenuCommand", { command: "File/Undo" }, "Command not found: File/Undo");
    await stage.refused(
      "menu.runMainMenuCommand",
      { command: guid, subGuid: "{}" },
      "Invalid subGuid format",
    );
    await stage.refused("menu.getMainMenu", { root: "Attic" }, "Menu not found: Attic");
    stage.claim("none of the refused ones has run anything", player.commandsRun.length === before);
  },
};
