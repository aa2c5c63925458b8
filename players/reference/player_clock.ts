/**
 * The clock of one reference player: all its timers end with it.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";

/** A clock whose timers can all be called off at once. */
export class PlayerClock implements Clock {
  readonly #clock: Clock;
  readonly #timers = new Set<() => void>();
  #closed = false;

  /** @param clock The clock behind it. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  after(milliseconds: number, callback: () => void): () => void {
    if (this.#closed) return () => {};
    const cancel = this.#clock.after(milliseconds, () => {
      this.#timers.delete(cancel);
      callback();
    });
    this.#timers.add(cancel);
    return () => {
      this.#timers.delete(cancel);
      cancel();
    };
  }

  /** Calls all timers off; later ones are never called back. */
  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }
}
