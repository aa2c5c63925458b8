/** The player's clock, and the position in the playing track that moves with it. */

import type { Clock } from "../../host_stdio/clock.ts";

/** A clock whose timers can all be cancelled at once. */
export class PlayerClock implements Clock {
  readonly #clock: Clock;
  readonly #timers = new Set<() => void>();
  #closed = false;

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

  /** Cancels all timers. New ones never fire. */
  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }
}

const MILLISECONDS = 1000;

/** The listener of a playhead. */
export interface PlayheadListener {
  /**
   * Called at each full second.
   *
   * @param position Whole seconds from the beginning of the track.
   */
  second(position: number): void;
  /** Called at the end of the track, when the playhead has stopped. */
  end(): void;
}

/** The position in the playing track. */
export class Playhead {
  readonly #clock: Clock;
  readonly #speed: number;
  readonly #listener: PlayheadListener;
  #length = 0;
  /** The position in seconds at the time `#since`. */
  #base = 0;
  /** When the playhead last started to move, in milliseconds of the clock; undefined while it is paused. */
  #since: number | undefined;
  #cancel = () => {};

  /**
   * @param speed Seconds of music per second of the clock.
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

  /** Whether the playhead does not move. */
  get resting(): boolean {
    return this.#since === undefined;
  }

  /** Seconds from the beginning of the track. */
  get position(): number {
    if (this.#since === undefined) return this.#base;
    const position = this.#base + (this.#clock.monotonic() - this.#since) * this.#speed / MILLISECONDS;
    return this.#length > 0 ? Math.min(position, this.#length) : position;
  }

  /**
   * Starts at the beginning of a track.
   *
   * @param length Seconds; 0 when unknown: such a track never ends.
   */
  start(length: number): void {
    this.#length = length;
    this.#moveFrom(0);
  }

  /** Stops and forgets the track. */
  stop(): void {
    this.pause();
    this.#base = 0;
    this.#length = 0;
  }

  pause(): void {
    this.#base = this.position;
    this.#since = undefined;
    this.#cancel();
  }

  resume(): void {
    if (this.resting) this.#moveFrom(this.#base);
  }

  /** Moves to a position in seconds, at most the length. A paused playhead stays paused. */
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

  /** Rounding errors of the clock can make the position fall short of the target: the target counts. */
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
