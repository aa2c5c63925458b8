/**
 * How long a track may take to start. The time stands still while the player is paused.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";

/** The wait for the track that the player is opening. */
export class StartWatch {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #onLate: () => void;
  /** The time that is left; undefined when no track is opening. */
  #left: number | undefined;
  #since = 0;
  #paused = false;
  #cancelTimer = (): void => {};

  /**
   * @param milliseconds How long a track may take.
   * @param onLate Called when it has taken longer.
   */
  constructor(clock: Clock, milliseconds: number, onLate: () => void) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#onLate = onLate;
  }

  /** The error text for a track that has not started. */
  get text(): string {
    return `Track did not start within ${this.#milliseconds / 1000} s`;
  }

  /** A track is opening from now on. */
  begin(): void {
    this.#left = this.#milliseconds;
    this.#run();
  }

  /** No track is opening any more. */
  end(): void {
    this.#left = undefined;
    this.#cancelTimer();
  }

  /** The player was paused or resumed. */
  pause(paused: boolean): void {
    if (paused === this.#paused) return;
    if (paused && this.#left !== undefined) this.#left -= this.#clock.monotonic() - this.#since;
    this.#paused = paused;
    this.#run();
  }

  #run(): void {
    this.#cancelTimer();
    if (this.#left === undefined || this.#paused) return;
    this.#since = this.#clock.monotonic();
    this.#cancelTimer = this.#clock.after(Math.max(0, this.#left), () => {
      this.#left = undefined;
      this.#onLate();
    });
  }
}
