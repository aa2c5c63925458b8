/**
 * Playlists as the queue's operations name them, by index, and as the player does, by id.
 *
 * @module
 */

import { type ActionAnswer, PLAYLIST_NOT_FOUND } from "../../host_stdio/native_actions.ts";
import { badAnswer, NativeActionError, type Player } from "../../host_stdio/player.ts";
import { Failure } from "../core/operation.ts";
import { MAX_QUEUE_SIZE } from "./limits.ts";

/**
 * Asks how many entries are queued, of a queue that is to be changed.
 *
 * @param player The player.
 * @returns The number of entries.
 * @throws {NativeActionError} When the player fails, or answers more than {@linkcode MAX_QUEUE_SIZE}.
 */
export async function queueSize(player: Player): Promise<number> {
  const { count } = await player.request("player.queue.count", {});
  if (count > MAX_QUEUE_SIZE) {
    throw badAnswer("player.queue.count", `more entries than can be rearranged (${MAX_QUEUE_SIZE})`);
  }
  return count;
}

/** The text for a playlist that does not exist. */
export const invalidPlaylist = "Invalid playlist index";

/** The text for a playlist that cannot be added to. */
export const lockedPlaylist = "Playlist is locked";

/** The player's playlists. */
export type PlaylistList = ActionAnswer<"player.playlist.list">;

/** A playlist, and its index in the list that was asked for last. */
export interface TargetPlaylist {
  readonly id: string;
  readonly index: number;
}

/**
 * Checks that tracks can be added to a playlist.
 *
 * @param list The player's playlists.
 * @param index The playlist's index; whatever is none means that it does not exist.
 * @returns The playlist.
 * @throws {Failure} When it does not exist or is locked.
 */
export function unlockedPlaylist({ playlists }: PlaylistList, index: number): TargetPlaylist {
  const playlist = playlists[index];
  if (!playlist) throw new Failure(invalidPlaylist);
  if (playlist.locked) throw new Failure(lockedPlaylist, { isLocked: true, playlist: index });
  return { id: playlist.id, index };
}

/**
 * The index of a playlist.
 *
 * @param list The player's playlists.
 * @param id The playlist's id; null for no playlist.
 * @returns Its index; -1 when there is none.
 */
export function playlistIndex({ playlists }: PlaylistList, id: string | null): number {
  return playlists.findIndex((playlist) => playlist.id === id);
}

/**
 * Waits for a native action that names a playlist.
 *
 * @param answer The answer.
 * @returns The answer.
 * @throws {Failure} When the player has no such playlist: it was removed since the list was asked for.
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
