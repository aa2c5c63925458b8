/**
 * The timer of `playback:timeHighRes`.
 *
 * @module
 */

import type { Clock } from "../../../host_stdio/clock.ts";

/** How often `playback:timeHighRes` is sent, in milliseconds. */
export const HIGH_RES_MS = 100;

/** Calls a function regularly. Between `stop` and `start` there is no timer. */
export class HighResTimer {
  readonly #clock: Clock;
  readonly #beat: () => void;
  #cancel = () => {};

  constructor(clock: Clock, beat: () => void) {
    this.#clock = clock;
    this.#beat = beat;
  }

  /** Calls the function at once, and then regularly. */
  start(): void {
    this.stop();
    this.#beat();
    this.#next(this.#clock.monotonic() + HIGH_RES_MS);
  }

  stop(): void {
    this.#cancel();
  }

  /**
   * A late timer does not shift the later ones, unless it is a whole interval late, as after the machine was suspended.
   */
  #next(due: number): void {
    const now = this.#clock.monotonic();
    const at = due > now ? due : now + HIGH_RES_MS;
    this.#cancel = this.#clock.after(at - now, () => {
      this.#beat();
      this.#next(at + HIGH_RES_MS);
    });
  }
}
