/**
 * Virtual time: what is due when, and whether anybody still works on something.
 *
 * @module
 */

import { FakeClock } from "../support/fake_clock.ts";

interface Due {
  readonly at: number;
  readonly order: number;
  /** Somebody works on it: the player, the panel or a message on its way. */
  readonly work: boolean;
  readonly act: () => void | Promise<void>;
}

/** The order of things to come. */
export class Schedule {
  readonly clock: FakeClock = new FakeClock(0);
  /** Waits until the bridge has digested what it was sent. */
  digested: () => Promise<void> = () => Promise.resolve();
  readonly #due: Due[] = [];
  #count = 0;
  #works = 0;

  /** The time in milliseconds. */
  get now(): number {
    return this.clock.now();
  }

  /** Whether the player or a panel works on something, or a message is on its way. */
  get isAtWork(): boolean {
    return this.#works > 0;
  }

  /** Something is done later that nobody waits for: the user's whims, the end of a track. */
  later(milliseconds: number, act: () => void | Promise<void>): void {
    this.#add(milliseconds, false, act);
  }

  /** Something is done later by somebody who works on it until then. */
  work(milliseconds: number, act: () => void | Promise<void>): void {
    this.#works++;
    this.#add(milliseconds, true, act);
  }

  /**
   * Lets time pass.
   *
   * @param end Until when.
   * @param check Looks at the world after each moment.
   */
  async run(end: number, check: () => void): Promise<void> {
    await this.digested();
    while (true) {
      const timer = this.clock.untilTimer;
      const next = this.#due[0];
      const at = Math.min(next?.at ?? Infinity, timer === undefined ? Infinity : this.now + timer);
      if (at > end) break;
      this.clock.advance(at - this.now);
      if (next && next.at <= at) {
        this.#take();
        await next.act();
        if (next.work) this.#works--;
      }
      await this.digested();
      check();
    }
    this.clock.advance(end - this.now);
  }

  #add(milliseconds: number, work: boolean, act: () => void | Promise<void>): void {
    const due = { at: this.now + milliseconds, order: this.#count++, work, act };
    const heap = this.#due;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #take(): void {
    const heap = this.#due;
    this.#swap(0, heap.length - 1);
    heap.pop();
    for (let at = 0;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let first = at;
      if (left < heap.length && this.#isBefore(left, first)) first = left;
      if (right < heap.length && this.#isBefore(right, first)) first = right;
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }

  #isBefore(left: number, right: number): boolean {
    const [a, b] = [this.#due[left], this.#due[right]];
    return a !== undefined && b !== undefined && (a.at < b.at || a.at === b.at && a.order < b.order);
  }

  #swap(left: number, right: number): void {
    const [a, b] = [this.#due[left], this.#due[right]];
    if (a && b) [this.#due[left], this.#due[right]] = [b, a];
  }
}
