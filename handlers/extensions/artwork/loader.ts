/**
 * Requests for pictures (theme-namespaces.md, "artwork").
 *
 * @module
 */

import type { ActionParams } from "../../../host_stdio/native_actions.ts";
import { badAnswer, CancelledError } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import { MAX_PICTURE_BYTES, MAX_REQUESTS } from "./limits.ts";
import { base64Size, type Picture, pictureOf } from "./picture.ts";

type Request = Omit<ActionParams<"player.artwork.get">, "accept">;

const ACTION = "player.artwork.get";

/** The most base64 characters of a picture that is not too large. */
const MAX_TEXT = Math.ceil(MAX_PICTURE_BYTES / 3) * 4;

/** A player that has no picture, or none that may be sent. */
export interface NoPicture {
  readonly kind: "none";
  readonly reason: "not_found" | "too_large";
}

/** What the player has: a picture, the URL of one that it serves itself, or none. */
export type Found =
  | { readonly kind: "picture"; readonly picture: Picture }
  | { readonly kind: "url"; readonly url: string }
  | NoPicture;

/** Requests pictures, at most {@linkcode MAX_REQUESTS} at a time. Nothing is kept. */
export class PictureLoader {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * Requests a picture or, if the player serves it itself, its URL.
   *
   * @throws {NativeActionError} When the player fails, or answers anything else.
   * @throws {CancelledError} When the call was cancelled.
   */
  async source(context: Context, request: Request): Promise<Found> {
    await this.#begin();
    try {
      if (context.signal.aborted) throw new CancelledError();
      const answer = await context.player.request(ACTION, { ...request, accept: "any" });
      if (!answer.found || ("url" in answer && answer.url === "")) {
        return { kind: "none", reason: "not_found" };
      }
      return "url" in answer ? { kind: "url", url: answer.url } : pictureIn(answer);
    } finally {
      this.#end();
    }
  }

  /** Like {@linkcode PictureLoader.source}, but always the bytes of the original. */
  async picture(
    context: Context,
    request: Omit<Request, "maxSize">,
  ): Promise<Exclude<Found, { kind: "url" }>> {
    await this.#begin();
    try {
      if (context.signal.aborted) throw new CancelledError();
      const answer = await context.player.request(ACTION, { ...request, maxSize: null, accept: "bytes" });
      if (!answer.found) return { kind: "none", reason: "not_found" };
      if ("url" in answer) throw badAnswer(ACTION, "a URL instead of bytes");
      return pictureIn(answer);
    } finally {
      this.#end();
    }
  }

  async #begin(): Promise<void> {
    if (this.#running < MAX_REQUESTS) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The place passes on to the next request that waits. */
  #end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}

function pictureIn(
  { data, mimeType }: { data: string; mimeType?: string | undefined },
): Exclude<Found, { kind: "url" }> {
  if (data.length > MAX_TEXT) return { kind: "none", reason: "too_large" };
  const size = base64Size(data);
  if (size === undefined) throw badAnswer(ACTION, "data that is not base64");
  if (size === 0) return { kind: "none", reason: "not_found" };
  if (size > MAX_PICTURE_BYTES) return { kind: "none", reason: "too_large" };
  return { kind: "picture", picture: pictureOf(data, size, mimeType) };
}
