/** When a bridge that has died is started again. */

/** The first delay before a bridge is started again, and the longest one, in milliseconds. */
const [FIRST_DELAY_MS, LONGEST_DELAY_MS] = [500, 30_000];

/** After this many deaths within this time, in milliseconds, no bridge is started until the player asks. */
const [MOST_DEATHS, DEATHS_MS] = [5, 60_000];

/** A bridge that has lived this long, in milliseconds, was well: the delays begin anew. */
const WELL_MS = 60_000;

/** Counts the deaths of bridges in a row. All times are in milliseconds of a monotonic clock. */
export class Restarts {
  #deaths: number[] = [];
  #delay = 0;
  #startedAt = 0;

  /** Notes that a bridge was started. */
  started(now: number): void {
    this.#startedAt = now;
  }

  /**
   * Notes that the bridge has died, or could not be started.
   *
   * @returns The delay before the next start, in milliseconds; undefined when no other bridge is started.
   */
  died(now: number): number | undefined {
    this.#deaths = [...this.#deaths.filter((time) => now - time < DEATHS_MS), now];
    if (this.#deaths.length >= MOST_DEATHS) return undefined;
    const isFirst = this.#delay === 0 || now - this.#startedAt >= WELL_MS;
    this.#delay = isFirst ? FIRST_DELAY_MS : Math.min(2 * this.#delay, LONGEST_DELAY_MS);
    return this.#delay;
  }

  /** Forgets the deaths, because the player has asked for a bridge. */
  forget(): void {
    this.#deaths = [];
    this.#delay = 0;
  }
}
