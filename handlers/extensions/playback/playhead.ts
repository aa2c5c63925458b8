/**
 * The position of playback between two signals of the player, computed from the clock, and the timer of
 * `playback:timeHighRes`, which tells it.
 */

import type { Clock } from "../../../host_stdio/clock.ts";
import type { PlaybackStateName } from "./events.ts";

/** The state and the position of playback. All times are in milliseconds of a monotonic clock. */
export class Playhead {
  /** In seconds; 0 when unknown. */
  length = 0;
  #isStopped = true;
  /** The position in seconds at the time `#since`. */
  #base = 0;
  /** When the playhead began to move from `#base`; undefined while it rests. */
  #since: number | undefined;

  get state(): PlaybackStateName {
    if (this.#isStopped) return "stopped";
    return this.#since === undefined ? "paused" : "playing";
  }

  /** Sets the state that the player reports. */
  set(state: PlaybackStateName, position: number, length: number, time: number): void {
    this.length = length;
    this.#isStopped = state === "stopped";
    this.#base = position;
    this.#since = state === "playing" ? time : undefined;
  }

  /** Pauses or resumes. */
  pause(paused: boolean, time: number): void {
    this.set(paused ? "paused" : "playing", this.at(time), this.length, time);
  }

  /** Corrects the position. */
  correct(position: number, time: number): void {
    this.set(this.state, position, this.length, time);
  }

  /** Returns the position in seconds, in whole milliseconds unless it rests. */
  at(time: number): number {
    if (this.#since === undefined) return this.#base;
    const position = Math.round(this.#base * 1000 + time - this.#since) / 1000;
    return this.length > 0 ? Math.min(position, this.length) : position;
  }
}

/** How often `playback:timeHighRes` is sent, in milliseconds. */
const HIGH_RES_MS = 100;

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
