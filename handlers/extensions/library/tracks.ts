/** The operations of `library` that answer tracks. */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { parseTrackHandle } from "../../../limits/paths.ts";
import { foldCase } from "../../../limits/unicode.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { isAbsent, optional, params, selectiveParams, string, withDefault } from "../../core/params.ts";
import { filterInSlices, sortInSlices } from "../shared/long_work.ts";
import type { LibraryTrack } from "../shared/media_library.ts";
import { type ListedTrack, listedTrack, toListedTrack } from "../shared/page_track.ts";
import { counted, mediaPath, optionalCount } from "../shared/params.ts";
import {
  MAX_PATTERN_LENGTH,
  parsePattern,
  patternTooLong,
  sortedTracks,
  unsupportedPattern,
} from "../shared/patterns.ts";
import { invalidQuery, parseQuery } from "../shared/query.ts";
import { type LibraryState, MAX_TRACKS } from "./state.ts";
import { compareTexts, type TrackTime } from "./views.ts";

const needs = ["player.library.tracks"] as const;

const offset = described(counted(0), "How many are skipped.");
const limit = (value: number) =>
  described(counted(value, MAX_TRACKS), "The maximum number of tracks in the answer.");

/** The members `tracks` and `items` of an answer. */
const lists = () => ({
  tracks: v.array(listedTrack()),
  items: described(v.array(listedTrack()), "The same as `tracks`."),
});

/** A part of a list, and where it is. */
const page = () => ({
  ...lists(),
  total: described(index, "How many there are in all."),
  offset: index,
  limit: index,
});

/** Returns a part of a list as pages get it. */
function listed(tracks: readonly LibraryTrack[], start = 0, count = MAX_TRACKS) {
  const part = tracks.slice(start, start + count).map((track, at) => toListedTrack(track, start + at));
  return { tracks: part, items: part };
}

/** Returns a test for texts that equal a text, ignoring case. It keeps the last result: most neighbours are the same. */
function equals(wanted: string): (text: string) => boolean {
  const folded = foldCase(wanted);
  let last = wanted;
  let isEqual = true;
  return (text) => {
    if (text !== last) {
      last = text;
      isEqual = foldCase(text) === folded;
    }
    return isEqual;
  };
}

export const search = defineOperation({
  name: "library.search",
  description: "Searches the media library.",
  needs,
  params: () =>
    params({
      query: described(withDefault(string, ""), "What to find; an empty text finds nothing."),
      offset,
      limit: limit(100),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      ...page(),
      hasMore: described(v.boolean(), "Whether there are tracks after these."),
    }),
  failureFields: () => ({
    tracks: v.optional(v.strictTuple([])),
    items: v.optional(v.strictTuple([])),
    total: v.optional(v.literal(0)),
  }),
  errors: [invalidQuery],
  handle: async ({ query, offset, limit }, context: Context<LibraryState>) => {
    const { library, answers } = context.state;
    const finds = query.trim() === "" ? undefined : parseQuery(query);
    if (!finds && query.trim() !== "") {
      throw new Failure(invalidQuery, { tracks: [], items: [], total: 0 }, "INVALID_PARAMS");
    }
    if (finds) await library.load();
    return await answers.build(context, async () => {
      const found = finds ? await library.tracksMatching(finds, context.signal) : [];
      const total = found.length;
      return succeeded({
        ...listed(found, offset, limit),
        total,
        offset,
        limit,
        hasMore: offset + limit < total,
      });
    });
  },
});

export const getAll = defineOperation({
  name: "library.getAll",
  description: "Returns a part of the media library, in the player's order.",
  needs,
  params: () =>
    selectiveParams({
      start: described(optionalCount(Number.MAX_SAFE_INTEGER), "How many are skipped; 0 by default."),
      count: described(
        optionalCount(MAX_TRACKS),
        "The maximum number of tracks in the answer; 100 by default.",
      ),
      offset: described(optionalCount(Number.MAX_SAFE_INTEGER), "Used when `start` is left out."),
      limit: described(optionalCount(MAX_TRACKS), "Used when `count` is left out."),
    }, ({ start, count }) => [
      ...isAbsent(start) ? [] : ["offset" as const],
      ...isAbsent(count) ? [] : ["limit" as const],
    ]),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      ...page(),
      fromCache: described(v.boolean(), "Whether the library was already loaded."),
    }),
  handle: async ({ start, count, ...given }, context: Context<LibraryState>) => {
    const { library, answers } = context.state;
    const fromCache = library.isLoaded;
    const { tracks } = await library.load();
    const offset = start ?? given.offset ?? 0;
    const limit = count ?? given.limit ?? 100;
    return await answers.build(context, () =>
      succeeded({
        ...listed(tracks, offset, limit),
        total: tracks.length,
        offset,
        limit,
        fromCache,
      }));
  },
});

export const getAlbumTracks = defineOperation({
  name: "library.getAlbumTracks",
  description: "Returns the tracks of an album, sorted by disc, track number and path.",
  needs,
  params: () =>
    params({
      album: described(withDefault(string, ""), "The name of the album, in any case."),
      artist: described(optional(string), "The album artist or artist, in any case; any when left out."),
      albumArtist: described(
        optional(string),
        "The album artist, or the artist of a track without one, in any case. `artist` is not compared then.",
      ),
      limit: described(
        optionalCount(MAX_TRACKS),
        `The maximum number of tracks in the answer; ${MAX_TRACKS} by default.`,
      ),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      ...lists(),
      total: described(index, "How many there are in all."),
      album: described(v.string(), "The given name."),
      artist: described(v.string(), "The given artist; empty when left out."),
    }),
  handle: async ({ album, artist, albumArtist, limit }, context: Context<LibraryState>) => {
    const { library, answers } = context.state;
    const isAlbum = equals(album);
    const isArtist = artist === undefined ? () => true : equals(artist);
    const isAlbumArtist = albumArtist === undefined ? undefined : equals(albumArtist);
    const fits = (track: LibraryTrack): boolean =>
      isAlbumArtist
        ? isAlbumArtist(track.albumArtist || track.artist)
        : isArtist(track.albumArtist) || isArtist(track.artist);
    const { tracks } = await library.load();
    return await answers.build(context, async () => {
      const slices = library.slices(context.signal);
      const found = await filterInSlices(
        tracks,
        (track) => isAlbum(track.album) && fits(track),
        slices,
      );
      const sorted = await sortInSlices(found, byPosition, slices);
      return succeeded({ ...listed(sorted, 0, limit), total: found.length, album, artist: artist ?? "" });
    });
  },
});

function byPosition(a: LibraryTrack, b: LibraryTrack): number {
  return a.discNumber - b.discNumber || a.trackNumber - b.trackNumber || compareTexts(a.path, b.path) ||
    a.subsong - b.subsong;
}

export const getArtistTracks = defineOperation({
  name: "library.getArtistTracks",
  description: "Returns the tracks of an artist, in the player's order.",
  needs,
  params: () =>
    params({
      artist: described(withDefault(string, ""), "The artist, in any case."),
      limit: limit(500),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      ...lists(),
      total: described(index, "How many tracks were returned."),
      count: described(index, "The same as `total`."),
      artist: described(v.string(), "The given artist."),
    }),
  handle: async ({ artist, limit }, context: Context<LibraryState>) => {
    const { library, answers } = context.state;
    const isArtist = equals(artist);
    const { tracks } = await library.load();
    return await answers.build(context, async () => {
      const slices = library.slices(context.signal);
      const found = listed(await filterInSlices(tracks, (track) => isArtist(track.artist), slices), 0, limit);
      const total = found.tracks.length;
      return succeeded({ ...found, total, count: total, artist });
    });
  },
});

const query = defineOperation({
  name: "library.query",
  description: "Returns the tracks of the media library that a query finds, sorted.",
  needs,
  params: () =>
    params({
      query: described(withDefault(string, ""), "What to find."),
      sort: described(
        withDefault(v.pipe(string, v.maxLength(MAX_PATTERN_LENGTH, patternTooLong("sort"))), ""),
        "The pattern by which the tracks are sorted; empty for the order of the library.",
      ),
      limit: limit(100),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      tracks: v.array(listedTrack()),
      total: described(index, "How many the query finds."),
    }),
  failureFields: () => ({
    tracks: v.optional(v.strictTuple([])),
    total: v.optional(v.literal(0)),
  }),
  failureDefaults: { tracks: [], total: 0 },
  errors: [invalidQuery, unsupportedPattern],
  handle: async ({ query, sort, limit }, context: Context<LibraryState>) => {
    const { library, answers } = context.state;
    const finds = parseQuery(query);
    if (!finds) throw new Failure(invalidQuery, undefined, "INVALID_PARAMS");
    const textOf = sort === "" ? undefined : parsePattern(sort);
    if (sort !== "" && !textOf) throw new Failure(unsupportedPattern, undefined, "INVALID_PARAMS");
    await library.load();
    return await answers.build(context, async () => {
      const found = await library.tracksMatching(finds, context.signal);
      const sorted = textOf ? await sortedTracks(found, textOf, library.slices(context.signal)) : found;
      const { tracks } = listed(sorted, 0, limit);
      return succeeded({ tracks, total: found.length });
    });
  },
});

const getByPath = defineOperation({
  name: "library.getByPath",
  description: "Returns the track of the media library with a path.",
  needs,
  params: () => params({ path: mediaPath }),
  result: () =>
    v.variant("found", [
      v.strictObject({
        success: v.literal(true),
        found: v.literal(true),
        path: v.string(),
        absolutePath: v.string(),
        title: v.string(),
        artist: v.string(),
        album: v.string(),
        date: v.string(),
        genre: v.string(),
        trackNumber: v.number(),
        duration: described(v.number(), "In seconds; 0 when unknown."),
      }),
      v.strictObject({
        success: v.literal(true),
        found: described(v.literal(false), "The library does not have it."),
        path: v.string(),
      }),
    ]),
  handle: async ({ path: given }, context: Context<LibraryState>) => {
    const { library } = context.state;
    const { path: wanted, subsong } = parseTrackHandle(given);
    const { tracks } = await library.load();
    const isWanted = (track: LibraryTrack) =>
      (track.absolutePath === wanted || track.path === wanted) && track.subsong === subsong;
    const [track] = await filterInSlices(tracks, isWanted, library.slices(context.signal));
    if (!track) return succeeded({ found: false, path: given });
    const { path, absolutePath, title, artist, album, date, genre, trackNumber, duration } = track;
    return succeeded({
      found: true,
      path,
      absolutePath,
      title,
      artist,
      album,
      date,
      genre,
      trackNumber,
      duration,
    });
  },
});

export const foundOperations = [query, getByPath] as const;

export const getRandomTracks = defineOperation({
  name: "library.getRandomTracks",
  description: "Returns distinct random tracks of the media library.",
  needs,
  params: () => params({ count: described(counted(10, MAX_TRACKS), "How many.") }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      tracks: v.array(listedTrack()),
      count: described(index, "How many tracks were returned."),
    }),
  handle: async ({ count }, context: Context<LibraryState>) => {
    const { library, answers } = context.state;
    const { tracks } = await library.load();
    return await answers.build(context, () => {
      const chosen = listed(randomItems(tracks, count)).tracks;
      return succeeded({ tracks: chosen, count: chosen.length });
    });
  },
});

/** Chooses items by the first steps of a shuffle. It records only the items that the shuffle has moved. */
function randomItems<Item>(items: readonly Item[], count: number): Item[] {
  const moved = new Map<number, Item>();
  const itemAt = (index: number): Item => moved.get(index) ?? items[index] as Item;
  const chosen: Item[] = [];
  for (let at = 0; at < Math.min(count, items.length); at++) {
    const from = at + Math.floor(Math.random() * (items.length - at));
    chosen.push(itemAt(from));
    moved.set(from, itemAt(at));
  }
  return chosen;
}

/** A track with the time by which it was sorted. */
type TimedTrack = ListedTrack & { added?: string; modified?: number };

export const getRecentlyAdded = defineOperation({
  name: "library.getRecentlyAdded",
  description: "Returns the tracks that were added or modified last, newest first.",
  needs,
  params: () =>
    params({
      limit: limit(50),
      sortBy: described(
        withDefault(string, "added"),
        "By `added` or `modified`. Any other text counts as `added`.",
      ),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      tracks: v.array(v.strictObject({
        ...listedTrack().entries,
        added: described(v.optional(v.string()), "Local time as `YYYY-MM-DD HH:MM:SS`, if sorted by it."),
        modified: described(v.optional(v.number()), "In Unix seconds, if sorted by it."),
      })),
      total: described(index, "How many tracks of the library have such a time."),
      limit: index,
      sortBy: described(v.picklist(["added", "modified"]), "The time by which the tracks are sorted."),
      fallback: described(v.boolean(), "Whether no track has the time `added`, so that `modified` was used."),
    }),
  handle: async ({ limit, sortBy: wanted }, context: Context<LibraryState>) => {
    const { views } = await context.state.load();
    const added = wanted === "modified" ? undefined : await views.newest("added");
    const fallback = added?.length === 0;
    const sortBy: TrackTime = added && !fallback ? "added" : "modified";
    const newest = sortBy === "added" && added ? added : await views.newest("modified");
    return await context.state.answers.build(context, () => {
      const tracks = newest.slice(0, limit).map((track, at): TimedTrack =>
        Object.assign(
          toListedTrack(track, at),
          sortBy === "added" ? { added: localTime(track.added ?? 0) } : { modified: track.modified ?? 0 },
        )
      );
      return succeeded({ tracks, total: newest.length, limit, sortBy, fallback });
    });
  },
});

/** Returns a time in Unix seconds as local `YYYY-MM-DD HH:MM:SS`. */
function localTime(seconds: number): string {
  const time = new Date(seconds * 1000);
  const date = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits);
  return `${date.join("-")} ${
    [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(":")
  }`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
