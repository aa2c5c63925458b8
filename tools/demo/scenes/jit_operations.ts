/**
 * The rest of the namespace `jitQueue`.
 *
 * @module
 */

import type { Scene } from "../scene.ts";
import { programme } from "./jit_programme.ts";

/** Whole batches, and what can go wrong. */
export const jitOperations: Scene = {
  title: "Batches, and what can go wrong",
  about: "A batch of tracks at once, skipping, the page that has no more, a user who removes the playlist.",
  async play(stage) {
    const { player } = stage;
    const urls = programme.slice(0, 4).map(({ url }) => url);
    await stage.call("jitQueue.preloadBatch", { urls: [...urls, "", 42], startIndex: 1 }, {
      events: ["jitQueue:trackChanged"],
    });
    await stage.call("jitQueue.preloadBatch", {
      urls: ["/music/Marble Arcade/Live at the Observatory/Live at the Observatory.cue|subsong:2"],
      replace: false,
    });
    await stage.call("jitQueue.getState");
    await stage.call("jitQueue.skip", {}, { events: ["jitQueue:trackChanged"] });
    await stage.refused("jitQueue.preloadBatch", { urls: [] }, "Empty URL list");
    await stage.refused("jitQueue.preloadBatch", { urls, startIndex: 4 }, "startIndex out of range");
    await stage.refused(
      "jitQueue.preloadBatch",
      { urls: Array.from({ length: 10_001 }, (_url, index) => `https://radio.example/${index}.mp3`) },
      "Batch exceeds maximum size (10000)",
    );
    await stage.call("jitQueue.notifyEmpty");
    await stage.call("jitQueue.stop");
    await stage.refused("jitQueue.enqueueNext", { trackId: "x", url: urls[0] }, "No active JIT session");
    await stage.refused("jitQueue.playNow", { trackId: "", url: urls[0] }, "trackId is required");

    await stage.call("jitQueue.playNow", { trackId: "gone", url: "https://nothing.example/a.mp3" }, {
      events: ["jitQueue:error", "jitQueue:needNext"],
    });
    await stage.call("jitQueue.playNow", { trackId: "back", url: urls[0], title: "Back again" }, {
      events: ["jitQueue:trackChanged"],
    });
    await stage.deed("the user removes the playlist of the session", () => {
      const index = player.playlists.findIndex(({ name }) => name === "__webview_buffer__");
      player.user.unlockPlaylist(index);
      player.user.removePlaylist(index);
    }, "jitQueue:error");
    await stage.call("jitQueue.getState");
    await stage.call("jitQueue.clear");
  },
};
