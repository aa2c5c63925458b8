/**
 * A clock that goes only when told.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/** A clock for tests: time stands still until {@linkcode FakeClock.advance} is called. */
export class FakeClock implements Clock {
  #now: number;
  #count = 0;
  readonly #timers = new Set<Timer>();

  /** @param now Milliseconds since 1970-01-01 UTC; some moment in 2026 when left out. */
  constructor(now: number = Date.UTC(2026, 0, 2, 3, 4, 5, 678)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { due: this.#now + milliseconds, order: this.#count++, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How many timers wait: none may be left when a bridge has ended. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /**
   * Lets time pass; what falls due is called in order, each at its own moment, and may set further timers.
   *
   * @param milliseconds How much time.
   */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    while (true) {
      let next: Timer | undefined;
      for (const timer of this.#timers) {
        if (timer.due > end) continue;
        if (!next || timer.due < next.due || (timer.due === next.due && timer.order < next.order)) {
          next = timer;
        }
      }
      if (!next) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.callback();
    }
    this.#now = end;
  }
}
