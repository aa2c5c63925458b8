/**
 * Calls that may not come too fast (specification, "Limits": event throttle).
 *
 * @module
 */

/** Milliseconds that lie at least between two `selection:changed` events. */
export const SELECTION_CHANGED_INTERVAL = 50;

/** What a throttle needs of a clock. */
export interface ThrottleClock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Calls back once after so many milliseconds, unless the function that it returns is called before. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Calls back at most once in each interval, the first time at once, and never loses the last of several triggers. */
export class Throttle {
  readonly #clock: ThrottleClock;
  readonly #interval: number;
  readonly #callback: () => void;
  #last = -Infinity;
  #cancelTimer: (() => void) | undefined;
  #closed = false;

  /**
   * @param clock The time.
   * @param interval Milliseconds between two calls.
   * @param callback What is called. It may trigger again.
   */
  constructor(clock: ThrottleClock, interval: number, callback: () => void) {
    this.#clock = clock;
    this.#interval = interval;
    this.#callback = callback;
  }

  /** Calls back at once when the interval has passed since the last call, otherwise once at its end. */
  trigger(): void {
    if (this.#closed || this.#cancelTimer) return;
    const remaining = this.#last + this.#interval - this.#clock.now();
    if (remaining <= 0) return this.#call();
    // A clock that was set back must not stretch the interval.
    const wait = Math.min(remaining, this.#interval);
    this.#cancelTimer = this.#clock.after(wait, () => {
      this.#cancelTimer = undefined;
      this.#call();
    });
  }

  /** Calls the timer off; from now on nothing is called. */
  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #call(): void {
    this.#last = this.#clock.now();
    this.#callback();
  }
}
