/**
 * The namespace `selection`.
 *
 * @module
 */

import type { Scene } from "../scene.ts";

/** The selection, from the user's side and from a page's. */
export const selection: Scene = {
  title: "The selection",
  about: "What the user selects, pages hear of; what a page selects, the player shows.",
  async play(stage) {
    const { player } = stage;
    await stage.deed(
      "the user selects three tracks",
      () => player.user.selectItems([0, 3, 6]),
      "selection:changed",
    );
    await stage.call("selection.get");
    await stage.call("selection.getType");
    await stage.deed(
      "the user opens the library, where 200,000 tracks are selected",
      () => player.user.selectInLibrary("all"),
      "selection:changed",
    );
    const page = await stage.call("selection.get");
    stage.claim("of 200,000 tracks a hundred came", page.count === 200_000 && page.handles.length === 100);
    await stage.call("selection.get", { offset: 199_998, limit: 0 });

    await stage.call("selection.set", {
      handles: [
        "/music/unsorted/02 R.E.M. style.mp3",
        "/music/K. Hoshino/Rocket Badger II/Rocket Badger II.nsf|subsong:3",
      ],
    }, { events: ["selection:changed"] });
    await stage.refused("selection.set", { handles: [] }, "handles array is empty");
    await stage.refused("selection.set", { handles: ["/music/nothing here"] }, "No valid handles found");
    await stage.deed("a dialog opens and waits for an answer", () => player.user.openDialog());
    await stage.refused(
      "selection.set",
      { handles: ["/music/unsorted/02 R.E.M. style.mp3"] },
      "Failed to acquire selection holder",
    );
    await stage.deed("the user closes the dialog", () => player.user.closeDialog());

    await stage.call("selection.setPlaylistTracking", { mode: "playlist" }, {
      events: ["selection:changed"],
    });
    await stage.deed("the user plays the second track of the first playlist", () => player.user.play(0, 1));
    await stage.call("selection.getViewerMode");
    await stage.call("selection.getViewingTrack");
    await stage.deed(
      "the user wants the selection to follow the playing track",
      () => player.user.followPlayback(),
      "selection:changed",
    );
    await stage.call("selection.getViewerMode");
    await stage.call("selection.getViewingTrack", { includeTrackInfo: true });
    await stage.call("selection.setPlaylistTracking", {}, { events: ["selection:changed"] });
  },
};
