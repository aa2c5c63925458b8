/** `artwork.getFb2kUrlByPathBatch` (extensions.md, "artwork"). */

import * as v from "valibot";
import { ACTION_NOT_SUPPORTED } from "../../../host_stdio/api/native_actions.ts";
import { NativeActionError } from "../../../host_stdio/player.ts";
import { parseTrackHandle } from "../../../limits/paths.ts";
import type { Context } from "../../core/context.ts";
import { described, documentedAs } from "../../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { optional, params } from "../../core/params.ts";
import { refusedMedia } from "../../core/player_requests.ts";
import { isUsablePath } from "../shared/params.ts";
import { type ArtworkType, failure, maxSizeParam, sourceOf, typeParam, unknownType } from "./answers.ts";
import { batchTooLarge, MAX_BATCH_BYTES, MAX_BATCH_SIZE, MAX_REQUESTS } from "./limits.ts";
import type { Found, PictureLoader } from "./loader.ts";

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

export const getFb2kUrlByPathBatch = defineOperation({
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
