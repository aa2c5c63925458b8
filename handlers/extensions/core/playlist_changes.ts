/**
 * The queue in which all extensions change playlists (theme-namespaces.md, "Conventions").
 *
 * @module
 */

import { ChangeQueue } from "../../core/change_queue.ts";
import type { ConnectionContext } from "../../core/namespace.ts";

/** Makes the queue of a connection. Get it with `connection.shared(playlistChanges)`. */
export function playlistChanges({ player }: ConnectionContext): ChangeQueue {
  return new ChangeQueue(player);
}
