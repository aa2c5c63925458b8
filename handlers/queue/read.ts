/**
 * `queue.get` and `queue.getCount` (specification, "queue").
 *
 * @module
 */

import * as v from "valibot";
import { index, type QueuedTrack, queuedTrack } from "../../host_stdio/shapes.ts";
import { described } from "../documented_schema.ts";
import { defineOperation, noParams } from "../operation.ts";
import { type PlaylistIndices, playlistIndices } from "../playlist_indices.ts";

const { playlist: _id, item: playlistItem, ...trackEntries } = queuedTrack.entries;

/** An entry of the queue as a page gets it (contract-decisions.md, "queue"). */
export const queueEntry = v.strictObject({
  queueIndex: index,
  ...trackEntries,
  playlist: described(
    v.nullable(index),
    "The index of the playlist that the entry comes from; null when it comes from none.",
  ),
  playlistItem: described(playlistItem, "Its index there; null when it comes from no playlist."),
});

/** `queue.get`: the whole queue. */
export const get = defineOperation({
  name: "queue.get",
  description: "Returns every entry of the playback queue with its metadata and its place in a playlist.",
  params: noParams,
  result: v.strictObject({ items: v.array(queueEntry), count: index }),
  failure: "error",
  handle: async (_params, { player }) => {
    const { entries } = await player.request("player.queue.get", {});
    // Asked for only when an entry names a playlist.
    const hasOrigin = entries.some(({ playlist }) => playlist !== null);
    const indices: PlaylistIndices = hasOrigin ? await playlistIndices(player) : new Map();
    const items = entries.map((entry, queueIndex) => entryOf(entry, queueIndex, indices));
    return { items, count: entries.length };
  },
});

/** `queue.getCount`: how many entries there are. */
export const getCount = defineOperation({
  name: "queue.getCount",
  description: "Returns how many entries the playback queue has.",
  params: noParams,
  result: v.strictObject({ count: index, hasItems: v.boolean() }),
  failure: "error",
  handle: async (_params, { player }) => {
    const { count } = await player.request("player.queue.count", {});
    return { count, hasItems: count > 0 };
  },
});

/** Written out, because a spread costs twenty times as much, and a queue may be long. */
function entryOf(
  entry: QueuedTrack,
  queueIndex: number,
  indices: PlaylistIndices,
): v.InferOutput<typeof queueEntry> {
  const playlist = entry.playlist === null ? undefined : indices.get(entry.playlist);
  return {
    queueIndex,
    path: entry.path,
    absolutePath: entry.absolutePath,
    subsong: entry.subsong,
    fileSize: entry.fileSize,
    title: entry.title,
    artist: entry.artist,
    album: entry.album,
    albumArtist: entry.albumArtist,
    genre: entry.genre,
    date: entry.date,
    trackNumber: entry.trackNumber,
    discNumber: entry.discNumber,
    duration: entry.duration,
    bitrate: entry.bitrate,
    sampleRate: entry.sampleRate,
    channels: entry.channels,
    codec: entry.codec,
    playlist: playlist ?? null,
    // Of a playlist that has just been removed, no item is left either.
    playlistItem: playlist === undefined ? null : entry.item,
  };
}
