/** The queue in which all extensions change playlists (extensions.md, "Conventions"). */

import { ChangeQueue } from "../../core/change_queue.ts";
import type { Part } from "../../core/namespace.ts";

/** The queue of a connection. */
export const playlistChanges: Part<ChangeQueue> = {
  name: "playlist changes",
  createState: ({ player }) => new ChangeQueue(player),
};
