/**
 * Namespace `queue`: the playback queue (specification, "queue").
 *
 * @module
 */

import type { Context } from "../core/context.ts";
import { defineNamespace } from "../core/namespace.ts";
import * as v from "valibot";
import { badAnswer } from "../../host_stdio/player.ts";
import { index, type QueuedTrack, queuedTrack } from "../../host_stdio/shapes.ts";
import { ChangeQueue } from "../core/change_queue.ts";
import { described } from "../core/documented_schema.ts";
import { defineOperation, Failure, noParams, succeeded } from "../core/operation.ts";
import {
  checkParams,
  integer,
  integers,
  isAbsent,
  mustBe,
  optional,
  params,
  selectiveParams,
  uncheckedParams,
} from "../core/params.ts";
import {
  invalidPlaylist,
  playlistAnswer,
  playlistIndex,
  type PlaylistIndices,
  playlistIndices,
} from "../core/playlists.ts";
import { addPaths } from "./add_paths.ts";
import { indicesTooMany, MAX_QUEUE_SIZE } from "./limits.ts";
import { queueSize } from "./player_queue.ts";

export const add = defineOperation({
  name: "queue.add",
  description: "Queues tracks by their position in a playlist.",
  needs: ["player.playlist.list", "player.queue.append"],
  params: selectiveParams({
    playlist: described(optional(integer), "The playlist's index; by default the active playlist."),
    tracks: described(
      optional(integers(MAX_QUEUE_SIZE, indicesTooMany("tracks"))),
      "Indices of tracks in the playlist. Those out of range are skipped.",
    ),
    track: described(optional(integer), "One such index, used only without `tracks`."),
  }, ({ tracks }) => isAbsent(tracks) ? [] : ["track"]),
  result: () =>
    v.strictObject({
      success: described(v.boolean(), "Whether something was queued."),
      addedCount: described(index, "How many entries were queued."),
      queueCount: described(index, "How many entries are queued now."),
    }),
  errors: [invalidPlaylist],
  handle: ({ playlist, tracks, track }, context: Context<ChangeQueue>) =>
    context.state.run(context, async (player) => {
      const list = await context.player.request("player.playlist.list", {});
      const target = list.playlists[playlist ?? playlistIndex(list, list.active)];
      if (!target) throw new Failure(invalidPlaylist);

      const given = tracks ?? (track === undefined ? [] : [track]);
      const items = given.filter((item) => item >= 0 && item < target.count);
      if (items.length === 0) {
        const { count: queueCount } = await context.player.request("player.queue.count", {});
        return { success: false, addedCount: 0, queueCount };
      }
      const entries = items.map((item) => ({ playlist: target.id, item }));
      const { count: queueCount, added: addedCount = entries.length } = await playlistAnswer(
        player.request("player.queue.append", { entries }),
      );
      if (addedCount > entries.length) {
        throw badAnswer("player.queue.append", "more added entries than were given");
      }
      return { success: addedCount > 0, addedCount, queueCount };
    }),
});

const result = () =>
  v.strictObject({
    success: v.literal(true),
    clearedCount: described(index, "How many entries were removed."),
  });

export const clear = defineOperation({
  name: "queue.clear",
  description: "Empties the playback queue.",
  needs: ["player.queue.count", "player.queue.remove"],
  params: noParams,
  result,
  handle: (_params, context: Context<ChangeQueue>) => emptyQueue(context),
});

/** The specification makes no difference between `queue.flush` and `queue.clear`. */
export const flush = defineOperation({
  name: "queue.flush",
  description: "Empties the playback queue, as queue.clear does.",
  needs: ["player.queue.count", "player.queue.remove"],
  params: noParams,
  result,
  handle: (_params, context: Context<ChangeQueue>) => emptyQueue(context),
});

function emptyQueue(context: Context<ChangeQueue>): Promise<v.InferOutput<ReturnType<typeof result>>> {
  return context.state.run(context, async (player) => {
    const size = await queueSize(context.player);
    if (size > 0) {
      const indices = Array.from({ length: size }, (_, index) => index);
      await player.request("player.queue.remove", { indices });
    }
    return succeeded({ clearedCount: size });
  });
}

const invalidIndex = "Invalid index or already at top";

export const moveToTop = defineOperation({
  name: "queue.moveToTop",
  description: "Moves an entry of the playback queue to the top; the others keep their order.",
  needs: ["player.queue.count", "player.queue.reorder"],
  params: params({
    index: described(
      v.pipe(
        v.number(({ input }) => isAbsent(input) ? invalidIndex : mustBe.integer),
        v.safeInteger(mustBe.integer),
        v.minValue(1, invalidIndex),
      ),
      "The queue index of the entry; not 0, which is already at the top.",
    ),
  }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      movedIndex: described(index, "The index that the entry had."),
      queueCount: described(index, "How many entries are queued."),
    }),
  errors: [invalidIndex],
  handle: ({ index }, context: Context<ChangeQueue>) =>
    context.state.run(context, async (player) => {
      const size = await queueSize(context.player);
      if (index >= size) throw new Failure(invalidIndex);
      const { count } = await player.request("player.queue.reorder", { order: topFirst(index, size) });
      return succeeded({ movedIndex: index, queueCount: count });
    }),
});

/** Returns the order (order[new] = old) that moves one of `size` entries to the top. */
function topFirst(top: number, size: number): number[] {
  const order = [top];
  for (let old = 0; old < size; old++) {
    if (old !== top) order.push(old);
  }
  return order;
}

const { playlist: _id, item: playlistItem, ...trackEntries } = queuedTrack.entries;

/** A queue entry in an answer (contract-decisions.md, "queue"). */
export const queueEntry = v.strictObject({
  queueIndex: index,
  ...trackEntries,
  playlist: described(
    v.nullable(index),
    "The index of the playlist that the entry comes from; null when it comes from none.",
  ),
  playlistItem: described(playlistItem, "Its index there; null when it comes from no playlist."),
});

export const get = defineOperation({
  name: "queue.get",
  description: "Returns every entry of the playback queue with its metadata and its place in a playlist.",
  needs: ["player.queue.get"],
  params: noParams,
  result: () => v.strictObject({ items: v.array(queueEntry), count: index }),
  failure: "error",
  handle: async (_params, { player }) => {
    const { entries } = await player.request("player.queue.get", {});
    // The list of playlists is needed only when an entry names one.
    const hasOrigin = entries.some(({ playlist }) => playlist !== null);
    const indices: PlaylistIndices = hasOrigin ? await playlistIndices(player) : new Map();
    const items = entries.map((entry, queueIndex) => entryOf(entry, queueIndex, indices));
    return { items, count: entries.length };
  },
});

export const getCount = defineOperation({
  name: "queue.getCount",
  description: "Returns how many entries the playback queue has.",
  needs: ["player.queue.count"],
  params: noParams,
  result: () => v.strictObject({ count: index, hasItems: v.boolean() }),
  failure: "error",
  handle: async (_params, { player }) => {
    const { count } = await player.request("player.queue.count", {});
    return { count, hasItems: count > 0 };
  },
});

/** Each field is copied by name: a spread takes twenty times as long, and a queue may be long. */
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
    // The playlist was removed meanwhile: its item does not exist either.
    playlistItem: playlist === undefined ? null : entry.item,
  };
}

const errors = {
  empty: "Queue is empty",
  invalidIndex: "Invalid queue index",
  nothingGiven: "No index or indices specified",
} as const;

const removeParams = selectiveParams({
  index: described(optional(integer), "The queue index of one entry."),
  indices: described(
    optional(integers(MAX_QUEUE_SIZE, indicesTooMany("indices"))),
    "Queue indices, used only when `index` is left out. Repeated ones and those out of range are skipped.",
  ),
}, ({ index }) => isAbsent(index) ? [] : ["indices"]);

const entriesLeft = described(index, "How many entries are left.");

export const remove = defineOperation({
  name: "queue.remove",
  description: "Removes one entry or several entries from the playback queue.",
  needs: ["player.queue.count", "player.queue.remove"],
  // An empty queue is reported before anything else, even before wrong types.
  params: uncheckedParams(removeParams),
  result: () =>
    v.union([
      v.strictObject({ success: v.literal(true), removedIndex: index, queueCount: entriesLeft }),
      v.strictObject({
        success: described(v.boolean(), "Whether one of the indices was removed."),
        removedCount: index,
        queueCount: entriesLeft,
      }),
    ]),
  errors: Object.values(errors),
  handle: (raw, context: Context<ChangeQueue>) =>
    context.state.run(context, async (player) => {
      const size = await queueSize(context.player);
      if (size === 0) throw new Failure(errors.empty);
      const { index, indices } = checkParams(removeParams, raw);
      if (index !== undefined) {
        if (index < 0 || index >= size) throw new Failure(errors.invalidIndex);
        const { count } = await player.request("player.queue.remove", { indices: [index] });
        return succeeded({ removedIndex: index, queueCount: count });
      }
      if (!indices) throw new Failure(errors.nothingGiven);
      const valid = distinctAscending(indices, size);
      if (valid.length === 0) return { success: false, removedCount: 0, queueCount: size };
      const { count } = await player.request("player.queue.remove", { indices: valid });
      return succeeded({ removedCount: valid.length, queueCount: count });
    }),
});

/** Returns the distinct values from 0 to `size` − 1 in ascending order, in time linear in both arguments. */
function distinctAscending(values: readonly number[], size: number): number[] {
  const wanted = new Uint8Array(size);
  for (const value of values) {
    if (value >= 0 && value < size) wanted[value] = 1;
  }
  const ascending: number[] = [];
  for (let value = 0; value < size; value++) {
    if (wanted[value] === 1) ascending.push(value);
  }
  return ascending;
}

export const queue = defineNamespace({
  name: "queue",
  operations: [add, addPaths, clear, flush, get, getCount, moveToTop, remove],
  createState: ({ player }) => new ChangeQueue(player),
});
