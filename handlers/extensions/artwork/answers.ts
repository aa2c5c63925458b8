/** Parameters, limits and results that the operations of `artwork` share (extensions.md, "artwork" and "Limits"). */

import * as v from "valibot";
import { type Handle, index } from "../../../host_stdio/api/shapes.ts";
import type { Player } from "../../../host_stdio/player.ts";
import { described, documentedAs } from "../../core/documented_schema.ts";
import { succeeded } from "../../core/operation.ts";
import { string, withDefault } from "../../core/params.ts";
import { counted } from "../shared/params.ts";
import type { Found, Picture } from "./picture.ts";

/** The maximum size of a picture, in bytes. */
export const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

/** The maximum size of all pictures in an answer, in bytes. */
export const MAX_BATCH_BYTES = 24 * 1024 * 1024;

/** The maximum number of pictures in a batch. */
export const MAX_BATCH_SIZE = 200;

/** The error text for a longer batch. */
export const batchTooLarge = `Batch exceeds maximum size (${MAX_BATCH_SIZE})`;

/** The maximum number of pictures that the bridge requests at a time. */
export const MAX_REQUESTS = 4;

/** The types of pictures by the names that pages use. */
const types = {
  front: "front",
  cover_front: "front",
  "": "front",
  back: "back",
  cover_back: "back",
  disc: "disc",
  icon: "icon",
  artist: "artist",
} as const;

/** The types of pictures as the player knows them. */
export const artworkTypes = ["front", "back", "disc", "icon", "artist"] as const;

/** A type of picture as the player knows it. */
export type ArtworkType = (typeof artworkTypes)[number];

/** The error text for a type that does not exist. */
export function unknownType(name: string): string {
  return `Unknown artwork type: ${name}`;
}

const typeName = v.pipe(
  string,
  v.check((name) => Object.hasOwn(types, name), ({ input }) => unknownType(input)),
  v.transform((name): ArtworkType => types[name as keyof typeof types]),
);

/** The parameter `type`. */
export const typeParam = described(
  withDefault(documentedAs(typeName, v.picklist(Object.keys(types) as (keyof typeof types)[])), "front"),
  "`cover_front` and an empty text mean `front`, `cover_back` means `back`.",
);

/** The parameter `maxSize`. */
export const maxSizeParam = described(
  counted(0),
  "The longest side in pixels; 0 for the original, which a player that cannot scale always gives.",
);

/** A result without a picture. */
export const noPicture = () =>
  v.strictObject({
    success: v.literal(true),
    available: v.literal(false),
    type: described(v.string(), "The type that was looked for."),
    reason: described(
      v.picklist(["no_track", "not_found", "too_large"]),
      "`no_track` when nothing plays, `too_large` for a picture above 4 MiB.",
    ),
  });

/** A result with the bytes of a picture. */
export const pictureBytes = () =>
  v.strictObject({
    success: v.literal(true),
    available: v.literal(true),
    type: v.string(),
    mimeType: v.string(),
    size: described(index, "In bytes."),
    dataUrl: described(v.string(), "A valid source of an image."),
  });

/** A result with a source for an image element. */
export const pictureSource = () =>
  v.strictObject({
    success: v.literal(true),
    available: v.literal(true),
    type: v.string(),
    dataUrl: described(v.string(), "A valid source of an image: a data URL, or the URL in `url`."),
    url: described(v.exactOptional(v.string()), "When the player serves the picture itself."),
  });

/** Every failure says that there is no picture. */
export const failure = {
  failureFields: () => ({ available: v.literal(false) }),
  failureDefaults: { available: false },
} as const;

/** The answer without a picture. */
export function unavailable(type: ArtworkType, reason: "no_track" | "not_found" | "too_large") {
  return succeeded({ available: false, type, reason });
}

/** The members that describe a picture's bytes in an answer. */
export function bytesOf({ mimeType, size, dataUrl }: Picture) {
  return { mimeType, size, dataUrl };
}

/** A picture, or the URL of one. */
type Source = Exclude<Found, { kind: "none" }>;

/** The members of a picture in an answer with a source. */
export function sourceOf(found: Source): { dataUrl: string; url?: string } {
  return found.kind === "url" ? { dataUrl: found.url, url: found.url } : { dataUrl: found.picture.dataUrl };
}

/** Returns the playing track; undefined when nothing plays. */
export async function playingTrack(player: Player): Promise<Handle | undefined> {
  const { track } = await player.request("player.playback.nowPlaying", {});
  return track ? { path: track.path, subsong: track.subsong } : undefined;
}
