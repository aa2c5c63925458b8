/** Extension `library`: the player's media library (extensions.md, "library"). */

import * as v from "valibot";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineNamespace } from "../../core/namespace.ts";
import { defineOperation, noParams, succeeded } from "../../core/operation.ts";
import { browseOperations } from "./browse.ts";
import { getAlbums, getArtists, getCount, getGenres, getStats, listOperations } from "./lists.ts";
import { libraryEvents, LibraryState } from "./state.ts";
import {
  foundOperations,
  getAlbumTracks,
  getAll,
  getArtistTracks,
  getRandomTracks,
  getRecentlyAdded,
  search,
} from "./tracks.ts";

const refresh = defineOperation({
  name: "library.refresh",
  description: "Requests a scan of the media library and does not wait for its end.",
  needs: ["player.library.rescan"],
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true) }),
  events: [libraryEvents.initialized],
  handle: async (_params, { player }) => {
    await player.request("player.library.rescan", {});
    return succeeded();
  },
});

const rescan = { ...refresh, name: "library.rescan", description: "The same as `library.refresh`." } as const;

const invalidateCache = defineOperation({
  name: "library.invalidateCache",
  description: "Forgets the media library, so that the next call reads it again.",
  params: noParams,
  result: () =>
    v.strictObject({ success: v.literal(true), timestamp: described(v.number(), "In Unix milliseconds.") }),
  failure: "never",
  handle: (_params, { state }: Context<LibraryState>) => {
    state.library.forget();
    return succeeded({ timestamp: state.now() });
  },
});

export const library = defineNamespace({
  name: "library",
  operations: [
    search,
    getAlbums,
    getAlbumTracks,
    getArtists,
    getArtistTracks,
    getGenres,
    getAll,
    getCount,
    getStats,
    getRandomTracks,
    getRecentlyAdded,
    refresh,
    rescan,
    invalidateCache,
    ...listOperations,
    ...foundOperations,
    ...browseOperations,
  ],
  events: Object.values(libraryEvents),
  createState: (connection) => new LibraryState(connection),
  listeners: (state) => state,
});
