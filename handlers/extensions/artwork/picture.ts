/**
 * Requests for pictures, and a picture as the player answers it: its size, its type and its dimensions, read from the first
 * bytes without decoding the rest (extensions.md, "artwork").
 */

import type { ActionParams } from "../../../host_stdio/api/native_actions.ts";
import { badAnswer } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import type { ConnectionContext, Part } from "../../core/namespace.ts";
import { type LongAnswers, longAnswers, Places } from "../shared/long_work.ts";
import { MAX_PICTURE_BYTES, MAX_REQUESTS } from "./answers.ts";

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
interface NoPicture {
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
