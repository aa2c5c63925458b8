/**
 * The operations of the extension `playlist` on chosen rows. Pages for version 2 of the model name the playlist by its guid.
 */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import type { Player } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import { described, documentedAs } from "../../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import {
  array,
  indicesTooMany,
  integers,
  optional,
  params,
  record,
  requiredString,
  string,
} from "../../core/params.ts";
import { invalidPlaylist, type TargetPlaylist } from "../../core/playlists.ts";
import { type ListedTrack, listedTrack, toListedTrack } from "../shared/page_track.ts";
import { guidOf, selected, selectors } from "../shared/params.ts";
import {
  MAX_PATTERN_LENGTH,
  parsePattern,
  type Pattern,
  patternTooLong,
  unsupportedPattern,
} from "../shared/patterns.ts";
import { invalidQuery, parseQuery } from "../shared/query.ts";
import { MAX_TRACKS, tooLarge } from "./events.ts";
import { allPages, requireMovable, trackPages } from "./items.ts";
import type { PlaylistState } from "./state.ts";

/** Rows that are further apart are read with actions of their own. */
const MAX_GAP = 500;
/** The maximum number of patterns. */
const MAX_FORMATS = 64;

/** The maximum length of all texts of patterns in an answer, in UTF-16 code units. */
const MAX_TEXT = 2 ** 24;

const tooMuchText = `formats make more than ${MAX_TEXT} characters`;
const tooManyFormats = `formats exceeds maximum length (${MAX_FORMATS})`;
const rowsTooMany = indicesTooMany("rows", MAX_TRACKS);

const getMatchingRows = defineOperation({
  name: "playlist.getMatchingRows",
  description: "Returns the rows of a playlist whose tracks a query finds.",
  needs: ["player.playlist.list", "player.playlist.items"],
  params: () =>
    params({ query: described(requiredString("query is required"), "What to find."), ...selectors }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      playlist: described(index, "The playlist's index."),
      playlistGuid: v.string(),
      total: described(index, "How many tracks the playlist has."),
      items: described(v.array(index), "The rows, ascending."),
      count: described(index, "How many rows there are."),
    }),
  errors: [invalidQuery, invalidPlaylist, tooLarge],
  handle: async ({ query, ...selector }, { player, state, signal }: Context<PlaylistState>) => {
    const finds = parseQuery(query);
    if (!finds) throw new Failure(invalidQuery, undefined, "INVALID_PARAMS");
    const playlist = selected(await player.request("player.playlist.list", {}), selector);
    if (!playlist) throw new Failure(invalidPlaylist, undefined, "INVALID_INDEX");
    requireMovable(playlist);
    const slices = state.library.slices(signal);
    const items: number[] = [];
    let row = 0;
    for await (const { tracks } of allPages(player, playlist)) {
      for (const track of tracks) {
        if (finds(track)) items.push(row);
        row++;
        if (slices.isDue()) await slices.pause();
      }
    }
    return succeeded({
      playlist: playlist.index,
      playlistGuid: guidOf(playlist.id),
      total: playlist.count,
      items,
      count: items.length,
    });
  },
});

const pattern = v.pipe(string, v.maxLength(MAX_PATTERN_LENGTH, patternTooLong("$")));

const formats = v.pipe(
  record(pattern),
  v.check((given) => Object.keys(given).length <= MAX_FORMATS, tooManyFormats),
);

const getTracksAt = defineOperation({
  name: "playlist.getTracksAt",
  description: "Returns the tracks in the given rows of a playlist, with texts of patterns.",
  needs: ["player.playlist.list", "player.playlist.items"],
  params: () =>
    params({
      rows: described(
        integers(MAX_TRACKS, rowsTooMany, "rows is required"),
        "The rows, in the order of the answer. Those past the end are skipped, repeated ones are answered each time.",
      ),
      ...selectors,
      formats: described(
        optional(documentedAs(formats, v.record(string, pattern))),
        "Patterns by name: each track gets a member of that name with the text of the pattern.",
      ),
      fields: described(
        optional(documentedAs(array, v.array(v.string()))),
        "The members that each track has, besides `index` and those of `formats`; by default all.",
      ),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      playlist: described(
        v.pipe(v.number(), v.integer()),
        "The playlist's index; -1 when it does not exist.",
      ),
      total: described(index, "How many tracks the playlist has."),
      count: described(index, "How many tracks were returned."),
      tracks: v.array(v.looseObject({ ...v.partial(listedTrack()).entries, index })),
    }),
  errors: ["rows is required", rowsTooMany, tooManyFormats, unsupportedPattern, tooMuchText],
  handle: async ({ rows, formats = {}, fields, ...selector }, { player }: Context<PlaylistState>) => {
    const patterns = Object.entries(formats).map(([key, text]): [string, Pattern] => {
      const pattern = parsePattern(text);
      if (!pattern) throw new Failure(unsupportedPattern, undefined, "INVALID_PARAMS");
      return [key, pattern];
    });
    const playlist = selected(await player.request("player.playlist.list", {}), selector);
    if (!playlist) return { success: true as const, playlist: -1, total: 0, count: 0, tracks: [] };
    const wanted = rows.filter((row) => row >= 0 && row < playlist.count);
    const { total, read } = await readRows(player, playlist, wanted);
    const members = fields && new Set(fields);
    let length = 0;
    const tracks = wanted.flatMap((row) => {
      const track = read.get(row);
      if (!track) return [];
      const texts = patterns.map(([key, textOf]) => [key, textOf(track)] as const);
      length += texts.reduce((sum, [, text]) => sum + text.length, 0);
      if (length > MAX_TEXT) throw new Failure(tooMuchText, undefined, "INVALID_PARAMS");
      const kept = Object.entries(track).filter(([key]) => members?.has(key) ?? true);
      return [{ ...Object.fromEntries([...kept, ...texts]), index: row }];
    });
    return succeeded({ playlist: playlist.index, total, count: tracks.length, tracks });
  },
});

/** Reads the tracks in some rows of a playlist, and others between them. */
export async function readRows(
  player: Player,
  playlist: TargetPlaylist,
  rows: readonly number[],
): Promise<{ total: number; read: ReadonlyMap<number, ListedTrack> }> {
  const read = new Map<number, ListedTrack>();
  let { count: total } = playlist;
  for (const { start, end } of rangesOf(rows)) {
    let row = start;
    for await (const page of trackPages(player, playlist, start, end)) {
      total = page.total;
      for (const track of page.tracks) read.set(row, toListedTrack(track, row++));
    }
  }
  return { total, read };
}

/** Returns ranges with all given rows, ascending. */
function rangesOf(rows: readonly number[]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const row of [...new Set(rows)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && row - last.end <= MAX_GAP) last.end = row + 1;
    else ranges.push({ start: row, end: row + 1 });
  }
  return ranges;
}

export const rowOperations = [getMatchingRows, getTracksAt] as const;
