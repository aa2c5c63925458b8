/**
 * Extension `artwork`: pictures of tracks (extensions.md, "artwork"). The player reads them, never the bridge.
 */

import * as v from "valibot";
import { ACTION_NOT_SUPPORTED } from "../../../host_stdio/api/native_actions.ts";
import { index } from "../../../host_stdio/api/shapes.ts";
import { NativeActionError } from "../../../host_stdio/player.ts";
import { parseTrackHandle } from "../../../limits/paths.ts";
import type { Context } from "../../core/context.ts";
import { described, documentedAs } from "../../core/documented_schema.ts";
import { defineNamespace } from "../../core/namespace.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { optional, params } from "../../core/params.ts";
import { refusedMedia } from "../../core/player_requests.ts";
import { authorizedHandle, isUsablePath, mediaPath, pathDenied, pathOrPlaying } from "../shared/params.ts";
import {
  type ArtworkType,
  artworkTypes,
  batchTooLarge,
  bytesOf,
  failure,
  type Found,
  MAX_BATCH_BYTES,
  MAX_BATCH_SIZE,
  MAX_REQUESTS,
  maxSizeParam,
  noPicture,
  pictureBytes,
  PictureLoader,
  pictureSource,
  playingTrack,
  sourceOf,
  typeParam,
  unavailable,
  unknownType,
} from "./picture.ts";

const nothingGiven = "paths or items array is required";
const invalidPath = "invalid path";

const entry = v.strictObject({
  path: described(v.string(), "As it was given; empty when it is not text."),
  available: v.boolean(),
  type: v.string(),
  dataUrl: described(v.exactOptional(v.string()), "A valid source of an image."),
  url: described(v.exactOptional(v.string()), "When the player serves the picture itself."),
  reason: described(v.exactOptional(v.picklist(["not_found", "too_large"])), "Without a picture."),
  error: described(v.exactOptional(v.string()), "When the path cannot be used, or the player failed."),
});

type Entry = v.InferOutput<typeof entry>;

const getFb2kUrlByPathBatch = defineOperation({
  name: "artwork.getFb2kUrlByPathBatch",
  description: "Returns sources for image elements that show pictures of several tracks.",
  needs: ["player.media.authorize", "player.artwork.get"],
  params: () =>
    params({
      paths: described(
        optional(documentedAs(v.unknown(), v.array(v.string()))),
        `Paths or URLs, with or without \`|subsong:N\`; at most ${MAX_BATCH_SIZE}.`,
      ),
      items: described(
        optional(documentedAs(v.unknown(), v.array(v.object({ path: v.string() })))),
        "The same as objects, used only without `paths`.",
      ),
      type: typeParam,
      maxSize: maxSizeParam,
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      artworks: described(v.array(entry), "One for each entry, in the order given."),
    }),
  ...failure,
  errors: [nothingGiven, batchTooLarge, unknownType("<type>")],
  handle: ({ paths, items, type, maxSize }, context: Context<PictureLoader>) => {
    const given = Array.isArray(paths) ? paths : Array.isArray(items) ? items.map(pathOf) : undefined;
    if (!given) throw new Failure(nothingGiven, undefined, "INVALID_PARAMS");
    if (given.length > MAX_BATCH_SIZE) throw new Failure(batchTooLarge, undefined, "INVALID_PARAMS");
    return context.state.batches.build(context, () => picturesOf(context, given, type, maxSize));
  },
});

/** Loads the pictures of a batch. */
async function picturesOf(
  context: Context<PictureLoader>,
  given: readonly unknown[],
  type: ArtworkType,
  maxSize: number,
) {
  const refused = await refusedPaths(context, given);
  const artworks: Entry[] = [];
  let bytes = 0;
  const load = (path: unknown): Promise<Found | Error> | undefined =>
    isUsablePath(path) && !refused.has(path) ? found(context, path, type, maxSize) : undefined;
  // A limited read-ahead: pictures beyond the total must not fill the memory.
  const ahead = given.slice(0, MAX_REQUESTS).map(load);
  for (const [index, path] of given.entries()) {
    const loaded = await ahead.shift();
    if (loaded instanceof Error && !concernsOneTrack(loaded)) throw loaded;
    ahead.push(load(given[index + MAX_REQUESTS]));
    if (loaded && !(loaded instanceof Error) && loaded.kind === "picture") bytes += loaded.picture.size;
    artworks.push(entryOf(typeof path === "string" ? path : "", type, loaded, bytes <= MAX_BATCH_BYTES));
  }
  return succeeded({ artworks });
}

function pathOf(item: unknown): unknown {
  return typeof item === "object" && item !== null && "path" in item ? item.path : undefined;
}

/** Returns the paths that a page may not read. */
async function refusedPaths({ player }: Context, given: readonly unknown[]): Promise<ReadonlySet<string>> {
  const texts = [...new Set(given.filter(isUsablePath))];
  const refused = await refusedMedia(player, texts.map((text) => parseTrackHandle(text).path));
  return new Set(texts.filter((_text, index) => refused.has(index)));
}

/** Loads a picture. The promise never rejects: nobody waits for the pictures ahead when the batch has failed. */
async function found(
  context: Context<PictureLoader>,
  path: string,
  type: ArtworkType,
  maxSize: number,
): Promise<Found | Error> {
  const { path: media, subsong } = parseTrackHandle(path);
  const handle = { path: media, subsong };
  try {
    return await context.state.source(context, { handle, type, maxSize: maxSize || null });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Whether an error concerns only one track: the player may still have the pictures of the others. */
function concernsOneTrack(error: Error): boolean {
  return error instanceof NativeActionError && error.playerCode !== ACTION_NOT_SUPPORTED;
}

function entryOf(path: string, type: ArtworkType, loaded: Found | Error | undefined, fits: boolean): Entry {
  if (!loaded) return { path, available: false, type, error: invalidPath };
  if (loaded instanceof Error) return { path, available: false, type, error: loaded.message };
  if (loaded.kind === "none") return { path, available: false, type, reason: loaded.reason };
  if (loaded.kind === "picture" && !fits) return { path, available: false, type, reason: "too_large" };
  return { path, available: true, type, ...sourceOf(loaded) };
}

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
