/** Namespace `queue`: the playback queue (specification, "queue"). */

import * as v from "valibot";
import { index, type QueuedTrack, track } from "../../host_stdio/api/shapes.ts";
import { badAnswer } from "../../host_stdio/player.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import type { Context } from "../core/context.ts";
import { described } from "../core/documented_schema.ts";
import { defineNamespace } from "../core/namespace.ts";
import { defineOperation, Failure, noParams, succeeded } from "../core/operation.ts";
import {
  checkParams,
  indicesTooMany,
  integer,
  integers,
  isAbsent,
  MAX_INDICES,
  mustBe,
  optional,
  params,
  selectiveParams,
  uncheckedParams,
} from "../core/params.ts";
import { invalidPlaylist, playlistIndex, type PlaylistIndices, playlistIndices } from "../core/playlists.ts";
import { addPaths } from "./add_paths.ts";
import {
  appendEntries,
  changeQueue,
  type EntryIds,
  type QueueState,
  queueState,
  tellCount,
} from "./changes.ts";

export const add = defineOperation({
  name: "queue.add",
  description: "Queues tracks by their position in a playlist.",
  needs: ["player.playlist.list", "player.queue.append"],
  params: () =>
    selectiveParams({
      playlist: described(optional(integer), "The playlist's index; by default the active playlist."),
      tracks: described(
        optional(integers(MAX_INDICES, indicesTooMany("tracks"))),
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
  handle: ({ playlist, tracks, track }, context: Context<QueueState>) =>
    changeQueue(context, async (player, view) => {
      const list = await context.player.request("player.playlist.list", {});
      const target = list.playlists[playlist ?? playlistIndex(list, list.active)];
      if (!target) throw new Failure(invalidPlaylist);

      const given = tracks ?? (track === undefined ? [] : [track]);
      const items = given.filter((item) => item >= 0 && item < target.count);
      if (items.length === 0) {
        const { count } = await context.player.request("player.queue.count", {});
        const queueCount = await tellCount(context.player, count, [view]);
        return { success: false, addedCount: 0, queueCount };
      }
      const entries = items.map((item) => ({ playlist: target.id, item }));
      const added = await appendEntries(player, view, entries);
      return { success: added.addedCount > 0, ...added };
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
  needs: ["player.queue.clear"],
  params: noParams,
  result,
  handle: (_params, context: Context<QueueState>) => emptyQueue(context),
});

/** The specification makes no difference between `queue.flush` and `queue.clear`. */
export const flush = defineOperation({
  name: "queue.flush",
  description: "Empties the playback queue, as queue.clear does.",
  needs: ["player.queue.clear"],
  params: noParams,
  result,
  handle: (_params, context: Context<QueueState>) => emptyQueue(context),
});

function emptyQueue(
  context: Context<QueueState>,
): Promise<v.InferOutput<ReturnType<typeof result>>> {
  return changeQueue(context, async (player, view) => {
    const { removed: clearedCount } = await player.request("player.queue.clear", {});
    view.show(view.ids && []);
    return succeeded({ clearedCount });
  });
}

const invalidIndex = "Invalid index or already at top";
export const entryGone = "Queue entry no longer exists";

export const moveToTop = defineOperation({
  name: "queue.moveToTop",
  description: "Moves an entry of the playback queue to the top; the others keep their order.",
  needs: ["player.queue.ids", "player.queue.reorder"],
  params: () =>
    params({
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
  errors: [invalidIndex, entryGone],
  handle: ({ index }, context: Context<QueueState>) =>
    changeQueue(context, async (player, view, seen) => {
      const { entries: now } = await context.player.request("player.queue.ids", {});
      const entry = now.length === 0 ? undefined : (seen ?? now)[index];
      if (entry === undefined || entry === now[0]) throw new Failure(invalidIndex);
      const { moved, count } = await player.request("player.queue.reorder", { entries: [entry] });
      if (moved.length === 0) throw new Failure(entryGone);
      const topFirst = (ids: EntryIds) => [entry, ...ids.filter((id) => id !== entry)];
      const queueCount = await tellCount(player, count, [view], topFirst);
      return succeeded({ movedIndex: index, queueCount });
    }),
});

/** A queue entry in an answer (decisions.md, "queue"). */
export const queueEntry = () =>
  v.strictObject({
    queueIndex: index,
    ...schemaOf(track).entries,
    playlist: described(
      v.nullable(index),
      "The index of the playlist that the entry comes from; null when it comes from none.",
    ),
    playlistItem: described(v.nullable(index), "Its index there; null when it comes from no playlist."),
  });

export const get = defineOperation({
  name: "queue.get",
  description: "Returns every entry of the playback queue with its metadata and its place in a playlist.",
  needs: ["player.queue.get"],
  params: noParams,
  result: () => v.strictObject({ items: v.array(schemaOf(queueEntry)), count: index }),
  failure: "error",
  handle: async (_params, { panel, player, state }: Context<QueueState>) => {
    const view = state.views.of(panel);
    const { entries } = await player.request("player.queue.get", {});
    // The list of playlists is needed only when an entry names one.
    const hasOrigin = entries.some(({ playlist }) => playlist !== null);
    const indices: PlaylistIndices = hasOrigin ? await playlistIndices(player) : new Map();
    const items = entries.map((entry, queueIndex) => entryOf(entry, queueIndex, indices));
    view.show(entries.map(({ entry }) => entry));
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
  handle: async (_params, { panel, player, state }: Context<QueueState>) => {
    const view = state.views.of(panel);
    const answer = await player.request("player.queue.count", {});
    const count = await tellCount(player, answer.count, [view]);
    return { count, hasItems: count > 0 };
  },
});

/** Each field is copied by name: a spread takes twenty times as long, and a queue may be long. */
function entryOf(
  entry: QueuedTrack,
  queueIndex: number,
  indices: PlaylistIndices,
): v.InferOutput<ReturnType<typeof queueEntry>> {
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

export const errors = {
  empty: "Queue is empty",
  invalidIndex: "Invalid queue index",
  nothingGiven: "No index or indices specified",
  entryGone,
} as const;

const removeParams = () =>
  selectiveParams({
    index: described(optional(integer), "The queue index of one entry."),
    indices: described(
      optional(integers(MAX_INDICES, indicesTooMany("indices"))),
      "Queue indices, used only when `index` is left out. Repeated ones and those out of range are skipped.",
    ),
  }, ({ index }) => isAbsent(index) ? [] : ["indices"]);

const entriesLeft = described(index, "How many entries are left.");

export const remove = defineOperation({
  name: "queue.remove",
  description: "Removes one entry or several entries from the playback queue.",
  needs: ["player.queue.ids", "player.queue.remove"],
  // An empty queue is reported before anything else, even before wrong types.
  params: () => uncheckedParams(removeParams()),
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
  handle: (raw, context: Context<QueueState>) =>
    changeQueue(context, async (player, view, seen) => {
      const { entries: now } = await context.player.request("player.queue.ids", {});
      if (now.length === 0) throw new Failure(errors.empty);
      const { index, indices } = checkParams(removeParams, raw);
      const given = index === undefined ? indices : [index];
      if (!given) throw new Failure(errors.nothingGiven);
      const entries = entriesAt(seen ?? now, given);
      if (index !== undefined && entries.length === 0) throw new Failure(errors.invalidIndex);
      const { removed, count } = entries.length === 0
        ? { removed: entries, count: now.length }
        : await player.request("player.queue.remove", { entries });
      if (removed.length > entries.length) {
        throw badAnswer("player.queue.remove", "more removed entries than were given");
      }
      if (index !== undefined && removed.length === 0) throw new Failure(errors.entryGone);
      const gone = new Set(removed);
      const queueCount = await tellCount(player, count, [view], (ids) => ids.filter((id) => !gone.has(id)));
      if (index !== undefined) return succeeded({ removedIndex: index, queueCount });
      return { success: removed.length > 0, removedCount: removed.length, queueCount };
    }),
});

/** Returns the ids at the indices, each once. Indices out of range are skipped. */
function entriesAt(list: EntryIds, indices: readonly number[]): string[] {
  const entries = new Set<string>();
  for (const index of indices) {
    const entry = list[index];
    if (entry !== undefined) entries.add(entry);
  }
  return [...entries];
}

export const queue = defineNamespace({
  name: "queue",
  operations: [add, addPaths, clear, flush, get, getCount, moveToTop, remove],
  createState: ({ part }) => part(queueState),
});
