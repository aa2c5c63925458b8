/**
 * Seeded random numbers.
 *
 * @module
 */

import { repeatableRandom } from "../../players/reference/random.ts";

/** Seeded random numbers of the kinds that a simulation needs. */
export class Chance {
  /** A number from 0 up to 1. */
  readonly next: () => number;

  /** @param seed The same one gives the same sequence. */
  constructor(seed: number) {
    this.next = repeatableRandom(seed);
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Whether something of this probability happens. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of some values. */
  oneOf<Value>(values: readonly Value[]): Value | undefined {
    return values[this.whole(0, values.length - 1)];
  }
}
