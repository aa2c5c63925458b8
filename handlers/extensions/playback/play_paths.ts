/** The operations that play paths (extensions.md, "playback"). */

import * as v from "valibot";
import { index, subsong } from "../../../host_stdio/api/shapes.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { params } from "../../core/params.ts";
import { resolvePaths } from "../../core/player_requests.ts";
import { lockFields } from "../../core/playlists.ts";
import { authorizedHandle, mediaPath, pathDenied } from "../shared/params.ts";
import {
  definePlayPaths,
  playNewItems,
  playNewItemsErrors,
  playNewItemsNeeds,
  playTarget,
} from "../shared/play_paths.ts";
import { startEvents } from "./events.ts";
import type { PlaybackState } from "./state.ts";

const notPlayable = "Could not resolve path to playable content";

const playPath = defineOperation({
  name: "playback.playPath",
  description: "Appends a track to the active playlist and plays it.",
  needs: playNewItemsNeeds,
  params: () => params({ path: mediaPath }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      tracksAdded: described(index, "How many tracks were added; several when the player expands a link."),
      path: described(v.string(), "The given path without suffix."),
      subsong,
    }),
  failureFields: lockFields,
  errors: [...playNewItemsErrors, pathDenied, notPlayable],
  events: startEvents,
  handle: async (given, context: Context<PlaybackState>) => {
    const { player, state } = context;
    const { path, subsong } = await authorizedHandle(player, given.path);
    const target = await playTarget(player);
    const { handles } = await resolvePaths(player, [given.path]);
    if (handles.length === 0) throw new Failure(notPlayable, undefined, "NOT_FOUND");
    const items = { target, handles: handles.slice(0, 1), startIndex: 0, replace: false };
    const { tracksAdded } = await playNewItems(context, state.playlistChanges, items);
    return succeeded({ tracksAdded, path, subsong });
  },
});

const playPaths = definePlayPaths(
  "playback.playPaths",
  (state: PlaybackState) => state.playlistChanges,
  startEvents,
);

export const pathOperations = [playPath, playPaths] as const;
