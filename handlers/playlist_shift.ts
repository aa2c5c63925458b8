/**
 * What becomes of a playlist's index when the user adds, removes or reorders playlists (native-actions.md, signals).
 *
 * @module
 */

import type { SignalMessage } from "../host_stdio/signals.ts";

/**
 * Follows a playlist through a signal.
 *
 * @param playlist The playlist's index before.
 * @param signal What happened.
 * @returns Its index after; undefined when it was removed.
 */
export function shiftedPlaylist(playlist: number, signal: SignalMessage): number | undefined {
  switch (signal.name) {
    case "signal.playlistInserted":
      // Beyond the last safe integer there is no index; a player that makes up such ones is not to be sent worse.
      return signal.params.playlist <= playlist ? Math.min(playlist + 1, Number.MAX_SAFE_INTEGER) : playlist;
    case "signal.playlistRemoved":
      if (signal.params.playlist === playlist) return undefined;
      return signal.params.playlist < playlist ? playlist - 1 : playlist;
    case "signal.playlistsReordered": {
      const index = signal.params.order.indexOf(playlist);
      // An order that leaves the playlist out tells nothing about it.
      return index < 0 ? playlist : index;
    }
    default:
      return playlist;
  }
}
