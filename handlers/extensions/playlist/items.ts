/** The operations of the extension `playlist` on the items of a playlist, except their order, and its tracks, read in pages. */

import * as v from "valibot";
import { MAX_PLAYLISTS, tooManyPlaylists } from "../../../host_stdio/api/extension_messages.ts";
import { MAX_TRACK_PAGE } from "../../../host_stdio/api/extension_messages.ts";
import type { ActionAnswer } from "../../../host_stdio/api/native_actions.ts";
import { type Handle, index } from "../../../host_stdio/api/shapes.ts";
import { badAnswer, type Player } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import {
  checkParams,
  indicesTooMany,
  integer,
  integers,
  isAbsent,
  MAX_INDICES,
  optional,
  params,
  selectiveParams,
  uncheckedParams,
} from "../../core/params.ts";
import {
  createdPlaylist,
  invalidPlaylist,
  type ListedPlaylist,
  lockFields,
  playlistAnswer,
  type PlaylistList,
} from "../../core/playlists.ts";
import { type ListedTrack, listedTrack, toListedTrack } from "../shared/page_track.ts";
import { counted } from "../shared/params.ts";
import { appendTracks } from "../shared/playlist_changes.ts";
import { MAX_PLAYLIST_SIZE, MAX_TRACKS, playlistEvents, tooLarge } from "./events.ts";
import type { PlaylistState } from "./state.ts";
import { changeErrors, changePlaylist, playlist, playlistAlias, readPlaylist } from "./target.ts";

/** How many pages are requested at once. */
const PAGES_AT_ONCE = 5;

const ITEMS = "player.playlist.items";

/** A page of a playlist's tracks. */
export type TrackPage = ActionAnswer<typeof ITEMS>;

/**
 * Reads tracks of a playlist.
 *
 * @param start The index of the first one.
 * @param end The index after the last one.
 * @returns The pages in order, several of them requested at once. All have the same total.
 * @throws {Failure} When the playlist was removed.
 * @throws {NativeActionError} When the player fails, or a page has more or fewer tracks than it should.
 */
export async function* trackPages(
  player: Player,
  { id }: Pick<ListedPlaylist, "id">,
  start: number,
  end: number,
): AsyncGenerator<TrackPage> {
  let total: number | undefined;
  const read = async (from: number): Promise<TrackPage> => {
    const count = Math.min(MAX_TRACK_PAGE, end - from);
    const page = await playlistAnswer(player.request(ITEMS, { playlist: id, start: from, count }));
    total ??= page.total;
    if (page.total !== total) throw badAnswer(ITEMS, "another total than before");
    if (page.tracks.length > count) throw badAnswer(ITEMS, "more tracks than it was asked for");
    if (page.tracks.length !== Math.max(Math.min(count, total - from), 0)) {
      throw badAnswer(ITEMS, "tracks that do not fit its total");
    }
    return page;
  };
  for (let group = start; group < end; group += PAGES_AT_ONCE * MAX_TRACK_PAGE) {
    const groupEnd = Math.min(group + PAGES_AT_ONCE * MAX_TRACK_PAGE, end);
    const pages: Promise<TrackPage>[] = [];
    for (let from = group; from < groupEnd; from += MAX_TRACK_PAGE) pages.push(read(from));
    yield* await Promise.all(pages);
  }
}

/**
 * Reads all tracks of a playlist.
 *
 * @throws {Failure} When the playlist was removed.
 * @throws {NativeActionError} When the player fails, or the playlist has changed since it was listed.
 */
export async function* allPages(player: Player, playlist: ListedPlaylist): AsyncGenerator<TrackPage> {
  for await (const page of trackPages(player, playlist, 0, playlist.count)) {
    if (page.total !== playlist.count) throw badAnswer(ITEMS, "another total than player.playlist.list");
    yield page;
  }
}

/** Throws a {@linkcode Failure} when a playlist is too long to rearrange or copy. */
export function requireMovable({ count }: ListedPlaylist): void {
  if (count > MAX_PLAYLIST_SIZE) throw new Failure(tooLarge);
}

/** @throws {Failure} When there are so many playlists that a page creates no more. */
export function requireRoom({ playlists }: PlaylistList): void {
  if (playlists.length >= MAX_PLAYLISTS) throw new Failure(tooManyPlaylists);
}

/** A playlist to create. */
export interface NewPlaylist {
  readonly name: string;
  /** Its index; at the end when left out. */
  readonly index?: number;
  readonly handles: readonly Handle[];
}

/**
 * Creates a playlist with tracks, and deletes it again when they cannot be added.
 *
 * @param list The playlists before the creation.
 * @returns How many tracks were added.
 * @throws {NativeActionError} When the player fails.
 */
export async function createFilled(
  player: Player,
  list: PlaylistList,
  { name, index, handles }: NewPlaylist,
): Promise<number> {
  const playlist = await createdPlaylist(player, name, list, index);
  try {
    return (await appendTracks(player, playlist, handles)).count;
  } catch (error) {
    // The first error is the one to report.
    await player.request("player.playlist.delete", { playlist }).catch(() => {});
    throw error;
  }
}

const itemsRequired = "items is required";

/** The parameter `items`. */
export const items = described(
  integers(MAX_INDICES, indicesTooMany("items"), itemsRequired),
  "Indices of items. Repeated ones and those out of range are skipped.",
);

const getParams = () =>
  params({
    playlist,
    index: playlistAlias,
    start: described(counted(0), "The index of the first track."),
    count: described(counted(100, MAX_TRACKS), `How many tracks at most; ${MAX_TRACKS} for more than that.`),
  });

export const getTracks = defineOperation({
  name: "playlist.getTracks",
  description: "Returns tracks of a playlist with their metadata.",
  needs: ["player.playlist.list", "player.playlist.items"],
  params: () => uncheckedParams(getParams()),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      playlist: described(index, "The playlist's index."),
      start: index,
      count: described(index, "How many tracks are returned."),
      total: described(index, "How many tracks the playlist has."),
      tracks: v.array(listedTrack()),
    }),
  failureFields: () => ({
    count: v.optional(v.literal(0)),
    total: v.optional(v.literal(0)),
    tracks: v.optional(v.tuple([])),
  }),
  failureDefaults: { count: 0, total: 0, tracks: [] },
  errors: [invalidPlaylist],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { playlist, given: { start, count } } = await readPlaylist(context, getParams, raw);
    let total = playlist.count;
    const tracks: ListedTrack[] = [];
    const end = Math.min(start + count, total);
    for await (const page of trackPages(context.player, playlist, start, end)) {
      total = page.total;
      for (const track of page.tracks) tracks.push(toListedTrack(track, start + tracks.length));
    }
    return succeeded({ playlist: playlist.index, start, count: tracks.length, total, tracks });
  },
});

const onlyPlaylist = () => params({ playlist });

export const clear = defineOperation({
  name: "playlist.clear",
  description: "Removes all items of a playlist.",
  needs: ["player.playlist.list", "player.playlist.remove"],
  params: () => uncheckedParams(onlyPlaylist()),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      playlist: described(index, "The playlist's index."),
      clearedCount: described(index, "How many items were removed."),
      remainingCount: described(index, "How many items are left."),
    }),
  failureFields: lockFields,
  errors: changeErrors,
  events: [playlistEvents.itemsRemoved],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, onlyPlaylist, raw, async (player, { playlist }) =>
      succeeded({
        playlist: playlist.index,
        clearedCount: playlist.count,
        remainingCount: await empty(player, playlist),
      })),
});

/**
 * Removes all items that a playlist had when it was listed.
 *
 * @returns How many are left.
 */
export async function empty(player: Player, { id, count }: ListedPlaylist): Promise<number> {
  if (count === 0) return 0;
  const answer = await playlistAnswer(
    player.request("player.playlist.remove", { playlist: id, start: 0, count }),
  );
  return answer.count;
}

const removeParams = () => params({ playlist, index: playlistAlias, items });

export const removeTracks = defineOperation({
  name: "playlist.removeTracks",
  description: "Removes items of a playlist.",
  needs: ["player.playlist.list", "player.playlist.removeItems"],
  params: () => uncheckedParams(removeParams()),
  result: () => v.strictObject({ success: v.literal(true) }),
  failureFields: lockFields,
  errors: [...changeErrors, itemsRequired],
  events: [playlistEvents.itemsRemoved],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, removeParams, raw, async (player, { playlist, given }) => {
      await removeItems(player, playlist, given.items);
      return succeeded();
    }),
});

/** Returns the given indices that a playlist has, in ascending order and without duplicates. */
export function validItems(given: readonly number[], { count }: ListedPlaylist): number[] {
  const valid = given.filter((item) => item >= 0 && item < count);
  return [...new Set(valid)].sort((a, b) => a - b);
}

/** Removes items. Repeated indices and those out of range are skipped. */
export async function removeItems(
  player: Player,
  playlist: ListedPlaylist,
  given: readonly number[],
): Promise<void> {
  const items = validItems(given, playlist);
  if (items.length === 0) return;
  await playlistAnswer(player.request("player.playlist.removeItems", { playlist: playlist.id, items }));
}

const invalidTrack = "Invalid track index";

const item = {
  index: described(optional(integer), "The index of the item; 0 by default."),
  track: described(optional(integer), "The same, used only when `index` is left out."),
};
const itemParams = () => selectiveParams(item, ({ index }) => isAbsent(index) ? [] : ["track"]);

export const playTrack = defineOperation({
  name: "playlist.playTrack",
  description: "Plays an item of a playlist.",
  needs: ["player.playlist.list", "player.playback.play"],
  params: () => uncheckedParams(params({ playlist, ...item })),
  result: () => v.strictObject({ success: v.literal(true) }),
  errors: [invalidPlaylist, invalidTrack],
  handle: async (raw, context: Context<PlaylistState>) => {
    const { playlist } = await readPlaylist(context, onlyPlaylist, raw);
    const { index, track } = checkParams(itemParams, raw);
    const item = index ?? track ?? 0;
    if (item < 0 || item >= playlist.count) throw new Failure(invalidTrack, undefined, "INVALID_INDEX");
    await playlistAnswer(context.player.request("player.playback.play", { playlist: playlist.id, item }));
    return succeeded();
  },
});
