/** The operations of the extension `playlist` on the selected items and the focused one. */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import {
  boolean,
  indicesTooMany,
  integer,
  integers,
  MAX_INDICES,
  optional,
  params,
  uncheckedParams,
  withDefault,
} from "../../core/params.ts";
import { invalidPlaylist, lockFields, playlistAnswer, targetPlaylist } from "../../core/playlists.ts";
import { listedTrack } from "../shared/page_track.ts";
import { selected as selectedPlaylist } from "../shared/params.ts";
import { MAX_TRACKS, playlistEvents } from "./events.ts";
import { removeItems, validItems } from "./items.ts";
import { readRows } from "./rows.ts";
import type { PlaylistState } from "./state.ts";
import { changeErrors, changePlaylist, playlist, playlistAlias, readPlaylist } from "./target.ts";

const SELECTION = "player.playlist.selection";
const SELECT = "player.playlist.select";
const invalidTrack = "Invalid track index";

const playlistIndex = described(index, "The playlist's index.");
const focusIndex = described(v.pipe(v.number(), v.integer()), "The index of the item; -1 for none.");

const onlyPlaylist = () => params({ playlist });
const withAlias = () => params({ playlist, index: playlistAlias });

const getSelection = defineOperation({
  name: "playlist.getSelection",
  description: "Returns the indices of the selected items of a playlist.",
  needs: ["player.playlist.list", SELECTION],
  params: () => uncheckedParams(onlyPlaylist()),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      playlist: playlistIndex,
      items: described(v.array(index), "The selected items, ascending."),
      count: index,
    }),
  errors: [invalidPlaylist],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { playlist: { id, index } } = await readPlaylist(context, onlyPlaylist, raw);
    const { items } = await playlistAnswer(context.player.request(SELECTION, { playlist: id }));
    return succeeded({ playlist: index, items, count: items.length });
  },
});

const getSelectedTracks = defineOperation({
  name: "playlist.getSelectedTracks",
  description: "Returns the selected tracks of a playlist with their metadata.",
  needs: ["player.playlist.list", SELECTION, "player.playlist.items"],
  params: () => uncheckedParams(withAlias()),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      playlist: playlistIndex,
      count: described(index, "The number of tracks in the answer."),
      tracks: v.array(listedTrack()),
    }),
  failureFields: () => ({ tracks: v.optional(v.tuple([])) }),
  failureDefaults: { tracks: [] },
  errors: [invalidPlaylist],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { player } = context;
    const { playlist } = await readPlaylist(context, withAlias, raw);
    const { items } = await playlistAnswer(player.request(SELECTION, { playlist: playlist.id }));
    const rows = items.slice(0, MAX_TRACKS);
    const { read } = await readRows(player, playlist, rows);
    const tracks = rows.flatMap((row) => read.get(row) ?? []);
    return succeeded({ playlist: playlist.index, count: tracks.length, tracks });
  },
});

const setParams = () =>
  params({
    playlist,
    index: playlistAlias,
    indices: described(
      withDefault(integers(MAX_INDICES, indicesTooMany("indices")), []),
      "Indices of items. Repeated ones and those out of range are skipped.",
    ),
    clearOthers: described(withDefault(boolean, true), "Whether other items are deselected."),
  });

const succeededOnly = () => v.strictObject({ success: v.literal(true) });

const setSelection = defineOperation({
  name: "playlist.setSelection",
  description: "Selects items of a playlist.",
  needs: ["player.playlist.list", SELECT],
  params: () => uncheckedParams(setParams()),
  result: succeededOnly,
  errors: [invalidPlaylist],
  events: [playlistEvents.selectionChanged],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, setParams, raw, async (player, { playlist, given }) => {
      const { indices, clearOthers } = given;
      const others = clearOthers
        ? []
        : (await playlistAnswer(context.player.request(SELECTION, { playlist: playlist.id }))).items;
      const items = validItems([...indices, ...others], playlist);
      await playlistAnswer(player.request(SELECT, { playlist: playlist.id, items }));
      return succeeded();
    }, targetPlaylist),
});

/** Defines an operation that selects the first items of a playlist and no others, as many as `selected` returns. */
function defineSelecting<const Name extends `playlist.${string}`>(
  name: Name,
  description: string,
  selected: (count: number) => number,
) {
  return defineOperation({
    name,
    description,
    needs: ["player.playlist.list", SELECT],
    params: () => uncheckedParams(onlyPlaylist()),
    result: succeededOnly,
    errors: [invalidPlaylist],
    events: [playlistEvents.selectionChanged],
    handle: (raw, context: Context<PlaylistState>) =>
      changePlaylist(context, onlyPlaylist, raw, async (player, { playlist: { id, count } }) => {
        const items = Array.from({ length: selected(count) }, (_, item) => item);
        await playlistAnswer(player.request(SELECT, { playlist: id, items }));
        return succeeded();
      }, targetPlaylist),
  });
}

const selectAll = defineSelecting(
  "playlist.selectAll",
  "Selects all items of a playlist.",
  (count) => count,
);

const deselectAll = defineSelecting(
  "playlist.deselectAll",
  "Deselects all items of a playlist.",
  () => 0,
);

const removeSelectedTracks = defineOperation({
  name: "playlist.removeSelectedTracks",
  description: "Removes the selected items of a playlist.",
  needs: ["player.playlist.list", SELECTION, "player.playlist.removeItems"],
  params: () => uncheckedParams(onlyPlaylist()),
  result: succeededOnly,
  failureFields: lockFields,
  errors: changeErrors,
  events: [playlistEvents.itemsRemoved],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, onlyPlaylist, raw, async (player, { playlist }) => {
      const { items } = await playlistAnswer(context.player.request(SELECTION, { playlist: playlist.id }));
      await removeItems(player, playlist, items);
      return succeeded();
    }),
});

const getFocusTrack = defineOperation({
  name: "playlist.getFocusTrack",
  description: "Returns the item of a playlist that has the focus; use getFocusedTrack.",
  needs: ["player.playlist.list", SELECTION],
  params: () => uncheckedParams(onlyPlaylist()),
  result: () => v.strictObject({ success: v.literal(true), playlist: playlistIndex, index: focusIndex }),
  errors: [invalidPlaylist],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { playlist: { id, index } } = await readPlaylist(context, onlyPlaylist, raw);
    const { focus } = await playlistAnswer(context.player.request(SELECTION, { playlist: id }));
    return succeeded({ playlist: index, index: focus ?? -1 });
  },
});

const getFocusedTrack = defineOperation({
  name: "playlist.getFocusedTrack",
  description: "Returns the item of a playlist that has the focus.",
  needs: ["player.playlist.list", SELECTION],
  params: onlyPlaylist,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      playlist: described(v.optional(index), "The playlist's index; absent when it does not exist."),
      index: focusIndex,
    }),
  handle: async (given, { player }: Context<PlaylistState>) => {
    const playlist = selectedPlaylist(await player.request("player.playlist.list", {}), given);
    if (!playlist) return succeeded({ index: -1 });
    const { focus } = await playlistAnswer(player.request(SELECTION, { playlist: playlist.id }));
    return succeeded({ playlist: playlist.index, index: focus ?? -1 });
  },
});

const focusParams = () =>
  params({ playlist, index: described(optional(integer), "The index of the item; none when left out.") });

const setFocusedTrack = defineOperation({
  name: "playlist.setFocusedTrack",
  description: "Gives the focus to an item of a playlist, or to none.",
  needs: ["player.playlist.list", SELECT],
  params: () => uncheckedParams(focusParams()),
  result: succeededOnly,
  errors: [invalidPlaylist, invalidTrack],
  events: [playlistEvents.focusChanged],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, focusParams, raw, async (player, { playlist: { id, count }, given }) => {
      const focus = given.index ?? null;
      if (focus !== null && (focus < 0 || focus >= count)) {
        throw new Failure(invalidTrack, undefined, "INVALID_INDEX");
      }
      await playlistAnswer(player.request(SELECT, { playlist: id, focus }));
      return succeeded();
    }, targetPlaylist),
});

const focusTrack = {
  ...setFocusedTrack,
  name: "playlist.focusTrack",
  description: "The same as `playlist.setFocusedTrack`.",
} as const;

export const selectionOperations = [
  getSelection,
  getSelectedTracks,
  setSelection,
  selectAll,
  deselectAll,
  removeSelectedTracks,
  getFocusedTrack,
  getFocusTrack,
  setFocusedTrack,
  focusTrack,
] as const;
