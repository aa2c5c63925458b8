/** Seeded random choices for tests and tools. */

import { repeatableRandom } from "../../players/reference/random.ts";

/** Random choices; the same seed gives the same ones. */
export class SeededRandom {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = repeatableRandom(seed);
  }

  /** A number of at least 0 and less than 1. */
  next(): number {
    return this.#next();
  }

  /** An integer of at least 0 and less than `end`. */
  below(end: number): number {
    return Math.floor(this.#next() * end);
  }

  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + this.below(max - min + 1);
  }

  /** True with a probability from 0 to 1. */
  happens(probability: number): boolean {
    return this.#next() < probability;
  }

  /** One of some values; there must be at least one. */
  pick<Value>(values: readonly Value[]): Value {
    // The index is less than the length, and the list is not empty.
    return values[this.below(values.length)] as Value;
  }

  /** One of the names, with probabilities in proportion to their weights. */
  pickWeighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights) as [Name, number][];
    let rest = this.#next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      rest -= weight;
      if (rest < 0) return name;
    }
    return this.pick(entries)[0];
  }
}
