/**
 * Parameters, limits and results that the operations of `artwork` share, requests for pictures, and a picture as the player
 * answers it: its size, its type and its dimensions, read from the first bytes without decoding the rest (extensions.md,
 * "artwork" and "Limits").
 */

import * as v from "valibot";
import type { ActionParams } from "../../../host_stdio/api/native_actions.ts";
import { type Handle, index } from "../../../host_stdio/api/shapes.ts";
import { badAnswer, type Player } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import { described, documentedAs } from "../../core/documented_schema.ts";
import type { ConnectionContext, Part } from "../../core/namespace.ts";
import { succeeded } from "../../core/operation.ts";
import { string, withDefault } from "../../core/params.ts";
import { type LongAnswers, longAnswers, Places } from "../shared/long_work.ts";
import { counted } from "../shared/params.ts";

/** The maximum size of a picture, in bytes. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

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

export const typeParam = described(
  withDefault(documentedAs(typeName, v.picklist(Object.keys(types) as (keyof typeof types)[])), "front"),
  "`cover_front` and an empty text mean `front`, `cover_back` means `back`.",
);

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
export type Source = Exclude<Found, { kind: "none" }>;

/** The members of a picture in an answer with a source. */
export function sourceOf(found: Source): { dataUrl: string; url?: string } {
  return found.kind === "url" ? { dataUrl: found.url, url: found.url } : { dataUrl: found.picture.dataUrl };
}

/** Returns the playing track; undefined when nothing plays. */
export async function playingTrack(player: Player): Promise<Handle | undefined> {
  const { track } = await player.request("player.playback.nowPlaying", {});
  return track ? { path: track.path, subsong: track.subsong } : undefined;
}

/** A picture in base64. */
export interface Picture {
  /** In bytes. */
  readonly size: number;
  readonly mimeType: string;
  /** In pixels; 0 when unknown. */
  readonly width: number;
  /** In pixels; 0 when unknown. */
  readonly height: number;
  /** A valid source of an image. */
  readonly dataUrl: string;
}

/** Base64 characters that hold the bytes up to the dimensions of a PNG: a multiple of four. */
const HEAD_LENGTH = 32;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MIME_TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/;
const UNKNOWN_TYPE = "application/octet-stream";

/** Signatures of formats; a dot stands for any byte. */
const signatures: readonly (readonly [mimeType: string, signature: RegExp])[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  // deno-lint-ignore no-control-regex -- bytes
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
  ["image/bmp", /^BM/],
];

/** Returns the number of bytes of base64 data; undefined when it is not base64. */
export function base64Size(data: string): number | undefined {
  if (data.length % 4 !== 0 || !BASE64.test(data)) return undefined;
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return data.length / 4 * 3 - padding;
}

/**
 * Describes a picture.
 *
 * @param data Valid base64.
 * @param size Its number of bytes.
 * @param stated The type that the player states, used when the bytes do not show it.
 */
export function pictureOf(data: string, size: number, stated: string | undefined): Picture {
  const head = atob(data.slice(0, HEAD_LENGTH));
  const known = signatures.find(([, signature]) => signature.test(head))?.[0];
  const mimeType = known ?? (stated !== undefined && MIME_TYPE.test(stated) ? stated : UNKNOWN_TYPE);
  const [width, height] = mimeType === "image/png" ? pngDimensions(head) : [0, 0];
  return { size, mimeType, width, height, dataUrl: `data:${mimeType};base64,${data}` };
}

/** The dimensions in the first chunk of a PNG, which is always its header. */
function pngDimensions(head: string): readonly [width: number, height: number] {
  if (head.length < 24 || head.slice(12, 16) !== "IHDR") return [0, 0];
  return [numberAt(head, 16), numberAt(head, 20)];
}

function numberAt(bytes: string, at: number): number {
  return [0, 1, 2, 3].reduce((number, offset) => number * 256 + bytes.charCodeAt(at + offset), 0);
}

const ACTION = "player.artwork.get";

type Request = Omit<ActionParams<typeof ACTION>, "accept">;

/** The player has no picture, or none that may be sent. */
export interface NoPicture {
  readonly kind: "none";
  readonly reason: "not_found" | "too_large";
}

const notFound: NoPicture = { kind: "none", reason: "not_found" };

/** What the player has: a picture, the URL of one that it serves itself, or none. */
export type Found =
  | { readonly kind: "picture"; readonly picture: Picture }
  | { readonly kind: "url"; readonly url: string }
  | NoPicture;

/**
 * The answers to batches. Each may have 24 MiB of pictures, which a page requests with a few bytes. They are separate
 * from the answers of the library: a player that reads pictures slowly must not delay those.
 */
const batchAnswers: Part<LongAnswers> = { ...longAnswers, name: "batches of pictures" };

/** Requests pictures, at most {@linkcode MAX_REQUESTS} at a time. Nothing is cached. */
export class PictureLoader {
  readonly batches: LongAnswers;
  readonly #places = new Places(MAX_REQUESTS);

  constructor(connection: ConnectionContext) {
    this.batches = connection.part(batchAnswers);
  }

  /**
   * Requests a picture or, if the player serves it itself, its URL.
   *
   * @throws {NativeActionError} When the player fails, or its answer is neither.
   * @throws {CancelledError} When the call was cancelled.
   */
  async source(context: Context, request: Request): Promise<Found> {
    const answer = await this.#request(context, { ...request, accept: "any" });
    if (!answer.found) return notFound;
    if (!("url" in answer)) return pictureIn(answer);
    if (answer.url === "") return notFound;
    if (!canBeServed(answer.url)) throw badAnswer(ACTION, "a URL at which no picture can be served");
    return { kind: "url", url: answer.url };
  }

  /** Like {@linkcode PictureLoader.source}, but always the bytes of the original. */
  async picture(
    context: Context,
    request: Omit<Request, "maxSize">,
  ): Promise<Exclude<Found, { kind: "url" }>> {
    const answer = await this.#request(context, { ...request, maxSize: null, accept: "bytes" });
    if (!answer.found) return notFound;
    if ("url" in answer) throw badAnswer(ACTION, "a URL instead of bytes");
    return pictureIn(answer);
  }

  async #request({ player }: Context, params: ActionParams<typeof ACTION>) {
    await this.#places.enter();
    try {
      return await player.request(ACTION, params);
    } finally {
      this.#places.leave();
    }
  }
}

/**
 * Whether a player can serve a picture at a URL: `data:` would bypass the limits, `javascript:` is code, and a single
 * letter is a drive.
 */
function canBeServed(url: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(url) && !/^(?:data|javascript):/i.test(url);
}

function pictureIn(
  { data, mimeType }: { data: string; mimeType?: string | undefined },
): Exclude<Found, { kind: "url" }> {
  const size = base64Size(data);
  if (size === undefined) throw badAnswer(ACTION, "data that is not base64");
  if (size === 0) return notFound;
  if (size > MAX_PICTURE_BYTES) return { kind: "none", reason: "too_large" };
  return { kind: "picture", picture: pictureOf(data, size, mimeType) };
}
