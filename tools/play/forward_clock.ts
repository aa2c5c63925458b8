/**
 * A clock that runs in real time and can be moved forward.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";

interface Timer {
  readonly due: number;
  readonly callback: () => void;
  handle: ReturnType<typeof setTimeout>;
}

/** The machine's clock, plus the time by which it was moved forward. */
export class ForwardClock implements Clock {
  #ahead = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return Date.now() + this.#ahead;
  }

  monotonic(): number {
    return performance.now() + this.#ahead;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const due = this.monotonic() + milliseconds;
    const timer: Timer = { due, callback, handle: setTimeout(() => this.#fire(timer), milliseconds) };
    this.#timers.add(timer);
    return () => this.#cancel(timer);
  }

  /** Moves the clock forward. Timers that fall due run in order, each at its own time, and may set more timers. */
  forward(milliseconds: number): void {
    const end = this.monotonic() + milliseconds;
    while (true) {
      const [next] = [...this.#timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      this.#ahead += Math.max(0, (next?.due ?? end) - this.monotonic());
      if (!next) break;
      this.#fire(next);
    }
    for (const timer of this.#timers) {
      clearTimeout(timer.handle);
      timer.handle = setTimeout(() => this.#fire(timer), Math.max(0, timer.due - this.monotonic()));
    }
  }

  #fire(timer: Timer): void {
    this.#cancel(timer);
    timer.callback();
  }

  #cancel(timer: Timer): void {
    clearTimeout(timer.handle);
    this.#timers.delete(timer);
  }
}
