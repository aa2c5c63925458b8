/**
 * Extension `artwork`: pictures of tracks (extensions.md, "artwork"). The player reads them, never the bridge.
 */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineNamespace } from "../../core/namespace.ts";
import { defineOperation, succeeded } from "../../core/operation.ts";
import { params } from "../../core/params.ts";
import { authorizedHandle, mediaPath, pathDenied, pathOrPlaying } from "../shared/params.ts";
import {
  artworkTypes,
  bytesOf,
  failure,
  maxSizeParam,
  noPicture,
  pictureBytes,
  pictureSource,
  playingTrack,
  sourceOf,
  typeParam,
  unavailable,
  unknownType,
} from "./answers.ts";
import { getFb2kUrlByPathBatch } from "./batch.ts";
import { PictureLoader } from "./loader.ts";

const getCurrent = defineOperation({
  name: "artwork.getCurrent",
  description: "Returns a picture of the playing track.",
  needs: ["player.playback.nowPlaying", "player.artwork.get"],
  params: () => params({ type: typeParam }),
  result: () => v.variant("available", [pictureBytes(), noPicture()]),
  ...failure,
  errors: [unknownType("<type>")],
  handle: async ({ type }, context: Context<PictureLoader>) => {
    const handle = await playingTrack(context.player);
    if (!handle) return unavailable(type, "no_track");
    const found = await context.state.picture(context, { handle, type });
    if (found.kind === "none") return unavailable(type, found.reason);
    return succeeded({ available: true, type, ...bytesOf(found.picture) });
  },
});

const getForTrack = defineOperation({
  name: "artwork.getForTrack",
  description: "Returns a picture of a track.",
  needs: ["player.media.authorize", "player.artwork.get"],
  params: () => params({ path: mediaPath, type: typeParam }),
  result: () =>
    v.variant("available", [
      v.strictObject({
        ...pictureBytes().entries,
        width: described(index, "In pixels; 0 when unknown."),
        height: described(index, "In pixels; 0 when unknown."),
      }),
      v.strictObject({ ...noPicture().entries, path: v.string() }),
    ]),
  ...failure,
  errors: [unknownType("<type>"), pathDenied],
  handle: async ({ path, type }, context: Context<PictureLoader>) => {
    const handle = await authorizedHandle(context.player, path);
    const found = await context.state.picture(context, { handle, type });
    if (found.kind === "none") return { ...unavailable(type, found.reason), path };
    const { width, height } = found.picture;
    return succeeded({ available: true, type, ...bytesOf(found.picture), width, height });
  },
});

const getByPath = {
  ...getForTrack,
  name: "artwork.getByPath",
  description: "The same as `artwork.getForTrack`.",
} as const;

const getFb2kUrl = defineOperation({
  name: "artwork.getFb2kUrl",
  description: "Returns a source for an image element that shows a picture of the playing track.",
  needs: ["player.playback.nowPlaying", "player.artwork.get"],
  params: () => params({ type: typeParam, maxSize: maxSizeParam }),
  result: () => v.variant("available", [pictureSource(), noPicture()]),
  ...failure,
  errors: [unknownType("<type>")],
  handle: async ({ type, maxSize }, context: Context<PictureLoader>) => {
    const handle = await playingTrack(context.player);
    if (!handle) return unavailable(type, "no_track");
    const found = await context.state.source(context, { handle, type, maxSize: maxSize || null });
    if (found.kind === "none") return unavailable(type, found.reason);
    return succeeded({ available: true, type, ...sourceOf(found) });
  },
});

const getFb2kUrlByPath = defineOperation({
  name: "artwork.getFb2kUrlByPath",
  description: "Returns a source for an image element that shows a picture of a track.",
  needs: ["player.media.authorize", "player.artwork.get"],
  params: () => params({ path: mediaPath, type: typeParam, maxSize: maxSizeParam }),
  result: () =>
    v.variant("available", [
      v.strictObject({ ...pictureSource().entries, path: v.string() }),
      v.strictObject({ ...noPicture().entries, path: v.string() }),
    ]),
  ...failure,
  errors: [unknownType("<type>"), pathDenied],
  handle: async ({ path, type, maxSize }, context: Context<PictureLoader>) => {
    const handle = await authorizedHandle(context.player, path);
    const found = await context.state.source(context, { handle, type, maxSize: maxSize || null });
    if (found.kind === "none") return { ...unavailable(type, found.reason), path };
    return succeeded({ available: true, type, ...sourceOf(found), path });
  },
});

const getAvailableTypes = defineOperation({
  name: "artwork.getAvailableTypes",
  description: "Returns the types of pictures that a track has, by default the playing one.",
  needs: ["player.artwork.get"],
  params: () => params({ path: pathOrPlaying }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      types: described(v.array(v.picklist(artworkTypes)), "Empty when nothing plays."),
    }),
  ...failure,
  errors: [pathDenied],
  handle: async ({ path }, context: Context<PictureLoader>) => {
    const handle = path === ""
      ? await playingTrack(context.player)
      : await authorizedHandle(context.player, path);
    if (!handle) return { success: true as const, types: [] };
    const found = await Promise.all(
      artworkTypes.map((type) => context.state.source(context, { handle, type, maxSize: 1 })),
    );
    return { success: true as const, types: artworkTypes.filter((_type, at) => found[at]?.kind !== "none") };
  },
});

export const artwork = defineNamespace({
  name: "artwork",
  operations: [
    getCurrent,
    getForTrack,
    getByPath,
    getFb2kUrl,
    getFb2kUrlByPath,
    getFb2kUrlByPathBatch,
    getAvailableTypes,
  ],
  createState: (connection) => new PictureLoader(connection),
});
