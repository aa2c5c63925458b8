/**
 * Which mutations a run tries.
 *
 * @module
 */

import { SeededRandom } from "../../tools/support/random.ts";
import type { Mutation } from "./mutation.ts";

/** What is asked for. */
export interface Choice {
  /** What the files' paths begin with; none for all files. */
  readonly only: readonly string[];
  /** How many mutations; undefined for all. */
  readonly sample: number | undefined;
  /** The same one gives the same sample. */
  readonly seed: number;
}

/**
 * Chooses mutations.
 *
 * @param all All that there are.
 * @param choice What is asked for.
 * @returns Those to try, in the same order.
 */
export function choose(all: readonly Mutation[], { only, sample, seed }: Choice): Mutation[] {
  const wanted = all.filter(({ file }) => only.length === 0 || only.some((start) => file.startsWith(start)));
  if (sample === undefined || sample >= wanted.length) return wanted;
  const chance = new SeededRandom(seed);
  const rest = [...wanted];
  const picked = Array.from({ length: sample }, () => rest.splice(chance.below(rest.length), 1)).flat();
  return picked.sort((a, b) => a.id - b.id);
}
