/**
 * The operations of the extension `playlist` that add paths.
 *
 * @module
 */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { rpcErrors } from "../../../host_stdio/errors.ts";
import { CancelledError, NativeActionError, type Player } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { boolean, integer, mustBe, params, uncheckedParams, withDefault } from "../../core/params.ts";
import {
  lockFields,
  playlistAnswer,
  playlistIndex,
  type TargetPlaylist,
  unlockedPlaylist,
} from "../../core/playlists.ts";
import { appendTracks } from "../shared/append_tracks.ts";
import { isUsablePath, pathList, resolveAllowed, tooManyPaths } from "../shared/params.ts";
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

export const addPaths = defineOperation({
  name: "playlist.addPaths",
  description: "Adds paths to a playlist, and answers when they are added.",
  needs: ["player.playlist.list", "player.media.authorize", "player.media.resolve", "player.playlist.append"],
  params: () => uncheckedParams(addParams()),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      playlist: described(index, "The playlist's index."),
      requestedPaths: described(index, "How many entries `paths` has."),
      addedCount: described(index, "How many tracks were added."),
      invalidCount: described(index, "How many entries were dropped."),
      countBefore: described(index, "How many items the playlist had."),
      totalCount: described(index, "How many items it has now."),
    }),
  failureFields: () => ({
    ...failureFields(),
    requestedPaths: described(v.optional(index), "How many entries `paths` has; when nothing can be added."),
    countBefore: described(v.optional(index), "How many items the playlist has; when nothing can be added."),
  }),
  errors: [...changeErrors, noPaths, tooManyPaths, noTracks],
  events: [playlistEvents.itemsAdded],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { player, state } = context;
    const { playlist, given } = await readPlaylist(context, addParams, raw, unlockedPlaylist);
    const requestedPaths = given.paths.length;
    // Outside the change queue: a slow file system must not delay other calls.
    const { handles, invalidCount } = await resolveAllowed(player, given.paths);
    if (handles.length === 0) {
      const { index, count: countBefore } = playlist;
      throw new Failure(
        noTracks,
        { playlist: index, requestedPaths, invalidCount, countBefore },
        "NOT_FOUND",
      );
    }
    return await state.changes.run(context, async (changing) => {
      const list = await player.request("player.playlist.list", {});
      const target = unlockedPlaylist(list, playlistIndex(list, playlist.id));
      const { start, count: addedCount } = await appendTracks(changing, target.id, handles);
      return succeeded({
        playlist: target.index,
        requestedPaths,
        addedCount,
        invalidCount,
        countBefore: target.count,
        totalCount: start + addedCount,
      });
    });
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
