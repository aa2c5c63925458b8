/** The operations of the extension `playlist` that add paths. */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { rpcErrors } from "../../../host_stdio/errors.ts";
import { CancelledError, NativeActionError, type Player } from "../../../host_stdio/player.ts";
import { formatTrackHandle } from "../../../limits/paths.ts";
import type { Context } from "../../core/context.ts";
import { described, documentedAs } from "../../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import {
  boolean,
  integer,
  isAbsent,
  mustBe,
  params,
  uncheckedParams,
  withDefault,
} from "../../core/params.ts";
import {
  lockFields,
  playlistAnswer,
  playlistIndex,
  type TargetPlaylist,
  unlockedPlaylist,
} from "../../core/playlists.ts";
import {
  counted,
  isUsablePath,
  MAX_PATHS,
  pathList,
  resolveAllowed,
  tooManyPaths,
} from "../shared/params.ts";
import { appendTracks } from "../shared/playlist_changes.ts";
import { playlistEvents } from "./events.ts";
import { empty } from "./items.ts";
import type { PlaylistState } from "./state.ts";
import { changeErrors, playlist, readPlaylist } from "./target.ts";

const noPaths = "No paths specified";
const noValidPaths = "No valid paths specified";
const noTracks = "No valid tracks found";

const paths = described(
  v.pipe(pathList(noPaths, mustBe.array), v.nonEmpty(noPaths)),
  "Paths or URLs, with or without `|subsong:N`. Unusable entries are counted.",
);

const totalCount = described(index, "How many entries `paths` has.");
const failureFields = () => ({
  ...lockFields(),
  invalidCount: described(
    v.optional(index),
    "How many entries are unusable; only when there is nothing to add.",
  ),
});

const addParams = () => params({ playlist, paths });

export const addPathsAsync = defineOperation({
  name: "playlist.addPathsAsync",
  description: "Begins to add paths to a playlist; playlist:addComplete follows.",
  needs: ["player.playlist.list", "player.media.authorize", "player.media.resolve", "player.playlist.append"],
  params: () => uncheckedParams(addParams()),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      operationId: described(v.string(), "Of the event playlist:addComplete."),
      status: v.literal("pending"),
      totalCount,
      invalidCount: described(index, "How many of them cannot be paths, judged by their text alone."),
    }),
  failureFields,
  errors: [...changeErrors, noPaths, tooManyPaths, noValidPaths],
  events: [playlistEvents.itemsAdded, playlistEvents.addComplete],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { playlist, given } = await readPlaylist(context, addParams, raw, unlockedPlaylist);
    const usable = given.paths.filter(isUsablePath);
    const totalCount = given.paths.length;
    const invalidCount = totalCount - usable.length;
    if (usable.length === 0) throw new Failure(noValidPaths, { invalidCount }, "INVALID_PARAMS");
    const { additions } = context.state;
    await additions.enter();
    if (context.cancelSignal.aborted) {
      additions.leave();
      throw new CancelledError();
    }
    const operationId = context.state.newOperationId();
    void completeAddition(context, operationId, totalCount, addLater(context, playlist, usable));
    return succeeded({ operationId, status: "pending", totalCount, invalidCount });
  },
});

/** The members of the result of {@linkcode addNow}. */
const added = {
  success: v.literal(true),
  playlist: described(index, "The playlist's index."),
  addedCount: described(index, "How many tracks were added."),
  invalidCount: described(index, "How many entries were dropped."),
  countBefore: described(index, "How many items the playlist had."),
  totalCount: described(index, "How many items it has now."),
};

const nothingAdded = () => ({
  ...failureFields(),
  countBefore: described(v.optional(index), "How many items the playlist has; when nothing can be added."),
});

/**
 * Adds tracks to a playlist.
 *
 * @param entries Paths; unusable ones are dropped and counted.
 * @param requested The number of entries, as a member of the failure.
 * @param place The item before which they are added; at the end when there is none.
 * @throws {Failure} When no entry can be added.
 */
async function addNow(
  context: Context<PlaylistState>,
  { id, index, count: countBefore }: TargetPlaylist,
  entries: readonly unknown[],
  requested: Readonly<Record<string, number>>,
  place = Infinity,
): Promise<v.InferOutput<v.StrictObjectSchema<typeof added, undefined>> & { insertIndex: number }> {
  const { player, state } = context;
  // Outside the change queue: a slow file system must not delay other calls.
  const { handles, invalidCount } = await resolveAllowed(player, entries);
  if (handles.length === 0) {
    throw new Failure(noTracks, { playlist: index, ...requested, invalidCount, countBefore }, "NOT_FOUND");
  }
  return await state.changes.run(context, async (changing) => {
    const list = await player.request("player.playlist.list", {});
    const { index: playlist, count } = unlockedPlaylist(list, playlistIndex(list, id));
    const { start, count: addedCount } = await appendTracks(
      changing,
      id,
      handles,
      place < count ? place : undefined,
    );
    const totalCount = (place < count ? count : start) + addedCount;
    return succeeded({
      playlist,
      addedCount,
      invalidCount,
      countBefore: count,
      totalCount,
      insertIndex: start,
    });
  });
}

export const addPaths = defineOperation({
  name: "playlist.addPaths",
  description: "Adds paths to a playlist, and answers when they are added.",
  needs: ["player.playlist.list", "player.media.authorize", "player.media.resolve", "player.playlist.append"],
  params: () => uncheckedParams(addParams()),
  result: () =>
    v.strictObject({ ...added, requestedPaths: described(index, "How many entries `paths` has.") }),
  failureFields: () => ({
    ...nothingAdded(),
    requestedPaths: described(v.optional(index), "How many entries `paths` has; when nothing can be added."),
  }),
  errors: [...changeErrors, noPaths, tooManyPaths, noTracks],
  events: [playlistEvents.itemsAdded],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { playlist, given } = await readPlaylist(context, addParams, raw, unlockedPlaylist);
    const requested = { requestedPaths: given.paths.length };
    const { insertIndex: _insertIndex, ...result } = await addNow(context, playlist, given.paths, requested);
    return { ...result, ...requested };
  },
});

const handles = described(
  documentedAs(
    v.pipe(
      v.array(v.unknown(), ({ input }) => isAbsent(input) ? noPaths : mustBe.array),
      v.maxLength(MAX_PATHS, tooManyPaths),
      v.nonEmpty(noPaths),
    ),
    v.array(v.union([v.string(), v.object({ path: v.string(), subsong: v.optional(index) })])),
  ),
  "Paths as in playlist.addPaths, or `{path, subsong}`. Unusable entries are counted.",
);

/** Returns an entry of `handles` as a path. */
function asPath(entry: unknown): unknown {
  const { path, subsong = 0 } = Object(entry) as Record<string, unknown>;
  return typeof path === "string" && typeof subsong === "number"
    ? formatTrackHandle({ path, subsong })
    : entry;
}

const handlesParams = () => params({ playlist, handles });
const insertParams = () =>
  params({ playlist, handles, position: described(counted(0), "The item before which they are added.") });

const addingHandles = {
  needs: addPaths.needs,
  result: () =>
    v.strictObject({
      ...added,
      requestedCount: described(index, "How many entries `handles` has."),
      insertIndex: described(index, "The index of the first new item."),
    }),
  failureFields: () => ({
    ...nothingAdded(),
    requestedCount: described(
      v.optional(index),
      "How many entries `handles` has; when nothing can be added.",
    ),
  }),
  errors: addPaths.errors,
  events: addPaths.events,
} as const;

/** @param place The item before which they are added; at the end when left out. */
async function addHandlesNow(
  context: Context<PlaylistState>,
  { playlist, given }: { playlist: TargetPlaylist; given: { handles: readonly unknown[] } },
  place?: number,
) {
  const requested = { requestedCount: given.handles.length };
  return { ...await addNow(context, playlist, given.handles.map(asPath), requested, place), ...requested };
}

export const addHandles = defineOperation({
  ...addingHandles,
  name: "playlist.addHandles",
  description: "Adds handles to a playlist, and answers when they are added.",
  params: () => uncheckedParams(handlesParams()),
  handle: async (raw, context: Context<PlaylistState>) =>
    addHandlesNow(context, await readPlaylist(context, handlesParams, raw, unlockedPlaylist)),
});

export const insertTracks = defineOperation({
  ...addingHandles,
  name: "playlist.insertTracks",
  description: "Adds handles to a playlist before an item, and answers when they are added.",
  needs: [
    "player.playlist.list",
    "player.media.authorize",
    "player.media.resolve",
    "player.playlist.insert",
  ],
  params: () => uncheckedParams(insertParams()),
  handle: async (raw, context: Context<PlaylistState>) => {
    const read = await readPlaylist(context, insertParams, raw, unlockedPlaylist);
    return addHandlesNow(context, read, read.given.position);
  },
});

/** Resolves and appends paths after the call was answered. Returns how many tracks were added. */
async function addLater(
  context: Context<PlaylistState>,
  { id }: TargetPlaylist,
  usable: readonly string[],
): Promise<number> {
  const { changes, connection } = context.state;
  const player: Player = {
    request: (name, params) => connection.player.request(name, params, context.panel),
  };
  const { handles } = await resolveAllowed(player, usable);
  if (handles.length === 0) throw new Failure(noTracks);
  return await changes.run(context, async (changing) => {
    const list = await player.request("player.playlist.list", {});
    const target = unlockedPlaylist(list, playlistIndex(list, id));
    return (await appendTracks(changing, target.id, handles)).count;
  });
}

/** Sends the event for an addition that has ended. */
async function completeAddition(
  { answered, emit, state }: Context<PlaylistState>,
  operationId: string,
  totalCount: number,
  addition: Promise<number>,
): Promise<void> {
  const [outcome] = await Promise.allSettled([addition, answered]);
  state.additions.leave();
  if (state.closed) return;
  const common = { operationId, totalCount };
  if (outcome.status === "fulfilled") {
    emit(playlistEvents.addComplete, { ...common, success: true, addedCount: outcome.value }, "all");
    return;
  }
  const error: unknown = outcome.reason;
  const isExpected = error instanceof Failure || error instanceof NativeActionError;
  if (!isExpected) {
    state.connection.diagnostics.report("error", "a defect of the bridge: {error}", { error });
  }
  const text = isExpected ? error.message : rpcErrors.internal.message;
  emit(playlistEvents.addComplete, { ...common, success: false, addedCount: 0, error: text }, "all");
}

const replaceParams = () =>
  params({
    playlist,
    paths,
    playIndex: described(withDefault(integer, 0), "Which of the new items to play; 0 for one out of range."),
    stopFirst: described(
      withDefault(boolean, true),
      "Whether playback is stopped before the items are replaced.",
    ),
    autoPlay: described(withDefault(boolean, true), "Whether the item is played."),
  });

export const replaceAllAndPlay = defineOperation({
  name: "playlist.replaceAllAndPlay",
  description: "Replaces the items of a playlist, makes it the active one, and plays one of them.",
  needs: [
    "player.playlist.list",
    "player.media.authorize",
    "player.media.resolve",
    "player.playlist.remove",
    "player.playlist.append",
    "player.playlist.activate",
  ],
  params: () => uncheckedParams(replaceParams()),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      playlist: described(index, "The playlist's index."),
      clearedCount: described(index, "How many items were removed."),
      addedCount: described(index, "How many tracks were added."),
      totalCount,
      playIndex: described(index, "Which of the new items is played."),
    }),
  failureFields,
  errors: [...changeErrors, noPaths, tooManyPaths, noTracks],
  events: [playlistEvents.activated, playlistEvents.itemsAdded, playlistEvents.itemsRemoved],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { player, state, signal } = context;
    const { playlist: { id }, given } = await readPlaylist(context, replaceParams, raw, unlockedPlaylist);
    // Outside the change queue: a slow file system must not delay other calls.
    const { handles, invalidCount } = await resolveAllowed(player, given.paths);
    if (handles.length === 0) throw new Failure(noTracks, { invalidCount }, "NOT_FOUND");

    return await state.changes.run(context, async (changing) => {
      const list = await player.request("player.playlist.list", {});
      const target = unlockedPlaylist(list, playlistIndex(list, id));
      // After this point a cancelled call leaves changes behind.
      if (signal.aborted) throw new CancelledError();
      if (given.stopFirst) await changing.request("player.playback.stop", {});
      await empty(changing, target);
      const { start, count } = await appendTracks(changing, id, handles);
      if (list.active !== id) {
        await playlistAnswer(changing.request("player.playlist.activate", { playlist: id }));
      }
      const playIndex = given.playIndex >= 0 && given.playIndex < count ? given.playIndex : 0;
      if (given.autoPlay) {
        const item = start + playIndex;
        await playlistAnswer(changing.request("player.playback.play", { playlist: id, item }));
      }
      return succeeded({
        playlist: target.index,
        clearedCount: target.count,
        addedCount: count,
        totalCount: given.paths.length,
        playIndex,
      });
    });
  },
});
