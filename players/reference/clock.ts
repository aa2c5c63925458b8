/**
 * The player's clock, and the position in the playing track that moves with it.
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

const MILLISECONDS = 1000;

/** What a playhead calls back. */
export interface PlayheadListener {
  /**
   * Another second has passed.
   *
   * @param position Whole seconds from the track's beginning.
   */
  second(position: number): void;
  /** The track is at its end; the playhead has stopped. */
  end(): void;
}

/** The needle in the groove: it moves with the clock, faster by the factor of speed. */
export class Playhead {
  readonly #clock: Clock;
  readonly #speed: number;
  readonly #listener: PlayheadListener;
  #length = 0;
  /** The position, in seconds, at the moment `#since`. */
  #base = 0;
  /** When the needle began to move from `#base`; undefined while it rests. */
  #since: number | undefined;
  #cancel = () => {};

  /**
   * @param clock What moves it.
   * @param speed Seconds of music in a second of the clock.
   * @param listener What it calls back.
   * @throws {RangeError} When the speed is not above 0.
   */
  constructor(clock: Clock, speed: number, listener: PlayheadListener) {
    if (!(speed > 0 && speed < Infinity)) throw new RangeError("speed must be above 0");
    this.#clock = clock;
    this.#speed = speed;
    this.#listener = listener;
  }

  /** The track's length in seconds; 0 when unknown. */
  get length(): number {
    return this.#length;
  }

  /** Whether the needle rests. */
  get resting(): boolean {
    return this.#since === undefined;
  }

  /** Seconds from the track's beginning. */
  get position(): number {
    if (this.#since === undefined) return this.#base;
    const position = this.#base + (this.#clock.monotonic() - this.#since) * this.#speed / MILLISECONDS;
    return this.#length > 0 ? Math.min(position, this.#length) : position;
  }

  /**
   * Puts the needle down at a track's beginning.
   *
   * @param length The track's length in seconds; 0 when unknown: then it never ends.
   */
  start(length: number): void {
    this.#length = length;
    this.#moveFrom(0);
  }

  /** Lifts the needle and forgets the track. */
  stop(): void {
    this.pause();
    this.#base = 0;
    this.#length = 0;
  }

  /** Lets the needle rest where it is. */
  pause(): void {
    this.#base = this.position;
    this.#since = undefined;
    this.#cancel();
  }

  /** Lets a resting needle go on. */
  resume(): void {
    if (this.resting) this.#moveFrom(this.#base);
  }

  /**
   * Puts the needle down elsewhere in the track; it rests there if it rested before.
   *
   * @param position Seconds from the beginning, at most the length.
   */
  seek(position: number): void {
    const within = Math.max(0, Math.min(position, this.#length));
    if (this.resting) this.#base = within;
    else this.#moveFrom(within);
  }

  #moveFrom(position: number): void {
    this.#cancel();
    this.#base = position;
    this.#since = this.#clock.monotonic();
    const second = Math.floor(position) + 1;
    const target = this.#length > 0 ? Math.min(second, this.#length) : second;
    const wait = (target - position) * MILLISECONDS / this.#speed;
    this.#cancel = this.#clock.after(wait, () => this.#reach(target));
  }

  /** What was waited for counts as reached, even when the clock's grain makes it a little less. */
  #reach(target: number): void {
    const position = Math.max(target, this.position);
    if (this.#length > 0 && position >= this.#length) {
      this.stop();
      this.#listener.end();
      return;
    }
    this.#moveFrom(position);
    this.#listener.second(Math.floor(position));
  }
}
