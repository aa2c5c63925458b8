/** The operations for the playing track (extensions.md, "playback"). */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, noParams, succeeded } from "../../core/operation.ts";
import { boolean, params, withDefault } from "../../core/params.ts";
import { playlistIndex } from "../../core/playlists.ts";
import { pageTrack, toPageTrack } from "../shared/page_track.ts";

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
