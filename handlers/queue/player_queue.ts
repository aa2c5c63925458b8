/**
 * The player's queue and playlists as the operations of the namespace `queue` use them.
 *
 * @module
 */

import { type ActionAnswer, PLAYLIST_NOT_FOUND } from "../../host_stdio/native_actions.ts";
import { badAnswer, NativeActionError, type Player } from "../../host_stdio/player.ts";
import { Failure } from "../core/operation.ts";
import { MAX_QUEUE_SIZE } from "./limits.ts";

/**
 * Asks for the number of entries of a queue that is about to be changed.
 *
 * @throws {NativeActionError} When the player fails or answers more than {@linkcode MAX_QUEUE_SIZE}.
 */
export async function queueSize(player: Player): Promise<number> {
  const { count } = await player.request("player.queue.count", {});
  if (count > MAX_QUEUE_SIZE) {
    throw badAnswer("player.queue.count", `more entries than can be rearranged (${MAX_QUEUE_SIZE})`);
  }
  return count;
}

export const invalidPlaylist = "Invalid playlist index";

export const lockedPlaylist = "Playlist is locked";

export type PlaylistList = ActionAnswer<"player.playlist.list">;

/** A playlist that tracks are added to. */
export interface TargetPlaylist {
  readonly id: string;
  readonly index: number;
}

/**
 * Finds a playlist that tracks can be added to.
 *
 * @param index An index of the list; any other number means that the playlist does not exist.
 * @throws {Failure} When it does not exist or is locked.
 */
export function unlockedPlaylist({ playlists }: PlaylistList, index: number): TargetPlaylist {
  const playlist = playlists[index];
  if (!playlist) throw new Failure(invalidPlaylist);
  if (playlist.locked) throw new Failure(lockedPlaylist, { isLocked: true, playlist: index });
  return { id: playlist.id, index };
}

/**
 * Returns the index of a playlist; -1 when it is not in the list.
 *
 * @param id The playlist's id; null for no playlist.
 */
export function playlistIndex({ playlists }: PlaylistList, id: string | null): number {
  return playlists.findIndex((playlist) => playlist.id === id);
}

/**
 * Waits for the answer of a native action that names a playlist.
 *
 * @throws {Failure} When the player has no such playlist because it was removed meanwhile.
 */
export async function playlistAnswer<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NativeActionError && error.playerCode === PLAYLIST_NOT_FOUND) {
      throw new Failure(invalidPlaylist);
    }
    throw error;
  }
}
