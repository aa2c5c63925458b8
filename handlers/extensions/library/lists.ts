/** The operations of `library` that answer albums, artists, genres and numbers. */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { foldCase } from "../../../limits/unicode.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, Failure, noParams, succeeded } from "../../core/operation.ts";
import { mustBe, params, requiredString, string, withDefault } from "../../core/params.ts";
import { filterInSlices, sortInSlices } from "../shared/long_work.ts";
import { counted } from "../shared/params.ts";
import { MAX_QUERY_LENGTH, trackFields } from "../shared/query.ts";
import { type LibraryState, MAX_GROUPS } from "./state.ts";
import { albumSchema, artistSchema, compareTexts, genreSchema } from "./views.ts";

const needs = ["player.library.tracks"] as const;

const notEnabled = "Library not enabled";

const queryTooLong = `query exceeds maximum length (${MAX_QUERY_LENGTH})`;

export const getAlbums = defineOperation({
  name: "library.getAlbums",
  description: "Returns albums of the media library.",
  needs,
  params: () =>
    params({
      sort: described(
        withDefault(string, "name"),
        "By `name` or `artist` ascending, or by `year` or `trackCount` descending. Any other text counts as `name`.",
      ),
      query: described(
        withDefault(v.pipe(v.string(mustBe.string), v.maxLength(MAX_QUERY_LENGTH, queryTooLong)), ""),
        "A part of the name or the artist, in any case.",
      ),
      offset: described(counted(0), "How many are skipped."),
      limit: described(counted(100, MAX_GROUPS), "The maximum number of albums in the answer."),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      albums: v.array(albumSchema()),
      total: described(index, "How many there are in all."),
      offset: index,
      limit: index,
      hasMore: described(v.boolean(), "Whether there are albums after these."),
      fromCache: described(v.boolean(), "Whether the library was already loaded."),
    }),
  handle: async ({ sort, query, offset, limit }, context: Context<LibraryState>) => {
    const { state, signal } = context;
    const fromCache = state.library.isLoaded;
    const { views } = await state.load();
    const sorted = await views.albums(sort);
    const part = foldCase(query);
    return await state.answers.build(context, async () => {
      const found = part === "" ? sorted : await filterInSlices(
        sorted,
        ({ name, artist }) => foldCase(name).includes(part) || foldCase(artist).includes(part),
        state.library.slices(signal),
      );
      const total = found.length;
      return succeeded({
        albums: found.slice(offset, offset + limit),
        total,
        offset,
        limit,
        hasMore: offset + limit < total,
        fromCache,
      });
    });
  },
});

export const getArtists = defineOperation({
  name: "library.getArtists",
  description: "Returns the artists of the media library.",
  needs,
  params: () =>
    params({
      sort: described(
        withDefault(string, "name"),
        "By `name` ascending, or by `trackCount` or `albumCount` descending. Any other text counts as `name`.",
      ),
      limit: described(counted(1000, MAX_GROUPS), "The maximum number of artists in the answer."),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      items: v.array(artistSchema()),
      count: described(index, "How many artists were returned."),
    }),
  errors: [notEnabled],
  handle: async ({ sort, limit }, context: Context<LibraryState>) => {
    const { state } = context;
    const { enabled, views } = await state.load();
    if (!enabled) throw new Failure(notEnabled, undefined, "LIBRARY_DISABLED");
    const artists = await views.artists(sort);
    return await state.answers.build(context, () => {
      const items = artists.slice(0, limit);
      return succeeded({ items, count: items.length });
    });
  },
});

export const getGenres = defineOperation({
  name: "library.getGenres",
  description: "Returns the genres of the media library, sorted by name.",
  needs,
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true), genres: v.array(genreSchema()) }),
  errors: [notEnabled],
  handle: async (_params, context: Context<LibraryState>) => {
    const { enabled, views } = await context.state.load();
    if (!enabled) throw new Failure(notEnabled, undefined, "LIBRARY_DISABLED");
    const genres = await views.genres();
    return await context.state.answers.build(context, () => succeeded({ genres }));
  },
});

const isEnabled = defineOperation({
  name: "library.isEnabled",
  description: "Returns whether the player has a media library.",
  needs,
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true), enabled: v.boolean() }),
  handle: async (_params, { state }: Context<LibraryState>) => {
    const { enabled } = await state.library.load();
    return succeeded({ enabled });
  },
});

const getStatus = defineOperation({
  name: "library.getStatus",
  description: "Returns whether the media library is there, and how many tracks it has.",
  needs,
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      enabled: described(v.boolean(), "Whether the player has a library."),
      initialized: described(v.boolean(), "The same."),
      scanning: described(v.literal(false), "The answer waits until the library is read."),
      count: described(index, "How many tracks it has."),
      itemCount: described(index, "The same as `count`."),
    }),
  handle: async (_params, { state }: Context<LibraryState>) => {
    const { enabled, tracks: { length: count } } = await state.library.load();
    return succeeded({ enabled, initialized: enabled, scanning: false, count, itemCount: count });
  },
});

const getArtistAlbums = defineOperation({
  name: "library.getArtistAlbums",
  description: "Returns the albums of an artist, sorted by name.",
  needs,
  params: () =>
    params({
      artist: described(withDefault(string, ""), "The artist of the albums, in any case."),
      limit: described(counted(100, MAX_GROUPS), "The maximum number of albums in the answer."),
    }),
  result: () => v.strictObject({ success: v.literal(true), albums: v.array(albumSchema()) }),
  handle: async ({ artist, limit }, context: Context<LibraryState>) => {
    const { state, signal } = context;
    const { views } = await state.load();
    const albums = await views.albums("name");
    const wanted = foldCase(artist);
    return await state.answers.build(context, async () => {
      const slices = state.library.slices(signal);
      const found = await filterInSlices(albums, (album) => foldCase(album.artist) === wanted, slices);
      return succeeded({ albums: found.slice(0, limit) });
    });
  },
});

const fieldRequired = "field is required";

const getFieldValues = defineOperation({
  name: "library.getFieldValues",
  description: "Returns the values that a field has in the media library, sorted.",
  needs,
  params: () =>
    params({
      field: described(requiredString(fieldRequired), "A field of queries, in any case."),
      limit: described(counted(5000, MAX_GROUPS), "The maximum number of values in the answer."),
      separator: described(withDefault(string, ""), "Divides the text of a track into several values."),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      values: v.array(genreSchema()),
      total: described(index, "How many values there are in all."),
      field: v.string(),
    }),
  handle: async ({ field, limit, separator }, context: Context<LibraryState>) => {
    const { library, answers } = context.state;
    const read = trackFields().get(foldCase(field));
    const { tracks } = await library.load();
    return await answers.build(context, async () => {
      const counts = new Map<string, number>();
      const slices = library.slices(context.signal);
      for (const track of read ? tracks : []) {
        const text = read?.isPresent(track) ? read.text(track) : "";
        const values = separator === "" ? [text] : text.split(separator).map((value) => value.trim());
        for (const value of new Set(values)) {
          if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
        }
        if (slices.isDue()) await slices.pause();
      }
      const all = Array.from(counts, ([name, trackCount]) => ({ name, trackCount }));
      const values = await sortInSlices(all, (a, b) => compareTexts(a.name, b.name), slices);
      return succeeded({ values: values.slice(0, limit), total: values.length, field });
    });
  },
});

export const listOperations = [isEnabled, getStatus, getArtistAlbums, getFieldValues] as const;

export const getCount = defineOperation({
  name: "library.getCount",
  description: "Returns the number of tracks in the media library.",
  needs,
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true), count: index }),
  handle: async (_params, { state }: Context<LibraryState>) => {
    const { tracks } = await state.library.load();
    return succeeded({ count: tracks.length });
  },
});

export const getStats = defineOperation({
  name: "library.getStats",
  description: "Returns totals of the media library.",
  needs,
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      totalTracks: index,
      totalAlbums: index,
      totalArtists: index,
      totalDuration: described(v.number(), "In seconds."),
      totalSize: described(v.number(), "In bytes, of the tracks whose size is known."),
      cacheValid: described(v.boolean(), "Whether the library was already loaded."),
      lastModified: described(
        v.number(),
        "When the library last changed, in Unix milliseconds; 0 without a library.",
      ),
    }),
  handle: async (_params, { state }: Context<LibraryState>) => {
    const cacheValid = state.library.isLoaded;
    const { enabled, tracks, views } = await state.load();
    const { albums, artists, totalDuration, totalSize } = await views.groups();
    return succeeded({
      totalTracks: tracks.length,
      totalAlbums: albums.length,
      totalArtists: artists.length,
      totalDuration,
      totalSize,
      cacheValid,
      lastModified: enabled ? state.library.lastModified : 0,
    });
  },
});
