/**
 * The operations that start, pause and stop playback, play paths, and return the state of playback (extensions.md,
 * "playback").
 */

import * as v from "valibot";
import { index, subsong } from "../../../host_stdio/api/shapes.ts";
import type { Player } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import type { Event } from "../../core/event.ts";
import { defineOperation, Failure, noParams, succeeded } from "../../core/operation.ts";
import { params } from "../../core/params.ts";
import { resolvePaths } from "../../core/player_requests.ts";
import { invalidPlaylist, lockFields, playlistAnswer, playlistIndex } from "../../core/playlists.ts";
import { authorizedHandle, mediaPath, pathDenied } from "../shared/params.ts";
import {
  definePlayPaths,
  playNewItems,
  playNewItemsErrors,
  playNewItemsNeeds,
  playTarget,
} from "../shared/play_paths.ts";
import { pauseEvents, playbackEvents, playbackState, startEvents } from "./events.ts";
import type { PlaybackState } from "./state.ts";

const nothing = () => v.strictObject({ success: v.literal(true) });

/** Resumes a paused player, or presses the play button of a stopped one. */
async function resumeOrStart(player: Player, state: "paused" | "stopped"): Promise<void> {
  if (state === "paused") await player.request("player.playback.pause", { paused: false });
  else await player.request("player.playback.start", {});
}

const play = defineOperation({
  name: "playback.play",
  description: "Resumes playback, or presses the play button of a stopped player.",
  needs: ["player.playback.state"],
  params: noParams,
  result: nothing,
  events: [...startEvents, playbackEvents.paused],
  handle: (_params, context: Context<PlaybackState>) =>
    context.state.changes.run(context, async (player) => {
      const { state } = await player.request("player.playback.state", {});
      if (state !== "playing") await resumeOrStart(player, state);
      return succeeded();
    }),
});

const pause = defineOperation({
  name: "playback.pause",
  description: "Pauses playback; does nothing unless a track plays.",
  needs: ["player.playback.state"],
  params: noParams,
  result: nothing,
  events: pauseEvents,
  handle: (_params, context: Context<PlaybackState>) =>
    context.state.changes.run(context, async (player) => {
      const { state } = await player.request("player.playback.state", {});
      if (state === "playing") await player.request("player.playback.pause", { paused: true });
      return succeeded();
    }),
});

const playOrPause = defineOperation({
  name: "playback.playOrPause",
  description: "Pauses a playing track; otherwise acts as `playback.play`.",
  needs: ["player.playback.state"],
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      isPlaying: described(v.boolean(), "Whether a track plays afterwards."),
    }),
  events: [...startEvents, playbackEvents.paused],
  handle: (_params, context: Context<PlaybackState>) =>
    context.state.changes.run(context, async (player) => {
      const { state } = await player.request("player.playback.state", {});
      if (state === "playing") await player.request("player.playback.pause", { paused: true });
      else await resumeOrStart(player, state);
      // A player may have nothing to play.
      const after = await player.request("player.playback.state", {});
      return succeeded({ isPlaying: after.state === "playing" });
    }),
});

const playPause = {
  ...playOrPause,
  name: "playback.playPause",
  description: "The same as `playback.playOrPause`.",
} as const;

/** Defines an operation that requests a single native action. */
function defineButton<const Name extends string>(
  name: Name,
  description: string,
  action: "player.playback.stop" | "player.playback.next" | "player.playback.previous",
  events: readonly Event[],
) {
  return defineOperation({
    name,
    description,
    needs: [action],
    params: noParams,
    result: nothing,
    events,
    handle: (_params, context: Context<PlaybackState>) =>
      context.state.changes.run(context, async (player) => {
        await player.request(action, {});
        return succeeded();
      }),
  });
}

const stop = defineButton("playback.stop", "Stops playback.", "player.playback.stop", [
  playbackEvents.stopped,
  playbackEvents.stateChanged,
  playbackEvents.stopAfterCurrentChanged,
]);

const next = defineButton("playback.next", "Plays the next track.", "player.playback.next", [
  ...startEvents,
  playbackEvents.queueChanged,
]);

const previous = defineButton(
  "playback.previous",
  "Plays the previous track.",
  "player.playback.previous",
  startEvents,
);

const noTracks = "No tracks to play";

const random = defineOperation({
  name: "playback.random",
  description: "Plays a random track of the playing playlist, or of the active one when none plays.",
  needs: ["player.playback.nowPlaying", "player.playlist.list", "player.playback.play"],
  params: noParams,
  result: nothing,
  errors: [noTracks, invalidPlaylist],
  events: startEvents,
  handle: (_params, context: Context<PlaybackState>) =>
    context.state.playlistChanges.run(context, async (player) => {
      const [playing, list] = await Promise.all([
        context.player.request("player.playback.nowPlaying", {}),
        context.player.request("player.playlist.list", {}),
      ]);
      const place = playlistIndex(list, playing.playlist);
      const playlist = list.playlists[place < 0 ? playlistIndex(list, list.active) : place];
      if (!playlist || playlist.count === 0) throw new Failure(noTracks, undefined, "NO_ACTIVE_ITEM");
      const item = Math.floor(Math.random() * playlist.count);
      await playlistAnswer(player.request("player.playback.play", { playlist: playlist.id, item }));
      return succeeded();
    }),
});

const getState = defineOperation({
  name: "playback.getState",
  description: "Returns whether a track plays, is paused or stopped.",
  needs: ["player.playback.state"],
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      state: playbackState,
      canSeek: v.boolean(),
      canPause: v.literal(true),
    }),
  handle: async (_params, { player }) => {
    const { state, canSeek } = await player.request("player.playback.state", {});
    return succeeded({ state, canSeek, canPause: true });
  },
});

export const transportOperations = [
  play,
  pause,
  playOrPause,
  playPause,
  stop,
  next,
  previous,
  random,
  getState,
] as const;

const notPlayable = "Could not resolve path to playable content";

const playPath = defineOperation({
  name: "playback.playPath",
  description: "Appends a track to the active playlist and plays it.",
  needs: playNewItemsNeeds,
  params: () => params({ path: mediaPath }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      tracksAdded: described(index, "How many tracks were added; several when the player expands a link."),
      path: described(v.string(), "The given path without suffix."),
      subsong,
    }),
  failureFields: lockFields,
  errors: [...playNewItemsErrors, pathDenied, notPlayable],
  events: startEvents,
  handle: async (given, context: Context<PlaybackState>) => {
    const { player, state } = context;
    const { path, subsong } = await authorizedHandle(player, given.path);
    const target = await playTarget(player);
    const { handles } = await resolvePaths(player, [given.path]);
    if (handles.length === 0) throw new Failure(notPlayable, undefined, "NOT_FOUND");
    const items = { target, handles: handles.slice(0, 1), startIndex: 0, replace: false };
    const { tracksAdded } = await playNewItems(context, state.playlistChanges, items);
    return succeeded({ tracksAdded, path, subsong });
  },
});

const playPaths = definePlayPaths(
  "playback.playPaths",
  (state: PlaybackState) => state.playlistChanges,
  startEvents,
);

export const pathOperations = [playPath, playPaths] as const;
