/**
 * Context menus: `menu.getContextMenu`, `menu.runContextCommand`, `menu.runContextCommandById`,
 * `menu.showNativePopup`.
 *
 * @module
 */

import type { Scene } from "../scene.ts";
import type { ResultOf } from "../stage.ts";
import { menuLines } from "./menu_lines.ts";

type Items = ResultOf<"menu.getContextMenu">["items"];

/** Menus that depend on what they are about. */
export const contextMenu: Scene = {
  title: "Context menus",
  about: "Menus that depend on what they are about: tracks by name, the playing track, the selection.",
  async play(stage) {
    const { player } = stage;
    await stage.deed("the user stops the music and selects two tracks", () => {
      player.user.stop();
      player.user.selectItems([2, 5]);
    }, "selection:changed");
    const { items } = await stage.call("menu.getContextMenu", { mode: "selection", locale: "fr" });
    stage.show(menuLines(items, 6));

    await stage.call("menu.runContextCommand", { command: "Playback queue/Add to playback queue" });
    stage.claim("both tracks are queued", player.queue.length === 2);
    const id = commandIdOf(items, "Playback queue/Flush playback queue");
    await stage.call("menu.runContextCommandById", { id, mode: "selection" });
    stage.claim("and out of the queue again", player.queue.length === 0);
    const unheard = await stage.call("menu.runContextCommand", { command: "Copy name" });
    stage.claim("of a command without a GUID nothing is heard again", !unheard.executionConfirmed);
    await stage.refused("menu.runContextCommand", { command: "Remove" }, "Command is ambiguous: Remove");
    await stage.refused("menu.runContextCommandById", { id: -1 }, "id is required");

    const handles = [{ path: "/music/unsorted/03 Who....mp3", subsong: 0 }];
    await stage.call("menu.getContextMenu", { mode: "handles", handles, withAvailability: false });
    await stage.refused(
      "menu.getContextMenu",
      { mode: "handles", handles: ["/music/private/x.wav"] },
      "No usable handles",
    );
    await stage.refused("menu.getContextMenu", { mode: "nowPlaying" }, "No track is playing");
    await stage.call("menu.showNativePopup", { mode: "playlist" });
    stage.claim("the native menu was shown", player.contextPopups.length === 1);
  },
};

function commandIdOf(items: Items, path: string): number {
  for (const item of items) {
    if (item.type === "separator") continue;
    if (item.type === "submenu") {
      const id = commandIdOf(item.children, path);
      if (id >= 0) return id;
    } else if (item.path.replaceAll("&", "") === path) {
      return item.commandId;
    }
  }
  return -1;
}
