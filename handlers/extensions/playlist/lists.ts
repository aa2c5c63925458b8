/** The operations on whole playlists of the extension `playlist`, autoplaylists included. */

import * as v from "valibot";
import { tooManyPlaylists } from "../../../host_stdio/api/extension_messages.ts";
import { type Handle, index } from "../../../host_stdio/api/shapes.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, Failure, noParams, succeeded } from "../../core/operation.ts";
import {
  indicesTooMany,
  integers,
  isAbsent,
  MAX_INDICES,
  mustBe,
  optional,
  params,
  requiredString,
  string,
  uncheckedParams,
  withDefault,
} from "../../core/params.ts";
import {
  createdPlaylist,
  invalidPlaylist,
  lockFields,
  playlistAnswer,
  type PlaylistList,
  type TargetPlaylist,
  targetPlaylist,
} from "../../core/playlists.ts";
import { guidOf, MAX_NAME_LENGTH, nameTooLong, optionalCount } from "../shared/params.ts";
import {
  MAX_PATTERN_LENGTH,
  parsePattern,
  patternTooLong,
  sortedTracks,
  unsupportedPattern,
} from "../shared/patterns.ts";
import { invalidQuery, parseQuery } from "../shared/query.ts";
import { playlistEvents, tooLarge } from "./events.ts";
import { allPages, createFilled, removeItems, requireMovable, requireRoom } from "./items.ts";
import type { PlaylistState } from "./state.ts";
import { changeErrors, changePlaylist, playlist, playlistName } from "./target.ts";

/** The members of a playlist in an answer. */
export const infoEntries = {
  index,
  guid: described(v.string(), "Identifies the playlist as long as it exists; of this form: `{8-4-4-4-12}`."),
  name: v.string(),
  trackCount: index,
  isActive: v.boolean(),
  isPlaying: described(v.boolean(), "Whether the playing track is an item of it."),
  isLocked: v.boolean(),
  isAutoplaylist: described(v.boolean(), "Whether the player fills it by itself."),
};

/** A playlist in an answer. */
const playlistInfo = v.strictObject(infoEntries);

/**
 * Returns a playlist as pages get it.
 *
 * @param playing The id of the playing playlist; null for none.
 */
export function infoOf(
  { index, id, name, count, locked, auto }: TargetPlaylist,
  { active }: PlaylistList,
  playing: string | null,
): v.InferOutput<typeof playlistInfo> {
  return {
    index,
    guid: guidOf(id),
    name,
    trackCount: count,
    isActive: id === active,
    isPlaying: id === playing,
    isLocked: locked,
    isAutoplaylist: auto ?? false,
  };
}

export const getAll = defineOperation({
  name: "playlist.getAll",
  description: "Returns all playlists.",
  needs: ["player.playlist.list", "player.playback.nowPlaying"],
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true), playlists: v.array(playlistInfo), count: index }),
  handle: async (_params, { player }) => {
    const [list, playing] = await Promise.all([
      player.request("player.playlist.list", {}),
      player.request("player.playback.nowPlaying", {}),
    ]);
    const playlists = list.playlists.map((each, index) => infoOf({ ...each, index }, list, playing.playlist));
    return succeeded({ playlists, count: playlists.length });
  },
});

export const getActive = defineOperation({
  name: "playlist.getActive",
  description: "Returns the active playlist.",
  needs: ["player.playlist.list", "player.playback.nowPlaying"],
  params: noParams,
  result: () =>
    v.union([
      v.strictObject({
        success: v.literal(true),
        ...infoEntries,
        duration: described(v.optional(v.number()), "In seconds, when the player reports it."),
      }),
      v.strictObject({
        success: v.literal(true),
        found: described(v.literal(false), "No playlist is active."),
      }),
    ]),
  handle: async (_params, { player }) => {
    const [list, playing] = await Promise.all([
      player.request("player.playlist.list", {}),
      player.request("player.playback.nowPlaying", {}),
    ]);
    if (list.active === null) return succeeded({ found: false });
    const active = targetPlaylist(list);
    const { duration } = active;
    return succeeded({
      ...infoOf(active, list, playing.playlist),
      ...duration !== undefined && { duration },
    });
  },
});

const succeededOnly = () => v.strictObject({ success: v.literal(true) });

const activeParams = () =>
  params({
    playlist: described(
      v.pipe(
        v.number(({ input }) => isAbsent(input) ? invalidPlaylist : mustBe.integer),
        v.safeInteger(mustBe.integer),
      ),
      "The playlist's index.",
    ),
  });

export const setActive = defineOperation({
  name: "playlist.setActive",
  description: "Makes a playlist the active one.",
  needs: ["player.playlist.list", "player.playlist.activate"],
  params: activeParams,
  result: succeededOnly,
  errors: [invalidPlaylist],
  events: [playlistEvents.activated],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, activeParams, raw, async (player, { playlist: { id } }) => {
      await playlistAnswer(player.request("player.playlist.activate", { playlist: id }));
      return succeeded();
    }, targetPlaylist),
});

export const create = defineOperation({
  name: "playlist.create",
  description: "Creates an empty playlist.",
  needs: ["player.playlist.list", "player.playlist.create"],
  params: () =>
    params({
      name: described(
        withDefault(playlistName, "New Playlist"),
        "Its name; other playlists may have the same.",
      ),
      position: described(optionalCount(Number.MAX_SAFE_INTEGER), "Its index; by default at the end."),
    }),
  result: () => v.strictObject({ success: v.literal(true), index: described(index, "Its index.") }),
  errors: [tooManyPlaylists],
  events: [playlistEvents.created],
  handle: ({ name, position = Infinity }, context: Context<PlaylistState>) =>
    context.state.changes.run(context, async (player) => {
      const list = await context.player.request("player.playlist.list", {});
      requireRoom(list);
      const index = Math.min(position, list.playlists.length);
      await createdPlaylist(player, name, list, index);
      return succeeded({ index });
    }),
});

const removeParams = () =>
  params({
    playlist,
    indices: described(
      optional(integers(MAX_INDICES, indicesTooMany("indices"))),
      "Indices of items to remove instead of the playlist. Repeated ones and those out of range are skipped.",
    ),
  });

export const remove = defineOperation({
  name: "playlist.remove",
  description: "Removes a playlist.",
  needs: ["player.playlist.list", "player.playlist.delete"],
  params: () => uncheckedParams(removeParams()),
  result: succeededOnly,
  failureFields: lockFields,
  errors: changeErrors,
  events: [playlistEvents.removed, playlistEvents.activated, playlistEvents.itemsRemoved],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, removeParams, raw, async (player, { playlist, given: { indices } }) => {
      if (indices) await removeItems(player, playlist, indices);
      else await playlistAnswer(player.request("player.playlist.delete", { playlist: playlist.id }));
      return succeeded();
    }),
});

const nameRequired = "name is required";

const renameParams = () =>
  params({
    playlist: described(
      v.pipe(
        v.number(({ input }) => isAbsent(input) ? "playlist is required" : mustBe.integer),
        v.safeInteger(mustBe.integer),
      ),
      "The playlist's index.",
    ),
    name: described(
      v.pipe(requiredString(nameRequired), v.maxLength(MAX_NAME_LENGTH, nameTooLong("name"))),
      "Its new name.",
    ),
  });

export const rename = defineOperation({
  name: "playlist.rename",
  description: "Renames a playlist.",
  needs: ["player.playlist.list", "player.playlist.rename"],
  params: () => uncheckedParams(renameParams()),
  result: succeededOnly,
  failureFields: lockFields,
  errors: ["playlist is required", nameRequired, ...changeErrors],
  events: [playlistEvents.renamed],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, renameParams, raw, async (player, { playlist, given: { name } }) => {
      await playlistAnswer(player.request("player.playlist.rename", { playlist: playlist.id, name }));
      return succeeded();
    }),
});

const duplicateParams = () =>
  params({
    playlist,
    name: described(optional(playlistName), "The name of the copy; by default `<name> (Copy)`."),
  });

export const duplicate = defineOperation({
  name: "playlist.duplicate",
  description: "Copies a playlist. The copy follows its source.",
  needs: [
    "player.playlist.list",
    "player.playlist.items",
    "player.playlist.create",
    "player.playlist.append",
  ],
  params: () => uncheckedParams(duplicateParams()),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      index: described(index, "The index of the copy."),
      newPlaylist: described(index, "The same as `index`."),
      sourcePlaylist: described(index, "The index of its source."),
      name: v.string(),
      trackCount: described(index, "How many tracks the copy has."),
    }),
  errors: [invalidPlaylist, tooLarge, tooManyPlaylists],
  events: [playlistEvents.created, playlistEvents.itemsAdded],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, duplicateParams, raw, async (player, { playlist: source, given, list }) => {
      requireMovable(source);
      requireRoom(list);
      const handles: Handle[] = [];
      for await (const { tracks } of allPages(context.player, source)) {
        for (const { path, subsong } of tracks) handles.push({ path, subsong });
      }
      const { name = `${source.name} (Copy)` } = given;
      const newPlaylist = source.index + 1;
      const trackCount = await createFilled(player, list, { name, index: newPlaylist, handles });
      return succeeded({
        index: newPlaylist,
        newPlaylist,
        sourcePlaylist: source.index,
        name,
        trackCount,
      });
    }, targetPlaylist),
});

export const createAutoplaylist = defineOperation({
  name: "playlist.createAutoplaylist",
  description: "Creates a playlist with the tracks of the media library that a query finds.",
  needs: [
    "player.library.tracks",
    "player.playlist.list",
    "player.playlist.create",
    "player.playlist.append",
  ],
  params: () =>
    params({
      name: described(withDefault(playlistName, "New Autoplaylist"), "Its name."),
      query: described(requiredString("Query is required"), "The query."),
      sort: described(
        optional(v.pipe(string, v.maxLength(MAX_PATTERN_LENGTH, patternTooLong("sort")))),
        "The pattern by which the tracks are sorted; by default they keep the order of the library.",
      ),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      index: described(index, "Its index."),
      playlist: described(index, "The same as `index`."),
      name: v.string(),
      query: v.string(),
    }),
  errors: [invalidQuery, unsupportedPattern, tooManyPlaylists],
  events: [playlistEvents.created, playlistEvents.itemsAdded],
  handle: async ({ name, query, sort }, context: Context<PlaylistState>) => {
    const { player, cancelSignal, state } = context;
    const finds = parseQuery(query);
    if (!finds) throw new Failure(invalidQuery, undefined, "INVALID_PARAMS");
    const textOf = sort === undefined ? undefined : parsePattern(sort);
    if (sort !== undefined && !textOf) throw new Failure(unsupportedPattern, undefined, "INVALID_PARAMS");
    // One at a time: the keys of a large library take a hundred megabytes.
    return await state.autoplaylists.run(async () => {
      const found = await state.library.tracksMatching(finds, cancelSignal);
      const sorted = textOf ? await sortedTracks(found, textOf, state.library.slices(cancelSignal)) : found;
      const handles = sorted.map(({ path, subsong }) => ({ path, subsong }));

      return await state.changes.run(context, async (changing) => {
        const list = await player.request("player.playlist.list", {});
        requireRoom(list);
        await createFilled(changing, list, { name, handles });
        const index = list.playlists.length;
        return succeeded({ index, playlist: index, name, query });
      });
    }, cancelSignal);
  },
});
