/** The operations for the playing track and the position in it (extensions.md, "playback"). */

import * as v from "valibot";
import { index, subsong } from "../../../host_stdio/api/shapes.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, Failure, noParams, succeeded } from "../../core/operation.ts";
import { boolean, isAbsent, optional, params, selectiveParams, withDefault } from "../../core/params.ts";
import { playlistIndex } from "../../core/playlists.ts";
import { pageTrack, toPageTrack } from "../shared/page_track.ts";
import { number, playbackEvents } from "./events.ts";
import type { PlaybackState } from "./state.ts";

const getCurrentTrack = defineOperation({
  name: "playback.getCurrentTrack",
  description: "Returns the playing or paused track.",
  needs: ["player.playback.state", "player.playback.nowPlaying"],
  params: noParams,
  result: () =>
    v.variant("found", [
      v.strictObject({
        success: v.literal(true),
        found: v.literal(false),
        playing: v.literal(false),
        isPlaying: v.literal(false),
        isPaused: v.literal(false),
      }),
      v.strictObject({
        success: v.literal(true),
        ...pageTrack().entries,
        found: v.literal(true),
        playing: described(v.literal(true), "Also while paused."),
        isPlaying: described(v.boolean(), "False while paused."),
        isPaused: v.boolean(),
        track: described(pageTrack(), "The track again."),
      }),
    ]),
  handle: async (_params, { player }) => {
    const [{ state }, { track: playing }] = await Promise.all([
      player.request("player.playback.state", {}),
      player.request("player.playback.nowPlaying", {}),
    ]);
    if (state === "stopped" || !playing) {
      return succeeded({ found: false, playing: false, isPlaying: false, isPaused: false });
    }
    const track = toPageTrack(playing);
    const isPaused = state === "paused";
    return succeeded({ ...track, found: true, playing: true, isPlaying: !isPaused, isPaused, track });
  },
});

const getCurrentTrackIndex = defineOperation({
  name: "playback.getCurrentTrackIndex",
  description: "Returns where the playing track is.",
  needs: ["player.playback.nowPlaying", "player.playlist.list"],
  params: () =>
    params({
      includeTrackInfo: described(withDefault(boolean, false), "Whether the answer has `track`."),
    }),
  result: () =>
    v.variant("found", [
      v.strictObject({
        success: v.literal(true),
        found: v.literal(false),
        playlist: v.null(),
        index: v.null(),
      }),
      v.strictObject({
        success: v.literal(true),
        found: v.literal(true),
        playlist: described(index, "The index of the playlist."),
        index: described(index, "The index of the track in it."),
        track: v.optional(pageTrack()),
      }),
    ]),
  handle: async ({ includeTrackInfo }, { player }) => {
    const [{ track, playlist: id, item }, list] = await Promise.all([
      player.request("player.playback.nowPlaying", {}),
      player.request("player.playlist.list", {}),
    ]);
    const playlist = playlistIndex(list, id);
    if (!track || item === null || playlist < 0) {
      return succeeded({ found: false, playlist: null, index: null });
    }
    const info = includeTrackInfo ? { track: toPageTrack(track) } : {};
    return succeeded({ found: true, playlist, index: item, ...info });
  },
});

const getPlayingPlaylist = defineOperation({
  name: "playback.getPlayingPlaylist",
  description: "Returns the playlist with the playing track.",
  needs: ["player.playback.nowPlaying", "player.playlist.list"],
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      found: described(v.boolean(), "Whether a track of a playlist plays."),
      playlist: described(v.pipe(v.number(), v.integer()), "The index of the playlist; -1 for none."),
      name: described(v.string(), "Empty for none."),
    }),
  handle: async (_params, { player }) => {
    const [{ track, playlist: id }, list] = await Promise.all([
      player.request("player.playback.nowPlaying", {}),
      player.request("player.playlist.list", {}),
    ]);
    const playlist = track ? playlistIndex(list, id) : -1;
    const { name = "" } = list.playlists[playlist] ?? {};
    return succeeded({ found: playlist >= 0, playlist, name });
  },
});

export const currentTrackOperations = [getCurrentTrack, getCurrentTrackIndex, getPlayingPlaylist] as const;

/** The distance of the last position that can be set from the end of a track, in seconds. */
const BEFORE_END = 0.1;

const seconds = described(v.number(), "In seconds.");
const duration = described(v.number(), "In seconds; 0 when unknown.");

const getPosition = defineOperation({
  name: "playback.getPosition",
  description: "Returns the position in the playing track; zeros and an empty path when stopped.",
  needs: ["player.playback.state", "player.playback.nowPlaying"],
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      position: seconds,
      duration,
      subsong,
      path: described(v.string(), "The track's path, without suffix."),
    }),
  handle: async (_params, { player }) => {
    const [{ state, position, length }, { track }] = await Promise.all([
      player.request("player.playback.state", {}),
      player.request("player.playback.nowPlaying", {}),
    ]);
    if (state === "stopped" || !track) return succeeded({ position: 0, duration: 0, subsong: 0, path: "" });
    return succeeded({ position, duration: length, subsong: track.subsong, path: track.path });
  },
});

const positionRequired = "position is required";
const cannotSeek = "Cannot seek in current track";

const setPosition = defineOperation({
  name: "playback.setPosition",
  description: "Moves playback to a position in the track, between its beginning and shortly before its end.",
  needs: ["player.playback.state", "player.playback.nowPlaying", "player.playback.seek"],
  params: () =>
    selectiveParams({
      position: described(optional(number()), "In seconds. Required unless `seconds` is given."),
      seconds: described(optional(number()), "The same, used only when `position` is left out."),
    }, ({ position }) => isAbsent(position) ? [] : ["seconds"]),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      requestedPosition: described(v.number(), "The given position."),
      actualPosition: described(v.number(), "The position that was set."),
      newPosition: described(v.number(), "The same as `actualPosition`."),
      oldPosition: described(v.number(), "The position before."),
      duration,
      subsong,
    }),
  errors: [positionRequired, cannotSeek],
  events: [playbackEvents.seeked, playbackEvents.time, playbackEvents.timeHighRes],
  handle: ({ position, seconds }, context: Context<PlaybackState>) => {
    const requested = position ?? seconds;
    if (requested === undefined) throw new Failure(positionRequired, undefined, "INVALID_PARAMS");
    return context.state.changes.run(context, async (player) => {
      const [{ state, canSeek, position: oldPosition, length }, { track }] = await Promise.all([
        context.player.request("player.playback.state", {}),
        context.player.request("player.playback.nowPlaying", {}),
      ]);
      if (state === "stopped" || !canSeek) throw new Failure(cannotSeek);
      const actual = withinTrack(requested, length);
      await player.request("player.playback.seek", { position: actual });
      return succeeded({
        requestedPosition: requested,
        actualPosition: actual,
        newPosition: actual,
        oldPosition,
        duration: length,
        subsong: track?.subsong ?? 0,
      });
    });
  },
});

/**
 * Returns the nearest position that can be set.
 *
 * @param length The track's length in seconds; 0 when unknown.
 */
function withinTrack(position: number, length: number): number {
  const isBeyond = length > 0 && position > length;
  return Math.max(0, isBeyond ? length - BEFORE_END : position);
}

export const positionOperations = [getPosition, setPosition] as const;
