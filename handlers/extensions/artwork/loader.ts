/** Requests for pictures (extensions.md, "artwork"). */

import type { ActionParams } from "../../../host_stdio/api/native_actions.ts";
import { badAnswer } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import type { ConnectionContext, Part } from "../../core/namespace.ts";
import { type LongAnswers, longAnswers } from "../shared/long_answers.ts";
import { Places } from "../shared/places.ts";
import { MAX_PICTURE_BYTES, MAX_REQUESTS } from "./limits.ts";
import { base64Size, type Picture, pictureOf } from "./picture.ts";

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
