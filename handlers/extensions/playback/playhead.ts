/**
 * The position of playback between two signals of the player, computed from the clock.
 *
 * @module
 */

import type { PlaybackStateName } from "./state_names.ts";

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
