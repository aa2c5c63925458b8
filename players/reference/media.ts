/**
 * The native actions about media files.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";
import type { Handle } from "../../host_stdio/shapes.ts";
import type { AccessRule } from "./access_rules.ts";
import type { Library } from "./library/library.ts";
import { hostOf, streamHosts } from "./library/streams.ts";
import { ActionError } from "../model/action_error.ts";
import type { PlayerActions } from "../model/player_actions.ts";

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
