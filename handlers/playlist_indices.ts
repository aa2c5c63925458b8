/**
 * Playlists as pages are told of them, by index; the player names them by id.
 *
 * @module
 */

import type { Player } from "../host_stdio/player.ts";

/** The indices of the playlists by their ids, as they are at the moment of asking. */
export type PlaylistIndices = ReadonlyMap<string, number>;

/**
 * Asks for the playlists.
 *
 * @param player The player.
 * @returns Their indices.
 * @throws {NativeActionError} When the player fails.
 */
export async function playlistIndices(player: Player): Promise<PlaylistIndices> {
  const { playlists } = await player.request("player.playlist.list", {});
  return new Map(playlists.map(({ id }, index) => [id, index]));
}
