/** `playlist.createAutoplaylist`: a playlist that is filled once with the result of a query. */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { optional, params, requiredString, string, withDefault } from "../../core/params.ts";
import {
  MAX_PATTERN_LENGTH,
  parsePattern,
  patternTooLong,
  sortedTracks,
  unsupportedPattern,
} from "../shared/patterns.ts";
import { invalidQuery, parseQuery } from "../shared/query.ts";
import { playlistEvents } from "./events.ts";
import type { PlaylistState } from "./state.ts";
import { playlistName } from "./target.ts";
import { createFilled } from "./tracks.ts";

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
  errors: [invalidQuery, unsupportedPattern],
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
        await createFilled(changing, list, { name, handles });
        const index = list.playlists.length;
        return succeeded({ index, playlist: index, name, query });
      });
    }, cancelSignal);
  },
});
