/**
 * The queue in which all extensions change playlists (extensions.md, "Conventions"), and appending any number of tracks.
 */

import type { Handle } from "../../../host_stdio/api/shapes.ts";
import { badAnswer, type Player } from "../../../host_stdio/player.ts";
import { ChangeQueue } from "../../core/change_queue.ts";
import type { Part } from "../../core/namespace.ts";
import { MAX_ITEMS, playlistAnswer } from "../../core/playlists.ts";

/** The queue of a connection. */
export const playlistChanges: Part<ChangeQueue> = {
  name: "playlist changes",
  createState: ({ player }) => new ChangeQueue(player),
};

/** The maximum number of tracks that are appended at once, so that long paths fit into a frame. */
const MAX_APPENDED = 10_000;

const APPEND = "player.playlist.append";
const INSERT = "player.playlist.insert";

/**
 * Appends tracks to a playlist.
 *
 * @param place The item before which they are inserted instead.
 * @returns The index of the first new item, and how many were added.
 * @throws {Failure} When the playlist was removed.
 * @throws {NativeActionError} When the player fails.
 */
export async function appendTracks(
  player: Player,
  playlist: string,
  handles: readonly Handle[],
  place?: number,
): Promise<{ start: number; count: number }> {
  let first: number | undefined;
  let added = 0;
  for (let from = 0; from < handles.length; from += MAX_APPENDED) {
    const part = handles.slice(from, from + MAX_APPENDED);
    const index = (place ?? 0) + added;
    const { start, count } = place === undefined
      ? await playlistAnswer(player.request(APPEND, { playlist, handles: part }))
      : { start: index, ...await playlistAnswer(player.request(INSERT, { playlist, index, handles: part })) };
    // A player expands a link, such as a radio's playlist file.
    if (count > MAX_ITEMS) {
      throw badAnswer(place === undefined ? APPEND : INSERT, "more items than any playlist has");
    }
    if (!Number.isSafeInteger(start + count)) throw badAnswer(APPEND, "a start beyond any playlist");
    first ??= start;
    added += count;
  }
  return { start: first ?? 0, count: added };
}
