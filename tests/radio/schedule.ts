import { ManualClock } from "../../tools/support/manual_clock.ts";

interface Due {
  readonly at: number;
  readonly order: number;
  /** Whether the player, a panel or a message in transit causes it. */
  readonly work: boolean;
  readonly act: () => void | Promise<void>;
}

/** Virtual time: a queue of events. */
export class Schedule {
  readonly clock: ManualClock = new ManualClock(0);
  /** Waits until the bridge has handled all messages. */
  idle: () => Promise<void> = () => Promise.resolve();
  readonly #due: Due[] = [];
  #count = 0;
  #works = 0;

  /** The time in milliseconds. */
  get now(): number {
    return this.clock.now();
  }

  /** Whether the player, a panel or a message in transit is still busy. */
  get isAtWork(): boolean {
    return this.#works > 0;
  }

  /** Schedules an event that is not work, such as an action of the user or the end of a track. */
  later(milliseconds: number, act: () => void | Promise<void>): void {
    this.#add(milliseconds, false, act);
  }

  /** Schedules the end of some work. */
  work(milliseconds: number, act: () => void | Promise<void>): void {
    this.#works++;
    this.#add(milliseconds, true, act);
  }

  /**
   * Advances the time.
   *
   * @param check Called after each event.
   */
  async run(end: number, check: () => void): Promise<void> {
    await this.idle();
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
      await this.idle();
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
