/**
 * Playlists that the bridge creates.
 *
 * @module
 */

import type { ActionAnswer } from "../host_stdio/native_actions.ts";
import { badAnswer, type Player } from "../host_stdio/player.ts";

/**
 * Creates a playlist at the end of the list.
 *
 * @param player The player.
 * @param name The playlist's name.
 * @param list The playlists before.
 * @returns Its id.
 * @throws {NativeActionError} When the player fails, also when it names a playlist that was there before: that one is the
 * user's.
 */
export async function createdPlaylist(
  player: Pick<Player, "request">,
  name: string,
  list: ActionAnswer<"player.playlist.list">,
): Promise<string> {
  const action = "player.playlist.create";
  const { playlist } = await player.request(action, { name });
  if (list.playlists.some(({ id }) => id === playlist)) throw badAnswer(action, "the id of another playlist");
  return playlist;
}
