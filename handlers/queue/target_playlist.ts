/**
 * Which playlist `queue.addPaths` adds to (specification, "queue.addPaths"; contract-decisions.md, "queue").
 *
 * @module
 */

import type { ActionAnswer } from "../../host_stdio/native_actions.ts";
import { Failure } from "../operation.ts";

/** The playlist for tracks that are queued by path. */
export const QUEUE_PLAYLIST_NAME = "[WebView Queue]";

/** The text for a playlist that does not exist. */
export const invalidPlaylist = "Invalid playlist index";

/** The text for the active playlist when there is none. */
export const noActivePlaylist = "No active playlist";

/** The text for a playlist that cannot be added to. */
export const lockedPlaylist = "Playlist is locked";

/** The parameters that choose the playlist. */
export interface TargetChoice {
  /** Whether it is the one named {@linkcode QUEUE_PLAYLIST_NAME}. */
  readonly useQueuePlaylist: boolean;
  /** Otherwise its index; the active one when left out. */
  readonly playlist: number | undefined;
}

/**
 * Finds the playlist that tracks are to be added to.
 *
 * @param list The player's playlists.
 * @param choice Which one.
 * @returns Its index; undefined for the dedicated playlist when it does not exist yet.
 * @throws {Failure} When there is no such playlist, or it is locked.
 */
export function findTarget(
  { active, playlists }: ActionAnswer<"player.playlist.list">,
  { useQueuePlaylist, playlist }: TargetChoice,
): number | undefined {
  if (useQueuePlaylist) {
    const dedicated = playlists.find(({ name }) => name === QUEUE_PLAYLIST_NAME);
    return dedicated && unlocked(dedicated);
  }
  const wanted = playlist ?? active;
  if (wanted === null) throw new Failure(noActivePlaylist);
  const target = playlists.find(({ index }) => index === wanted);
  if (!target) throw new Failure(invalidPlaylist);
  return unlocked(target);
}

function unlocked({ index, locked }: { index: number; locked: boolean }): number {
  if (locked) throw new Failure(lockedPlaylist, { isLocked: true, playlist: index });
  return index;
}
