/**
 * Playlists by index and by id (decisions.md, "Everywhere"; extensions.md, "Conventions"). Operations name
 * a playlist by its index, native actions by its id.
 */

import * as v from "valibot";
import { type ActionAnswer, PLAYLIST_NOT_FOUND } from "../../host_stdio/api/native_actions.ts";
import { index } from "../../host_stdio/api/shapes.ts";
import { badAnswer, NativeActionError, type Player } from "../../host_stdio/player.ts";
import { described } from "./documented_schema.ts";
import { Failure } from "./operation.ts";

/** The maximum number of items that a player may say to have appended. */
export const MAX_ITEMS = 1_000_000;

export const invalidPlaylist = "Invalid playlist index";

export const lockedPlaylist = "Playlist is locked";

/** Makes the schemas of the fields that a failure because of a lock has. */
// deno-lint-ignore explicit-module-boundary-types -- the type is valibot's own and longer than the function
export function lockFields() {
  return {
    isLocked: described(v.optional(v.literal(true)), "When the playlist is locked."),
    playlist: described(v.optional(index), "The index of the locked playlist."),
  };
}

export type PlaylistList = ActionAnswer<"player.playlist.list">;

export type ListedPlaylist = PlaylistList["playlists"][number];

/** A playlist and its index at the moment of the request. */
export type TargetPlaylist = ListedPlaylist & { readonly index: number };

/**
 * Finds a playlist.
 *
 * @param index An index of the list; the active playlist when left out.
 * @throws {Failure} When it does not exist.
 */
export function targetPlaylist(list: PlaylistList, index?: number): TargetPlaylist {
  const place = index ?? playlistIndex(list, list.active);
  const playlist = list.playlists[place];
  if (!playlist) throw new Failure(invalidPlaylist, undefined, "INVALID_INDEX");
  return { ...playlist, index: place };
}

/**
 * Finds a playlist that may be changed.
 *
 * @param index See {@linkcode targetPlaylist}.
 * @throws {Failure} When it does not exist or is locked.
 */
export function unlockedPlaylist(list: PlaylistList, index?: number): TargetPlaylist {
  const playlist = targetPlaylist(list, index);
  if (playlist.locked) {
    throw new Failure(lockedPlaylist, { isLocked: true, playlist: playlist.index }, "LOCKED");
  }
  return playlist;
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
      throw new Failure(invalidPlaylist, undefined, "INVALID_INDEX");
    }
    throw error;
  }
}

/** Indices of playlists by id, at the moment of the request. */
export type PlaylistIndices = ReadonlyMap<string, number>;

/**
 * Asks the player for the indices of its playlists.
 *
 * @throws {NativeActionError} When the player fails.
 */
export async function playlistIndices(player: Player): Promise<PlaylistIndices> {
  const { playlists } = await player.request("player.playlist.list", {});
  return new Map(playlists.map(({ id }, index) => [id, index]));
}

/**
 * Creates a playlist.
 *
 * @param list The playlists before the creation.
 * @param at Its index; at the end of the list when left out.
 * @returns The id of the new playlist.
 * @throws {NativeActionError} When the player fails or answers the id of an existing playlist, which belongs to the
 * user.
 */
export async function createdPlaylist(
  player: Pick<Player, "request">,
  name: string,
  list: PlaylistList,
  at?: number,
): Promise<string> {
  const action = "player.playlist.create";
  const { playlist } = await player.request(action, { name, ...at !== undefined && { index: at } });
  if (list.playlists.some(({ id }) => id === playlist)) throw badAnswer(action, "the id of another playlist");
  return playlist;
}
