/**
 * The namespace `misc`, but for what ends the player.
 *
 * @module
 */

import type { Scene } from "../scene.ts";

/** The player as a program. */
export const program: Scene = {
  title: "The player as a program",
  about: "Its directories, its windows and dialogs.",
  async play(stage) {
    const { player } = stage;
    await stage.call("misc.getComponentPath");
    await stage.call("misc.getFoobarPath");
    const { path } = await stage.call("misc.getProfilePath");
    stage.claim("that is where the bridge writes its logs", path === stage.profile);
    await stage.call("misc.showConsole");
    await stage.call("misc.showPreferences");
    stage.claim(
      "the player has run both commands",
      player.appCommands.join() === "showConsole,showPreferences",
    );
    await stage.call("misc.showLibrarySearch", { query: "artist HAS lights" });
    await stage.call("misc.showPopupMessage", { msg: "Written for an older version", title: "Hello" });
    await stage.deed("a dialog opens and waits for an answer", () => player.user.openDialog());
    await stage.refused("misc.showPreferences", {}, "The player did not run the command");
    await stage.deed("the user closes the dialog", () => player.user.closeDialog());
  },
};
