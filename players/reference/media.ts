/**
 * The native actions about media files, and the rule about which may be read.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";
import type { Handle } from "../../host_stdio/shapes.ts";
import type { Library } from "./library/library.ts";
import { hostOf, streamHosts } from "./library/streams.ts";
import { ActionError, type PlayerActions } from "../model/actions.ts";

/** Media access and metadata. */
export class Media {
  readonly #library: Library;
  readonly #rule: AccessRule;
  readonly #clock: Clock;
  readonly #slowMilliseconds: number;

  /**
   * @param library What there is.
   * @param rule What may be read.
   * @param clock What measures how late a late answer is.
   * @param slowMilliseconds How late the host `slow.example` is.
   */
  constructor(library: Library, rule: AccessRule, clock: Clock, slowMilliseconds: number) {
    this.#library = library;
    this.#rule = rule;
    this.#clock = clock;
    this.#slowMilliseconds = slowMilliseconds;
  }

  /** Carries out `player.media.authorize`: the rule is asked about every name that leads to a file. */
  readonly authorize: PlayerActions["player.media.authorize"] = ({ paths }) => ({
    denied: paths.flatMap((path, index) => {
      const reason = this.#rule(path) ?? this.#rule(this.#library.canonical({ path, subsong: 0 }).path);
      return reason === undefined ? [] : [{ index, reason }];
    }),
  });

  /** Carries out `player.media.resolve`; one entry that is late makes the whole answer late. */
  readonly resolve: PlayerActions["player.media.resolve"] = ({ paths }) => {
    const answer = () => ({ resolved: paths.map((entry) => this.#library.resolve(entry)) });
    const delays = paths.map((entry) => this.delayOf(typeof entry === "string" ? entry : entry.path));
    const delay = Math.max(0, ...new Set(delays));
    if (delay === 0) return answer();
    return new Promise((resolve) => {
      if (delay < Infinity) this.#clock.after(delay, () => resolve(answer()));
    });
  };

  /** Carries out `player.media.info`. */
  readonly info: PlayerActions["player.media.info"] = ({ handle }) => ({
    track: this.#library.info(handle) ?? null,
  });

  /**
   * Checks that a track can be put into a playlist.
   *
   * @param handle The track.
   * @throws {ActionError} When it is a stream of the host `refused.example`.
   */
  requireAppendable({ path }: Handle): void {
    if (hostOf(path) === streamHosts.refused) throw new ActionError(`Unable to add to a playlist: "${path}"`);
  }

  /**
   * Checks that playback of a track can be asked for.
   *
   * @param handle The track.
   * @throws {ActionError} When it is a stream of the host `unplayable.example`.
   */
  requirePlayable({ path }: Handle): void {
    if (hostOf(path) === streamHosts.unplayable) throw new ActionError(`Unable to play: "${path}"`);
  }

  /**
   * How long it takes until a path answers.
   *
   * @param path The path.
   * @returns Milliseconds; Infinity for a host that never answers.
   */
  delayOf(path: string): number {
    const host = hostOf(path);
    if (host === streamHosts.slow) return this.#slowMilliseconds;
    return host === streamHosts.never ? Infinity : 0;
  }
}

/**
 * A rule of media access.
 *
 * @param path The path asked for.
 * @returns Why it may not be read; undefined when it may.
 */
export type AccessRule = (path: string) => string | undefined;

/**
 * The rule of a player that was told nothing else: nothing below a folder `private`, nothing that ends in `.secret`.
 *
 * @param path The path asked for.
 * @returns Why it may not be read; undefined when it may.
 */
export function defaultAccessRule(path: string): string | undefined {
  const segments = path.toLowerCase().split(/[\\/]/);
  if (segments.slice(0, -1).includes("private")) return "Access denied: the folder is private";
  if (segments.at(-1)?.endsWith(".secret")) return "Access denied: files of this type are not media";
  return undefined;
}
