/**
 * Extension `queue`: operations that version 2 of the model adds to the namespace `queue` (extensions.md, "queue").
 */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { badAnswer, type Player } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineNamespace } from "../../core/namespace.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { integer, isAbsent, mustBe, optional, params, withDefault } from "../../core/params.ts";
import { invalidPlaylist, lockedPlaylist, lockFields, playlistAnswer } from "../../core/playlists.ts";
import { append, createPlaylist, dedicatedPlaylist, noTracks } from "../../queue/add_paths.ts";
import { changeQueue, type EntryIds, type QueueState, queueState, tellCount } from "../../queue/changes.ts";
import { entryGone, errors } from "../../queue/mod.ts";
import { counted, pathList, resolveAllowed, selected, selectors } from "../shared/params.ts";

/** The maximum number of `items` and of tracks that `paths` resolve to; a longer queue may have its length. */
const [MAX_INSERTED, MAX_CONTENTS] = [1000, 256];

const tooManyItems = `items exceeds maximum length (${MAX_INSERTED})`;
const tooManyTracks = `paths resolve to more than ${MAX_INSERTED} tracks`;
const tooManyEntries = `items has more entries than the queue, and more than ${MAX_CONTENTS}`;
const nothingGiven = "paths or items is required";
const invalidItem = "Invalid track index";
const noSuchPlaylist = "Playlist not found";
const noPlace = "Queue entry is in no playlist";
const notQueued = "The player does not queue this entry again";

const extension = "queue";
const queueCount = described(index, "How many entries are queued.");

/** Names an item of a playlist, in an array of parameters. */
const itemEntries = { ...selectors, item: described(integer, "The index of the item.") };

/** The place of an item that a page names. */
interface Place {
  readonly playlist: string;
  readonly item: number;
}

/**
 * Returns the places of items.
 *
 * @throws {Failure} When a playlist or an item does not exist.
 * @throws {NativeActionError} When the player fails.
 */
async function placesOf(
  player: Player,
  items: readonly v.InferOutput<v.ObjectSchema<typeof itemEntries, undefined>>[],
): Promise<Place[]> {
  if (items.length === 0) return [];
  const list = await player.request("player.playlist.list", {});
  return items.map(({ item, ...selector }) => {
    const playlist = selected(list, selector);
    if (!playlist) {
      throw selector.playlistGuid === undefined
        ? new Failure(invalidPlaylist, undefined, "INVALID_INDEX")
        : new Failure(noSuchPlaylist, undefined, "NOT_FOUND");
    }
    if (item < 0 || item >= playlist.count) throw new Failure(invalidItem, undefined, "INVALID_INDEX");
    return { playlist: playlist.id, item };
  });
}

/** The key of a place, to find the entries of the queue that have it. */
const keyOf = (playlist: string | null, item: number | null) => `${item} ${playlist}`;

/** Returns the entries by key, in the order of the queue; each is taken once. */
function takeable<Entry>(
  entries: readonly Entry[],
  key: (entry: Entry) => string,
): (key: string) => Entry | undefined {
  const byKey = new Map<string, Entry[]>();
  for (const entry of entries) {
    const same = byKey.get(key(entry));
    if (same) same.push(entry);
    else byKey.set(key(entry), [entry]);
  }
  return (wanted) => byKey.get(wanted)?.shift();
}

async function appendPlaces(player: Player, places: readonly Place[]): Promise<EntryIds> {
  if (places.length === 0) return [];
  const action = "player.queue.append";
  const { entries } = await playlistAnswer(player.request(action, { entries: [...places] }));
  if (entries.length > places.length) throw badAnswer(action, "more added entries than were given");
  return entries;
}

const playNow = defineOperation({
  name: "queue.playNow",
  extension,
  description: "Plays an entry of the playback queue, which leaves the queue.",
  needs: ["player.queue.get", "player.queue.reorder", "player.playback.nowPlaying", "player.playback.next"],
  params: () => params({ index: described(withDefault(integer, 0), "The queue index of the entry.") }),
  result: () => v.strictObject({ success: v.literal(true), queueCount }),
  errors: [errors.empty, errors.invalidIndex, entryGone, noPlace],
  handle: ({ index }, context: Context<QueueState>) =>
    changeQueue(context, async (player, view, seen) => {
      const { entries } = await context.player.request("player.queue.get", {});
      if (entries.length === 0) throw new Failure(errors.empty, undefined, "NOT_FOUND");
      const id = (seen ?? entries.map(({ entry }) => entry))[index];
      if (id === undefined) throw new Failure(errors.invalidIndex, undefined, "INVALID_INDEX");
      const entry = entries.find((each) => each.entry === id);
      if (!entry) throw new Failure(entryGone, undefined, "NOT_FOUND");
      const { track } = await context.player.request("player.playback.nowPlaying", {});
      if (track) {
        const { moved, count } = await player.request("player.queue.reorder", { entries: [id] });
        if (moved.length === 0) throw new Failure(entryGone, undefined, "NOT_FOUND");
        const topFirst = (ids: EntryIds) => [id, ...ids.filter((each) => each !== id)];
        const queueCount = await tellCount(player, count, [view], topFirst);
        await player.request("player.playback.next", {});
        return succeeded({ queueCount });
      }
      // Nothing plays, so there is nothing to skip: its item is played, and the entry is taken out.
      const { playlist, item } = entry;
      if (playlist === null || item === null) throw new Failure(noPlace, undefined, "NOT_SUPPORTED");
      await playlistAnswer(player.request("player.playback.play", { playlist, item }));
      const { count } = await player.request("player.queue.remove", { entries: [id] });
      const queueCount = await tellCount(player, count, [view], (ids) => ids.filter((each) => each !== id));
      return succeeded({ queueCount });
    }),
});

const insertedItems = v.pipe(
  v.array(params(itemEntries), mustBe.array),
  v.maxLength(MAX_INSERTED, tooManyItems),
);

const insertNext = defineOperation({
  name: "queue.insertNext",
  extension,
  description: "Queues tracks before others; a track that is queued already is moved.",
  needs: [
    "player.playlist.list",
    "player.media.authorize",
    "player.media.resolve",
    "player.playlist.append",
    "player.queue.get",
    "player.queue.append",
    "player.queue.reorder",
  ],
  params: () =>
    params({
      items: described(optional(insertedItems), "Items of playlists. They stand before the paths."),
      paths: described(optional(pathList(mustBe.array)), "Paths or URLs, with or without `|subsong:N`."),
      position: described(counted(0), "The queue index of the first one, not counting those that are moved."),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      insertedCount: described(index, "How many entries were added."),
      movedCount: described(index, "How many entries were moved."),
      invalidCount: described(index, "How many paths were dropped."),
    }),
  failureFields: () => ({
    invalidCount: described(v.optional(index), "When there is nothing to queue."),
    ...lockFields(),
  }),
  errors: [
    nothingGiven,
    tooManyTracks,
    invalidPlaylist,
    noSuchPlaylist,
    invalidItem,
    noTracks,
    lockedPlaylist,
  ],
  handle: async ({ items = [], paths = [], position }, context: Context<QueueState>) => {
    const { player } = context;
    if (items.length + paths.length === 0) throw new Failure(nothingGiven, undefined, "INVALID_PARAMS");
    const places = await placesOf(player, items);
    // Outside the change queue: a slow file system must not delay other calls.
    const { handles, invalidCount } = await resolveAllowed(player, paths);
    if (handles.length > MAX_INSERTED) throw new Failure(tooManyTracks, undefined, "INVALID_PARAMS");
    if (places.length + handles.length === 0) throw new Failure(noTracks, { invalidCount }, "NOT_FOUND");

    return await changeQueue(context, async (changing, view, seen) => {
      const { entries } = await player.request("player.queue.get", {});
      const takePlace = takeable(entries, ({ playlist, item }) => keyOf(playlist, item));
      const atPlaces = places.map((place) => takePlace(keyOf(place.playlist, place.item))?.entry ?? place);
      const taken = new Set<unknown>(atPlaces);
      const takeTrack = takeable(
        entries.filter(({ entry }) => !taken.has(entry)),
        ({ path, subsong }) => `${subsong} ${path}`,
      );
      const atPaths = handles.map((handle) => takeTrack(`${handle.subsong} ${handle.path}`)?.entry ?? handle);
      const fresh = atPaths.filter((each) => typeof each !== "string");
      const newPlaces = atPlaces.filter((each) => typeof each !== "string");
      if (fresh.length > 0) {
        const list = await player.request("player.playlist.list", {});
        const target = dedicatedPlaylist(list) ?? await createPlaylist(changing, list);
        newPlaces.push(...await append(changing, target, fresh));
      }
      const added = [...await appendPlaces(changing, newPlaces)];
      const insertedCount = added.length;
      const moved = [...atPlaces, ...atPaths].filter((each) => typeof each === "string");
      // An expanded link is several entries: those that none was planned for come last.
      const block = [...atPlaces, ...atPaths].flatMap((each) =>
        typeof each === "string" ? each : added.shift() ?? []
      );
      block.push(...added);
      const inBlock = new Set(block);
      const others = (ids: EntryIds) => ids.filter((id) => !inBlock.has(id));
      const rest = others(entries.map(({ entry }) => entry));
      // The position is one of the list that the panel saw.
      const follower = seen && others(seen)[position];
      const found = follower === undefined ? -1 : rest.indexOf(follower);
      const first = rest.slice(0, found < 0 ? position : found);
      const reordered = await changing.request("player.queue.reorder", { entries: [...first, ...block] });
      await tellCount(
        changing,
        reordered.count,
        [view],
        (ids) => others(ids).toSpliced(position, 0, ...block),
      );
      return succeeded({ insertedCount, movedCount: moved.length, invalidCount });
    });
  },
});

const entryParams = params({
  queueIndex: described(optional(integer), "The queue index of an entry that stays."),
  ...selectors,
  item: described(optional(integer), "The index of an item of a playlist, read only without `queueIndex`."),
});

const shapeOfEntry = "$ must have queueIndex or item";

const setContents = defineOperation({
  name: "queue.setContents",
  extension,
  description: "Replaces the whole playback queue.",
  needs: [
    "player.playlist.list",
    "player.queue.get",
    "player.queue.append",
    "player.queue.remove",
    "player.queue.reorder",
  ],
  params: () =>
    params({
      items: described(
        v.array(
          v.pipe(
            entryParams,
            v.check(({ queueIndex, item }) => queueIndex !== undefined || item !== undefined, shapeOfEntry),
          ),
          ({ input }) => isAbsent(input) ? "items is required" : mustBe.array,
        ),
        "The new entries: those that stay by `queueIndex`, others by playlist and `item`.",
      ),
    }),
  result: () => v.strictObject({ success: v.literal(true), count: described(index, "How many are queued.") }),
  errors: [
    shapeOfEntry.replace("$", "items[<index>]"),
    tooManyEntries,
    errors.invalidIndex,
    entryGone,
    invalidPlaylist,
    noSuchPlaylist,
    invalidItem,
    notQueued,
  ],
  handle: ({ items }, context: Context<QueueState>) =>
    changeQueue(context, async (changing, view, seen) => {
      const { player } = context;
      const { entries } = await player.request("player.queue.get", {});
      if (items.length > Math.max(MAX_CONTENTS, entries.length)) {
        throw new Failure(tooManyEntries, undefined, "INVALID_PARAMS");
      }
      const ids = seen ?? entries.map(({ entry }) => entry);
      const byId = new Map(entries.map((entry) => [entry.entry, entry]));
      const named = items.filter(({ queueIndex }) => queueIndex === undefined);
      const places = await placesOf(
        player,
        named.map(({ item = 0, ...selector }) => ({ ...selector, item })),
      );
      const kept = new Set<string>();
      const placeOf = new Map(named.map((given, at) => [given, places[at]]));
      const wanted = items.map((given): string | Place => {
        const place = placeOf.get(given);
        if (place) return place;
        const id = ids[given.queueIndex ?? -1];
        if (id === undefined) throw new Failure(errors.invalidIndex, undefined, "INVALID_INDEX");
        const entry = byId.get(id);
        if (!entry) throw new Failure(entryGone, undefined, "NOT_FOUND");
        if (!kept.has(id)) {
          kept.add(id);
          return id;
        }
        const { playlist, item } = entry;
        if (playlist === null || item === null) throw new Failure(notQueued, undefined, "NOT_SUPPORTED");
        return { playlist, item };
      });
      // An entry that stands at a wanted place is kept, too.
      const take = takeable(
        entries.filter(({ entry }) => !kept.has(entry)),
        ({ playlist, item }) => keyOf(playlist, item),
      );
      const planned = wanted.map((each) =>
        typeof each === "string" ? each : take(keyOf(each.playlist, each.item))?.entry ?? each
      );
      const missing = planned.filter((each) => typeof each !== "string");
      const added = [...await appendPlaces(changing, missing)];
      if (added.length < missing.length) {
        if (added.length > 0) await changing.request("player.queue.remove", { entries: added });
        throw new Failure(notQueued, undefined, "NOT_SUPPORTED");
      }
      const order = planned.map((each) => typeof each === "string" ? each : added.shift() ?? "");
      const staying = new Set(order);
      const gone = entries.map(({ entry }) => entry).filter((id) => !staying.has(id));
      if (gone.length > 0) await changing.request("player.queue.remove", { entries: gone });
      const { count } = await changing.request("player.queue.reorder", { entries: order });
      return succeeded({ count: await tellCount(changing, count, [view], () => order) });
    }),
});

export const queue = defineNamespace({
  name: "queue",
  operations: [insertNext, playNow, setContents],
  createState: ({ part }) => part(queueState),
});
