/**
 * Chance that comes out the same again for the same seed, so that whatever it has found can be found again.
 *
 * @module
 */

import { repeatableRandom } from "../../players/reference/random.ts";

/** A repeatable source of choices. */
export class Chance {
  readonly #random: () => number;

  /** @param seed Any whole number; the same one gives the same choices. */
  constructor(seed: number) {
    this.#random = repeatableRandom(seed);
  }

  /**
   * A whole number.
   *
   * @param end What it is below, at least 1.
   * @returns A number from 0 to below `end`.
   */
  below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  /**
   * Tosses a coin.
   *
   * @param probability How likely heads are, from 0 to 1.
   * @returns Whether it came up heads.
   */
  happens(probability: number): boolean {
    return this.#random() < probability;
  }

  /**
   * Picks one of several.
   *
   * @param values At least one value.
   * @returns One of them.
   */
  pick<Value>(values: readonly Value[]): Value {
    // The index is below the length, and the list is not empty.
    return values[this.below(values.length)] as Value;
  }

  /**
   * Picks one of several, some being likelier than others.
   *
   * @param weights A weight for each.
   * @returns One of the names.
   */
  pickWeighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights) as [Name, number][];
    let rest = this.#random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      rest -= weight;
      if (rest < 0) return name;
    }
    return this.pick(entries)[0];
  }

  /**
   * Some bytes.
   *
   * @param count How many.
   * @returns The bytes.
   */
  bytes(count: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }
}
