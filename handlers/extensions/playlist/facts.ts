/** The operations of the extension `playlist` that answer a single fact. */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { schemaOf } from "../../../host_stdio/schema_check.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, noParams, succeeded } from "../../core/operation.ts";
import { params, uncheckedParams } from "../../core/params.ts";
import { invalidPlaylist, playlistIndex } from "../../core/playlists.ts";
import { infoEntries, infoOf } from "./lists.ts";
import type { PlaylistState } from "./state.ts";
import { givenIndex, playlist, playlistAlias, readPlaylist } from "./target.ts";

const needs = ["player.playlist.list"] as const;

const countParams = () => params({ playlist, index: playlistAlias });

const getTrackCount = defineOperation({
  name: "playlist.getTrackCount",
  description: "Returns how many tracks a playlist has.",
  needs,
  params: () => uncheckedParams(countParams()),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      count: described(index, "0 for a playlist that does not exist."),
    }),
  handle: async (raw, context: Context<PlaylistState>) => {
    const index = givenIndex(schemaOf(countParams), raw);
    const list = await context.player.request("player.playlist.list", {});
    const { count = 0 } = list.playlists[index ?? playlistIndex(list, list.active)] ?? {};
    return succeeded({ count });
  },
});

const getCount = defineOperation({
  name: "playlist.getCount",
  description: "Returns how many playlists there are.",
  needs,
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true), count: index }),
  handle: async (_params, { player }) => {
    const { playlists } = await player.request("player.playlist.list", {});
    return succeeded({ count: playlists.length });
  },
});

const getPlaying = defineOperation({
  name: "playlist.getPlaying",
  description: "Returns the playlist with the playing track.",
  needs: ["player.playlist.list", "player.playback.nowPlaying"],
  params: noParams,
  result: () =>
    v.variant("found", [
      v.strictObject({
        success: v.literal(true),
        found: v.literal(true),
        ...infoEntries,
        duration: described(v.optional(v.number()), "In seconds, when the player reports it."),
      }),
      v.strictObject({
        success: v.literal(true),
        found: described(v.literal(false), "Nothing plays, or nothing of a playlist."),
      }),
    ]),
  handle: async (_params, { player }) => {
    const [list, playing] = await Promise.all([
      player.request("player.playlist.list", {}),
      player.request("player.playback.nowPlaying", {}),
    ]);
    const place = playing.track ? playlistIndex(list, playing.playlist) : -1;
    const found = list.playlists[place];
    if (!found) return succeeded({ found: false });
    const { duration } = found;
    return succeeded({
      found: true,
      ...infoOf({ ...found, index: place }, list, playing.playlist),
      ...duration !== undefined && { duration },
    });
  },
});

const onlyPlaylist = () => params({ playlist });
const isLockedEntry = described(v.boolean(), "Whether the player refuses changes of its items and its name.");

const isLocked = defineOperation({
  name: "playlist.isLocked",
  description: "Returns whether a playlist is locked.",
  needs,
  params: () => uncheckedParams(onlyPlaylist()),
  result: () => v.strictObject({ success: v.literal(true), isLocked: isLockedEntry }),
  failureFields: () => ({ isLocked: v.literal(false) }),
  failureDefaults: { isLocked: false },
  errors: [invalidPlaylist],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { playlist } = await readPlaylist(context, onlyPlaylist, raw);
    return succeeded({ isLocked: playlist.locked });
  },
});

const getLockInfo = defineOperation({
  name: "playlist.getLockInfo",
  description: "Returns the lock of a playlist.",
  needs,
  params: () => uncheckedParams(onlyPlaylist()),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      playlist: described(index, "The playlist's index."),
      isLocked: isLockedEntry,
    }),
  errors: [invalidPlaylist],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { playlist } = await readPlaylist(context, onlyPlaylist, raw);
    return succeeded({ playlist: playlist.index, isLocked: playlist.locked });
  },
});

const isAutoplaylist = defineOperation({
  name: "playlist.isAutoplaylist",
  description: "Returns whether the player fills a playlist by itself.",
  needs,
  params: () => uncheckedParams(onlyPlaylist()),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      playlist: described(index, "The playlist's index."),
      isAutoplaylist: v.boolean(),
    }),
  errors: [invalidPlaylist],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { playlist } = await readPlaylist(context, onlyPlaylist, raw);
    return succeeded({ playlist: playlist.index, isAutoplaylist: playlist.auto ?? false });
  },
});

export const factOperations = [
  getTrackCount,
  getCount,
  getPlaying,
  isLocked,
  getLockInfo,
  isAutoplaylist,
] as const;
