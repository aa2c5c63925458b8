/**
 * The namespace `queue`.
 *
 * @module
 */

import type { Scene } from "../scene.ts";
import type { Stage } from "../stage.ts";

/** A queue is built, put into another order, and taken apart. */
export const queue: Scene = {
  title: "The playback queue",
  about: "A queue from a playlist and from paths, an entry moved to the top, entries removed, none lost.",
  async play(stage) {
    const { player } = stage;
    await stage.call("queue.add", { playlist: 0, tracks: [4, 1, 9999, 1] });
    await stage.call("queue.add", { track: 6 });
    await stage.call("queue.addPaths", {
      paths: [
        "/music/Marble Arcade/Live at the Observatory/Live at the Observatory.cue|subsong:3",
        "/music/Café Régence",
        "/music/nothing here",
        "https://radio.example/live",
      ],
    });
    await showQueue(stage);
    await stage.call("queue.moveToTop", { index: 3 });
    await stage.call("queue.remove", { index: 1 });
    await stage.call("queue.remove", { indices: [0, 0, 77] });
    await showQueue(stage);
    await stage.call("queue.getCount");

    await stage.refused("queue.moveToTop", { index: 0 }, "Invalid index or already at top");
    await stage.refused("queue.add", { playlist: 77, track: 0 }, "Invalid playlist index");
    await stage.refused("queue.add", { tracks: [0, "1"] }, "tracks[1] must be an integer");
    await stage.refused("queue.addPaths", {
      paths: ["/music/unsorted"],
      useQueuePlaylist: false,
      playlist: 1,
    }, "Playlist is locked");
    await stage.call("queue.clear");
    await stage.call("queue.add", { playlist: 2, tracks: [9999] });
    await stage.call("queue.flush");
    stage.claim("the queue is empty", player.queue.length === 0);
  },
};

async function showQueue(stage: Stage): Promise<void> {
  const { items } = await stage.call("queue.get");
  stage.show(items.map(({ queueIndex, title, artist, path, subsong, playlist, playlistItem }) => {
    const name = artist === "" ? title : `${artist} – ${title}`;
    const origin = playlist === null ? "" : `playlist ${playlist}, item ${playlistItem}`;
    return `${queueIndex}  ${(name || `${path} ${subsong}`).padEnd(52)} ${origin}`;
  }));
}
