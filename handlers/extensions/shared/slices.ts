/** Long computations in slices, between which the connection serves other messages. */

import type { Clock } from "../../../host_stdio/clock.ts";
import { loopTurn } from "../../../host_stdio/event_loop.ts";

/** The length of a slice, in milliseconds. */
const SLICE_MS = 8;

/** The clock is read once per this many steps: reading it takes longer than a short step. */
const STEPS_PER_READING = 32;

/** The length of the lists that are sorted in one step. */
const SORTED_AT_ONCE = 4096;

/**
 * Divides a loop into slices. Call `isDue` after each step and await `pause` when it returns true: an await in each step
 * would take longer than the step.
 */
export class Slices {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #signal: AbortSignal;
  #end: number;
  #steps = 0;

  /** @param signal Ends the computation at its next pause when aborted. */
  constructor(clock: Pick<Clock, "monotonic">, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#end = clock.monotonic() + SLICE_MS;
  }

  /** Counts a step and returns whether the slice has ended. */
  isDue(): boolean {
    return ++this.#steps % STEPS_PER_READING === 0 && this.#clock.monotonic() >= this.#end;
  }

  /**
   * Serves other messages.
   *
   * @throws {unknown} The reason of the signal when it is aborted.
   */
  async pause(): Promise<void> {
    await loopTurn();
    this.#signal.throwIfAborted();
    this.#end = this.#clock.monotonic() + SLICE_MS;
  }
}

/** Returns the items for which a test holds, in their order. */
export async function filterInSlices<Item>(
  items: readonly Item[],
  test: (item: Item) => boolean,
  slices: Slices,
): Promise<Item[]> {
  const found: Item[] = [];
  for (const item of items) {
    if (test(item)) found.push(item);
    if (slices.isDue()) await slices.pause();
  }
  return found;
}

/** Returns the items sorted. Equal items keep their order. */
export async function sortInSlices<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  slices: Slices,
): Promise<Item[]> {
  let sorted: Item[][] = [];
  for (let start = 0; start < items.length; start += SORTED_AT_ONCE) {
    sorted.push(items.slice(start, start + SORTED_AT_ONCE).sort(compare));
    if (start + SORTED_AT_ONCE < items.length) await slices.pause();
  }
  while (sorted.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < sorted.length; index += 2) {
      merged.push(await merge(sorted[index] ?? [], sorted[index + 1] ?? [], compare, slices));
    }
    sorted = merged;
  }
  return sorted[0] ?? [];
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
  slices: Slices,
): Promise<Item[]> {
  const merged: Item[] = [];
  let inLeft = 0;
  let inRight = 0;
  while (inLeft < left.length && inRight < right.length) {
    const a = left[inLeft] as Item;
    const b = right[inRight] as Item;
    if (compare(a, b) <= 0) {
      merged.push(a);
      inLeft++;
    } else {
      merged.push(b);
      inRight++;
    }
    if (slices.isDue()) await slices.pause();
  }
  for (; inLeft < left.length; inLeft++) merged.push(left[inLeft] as Item);
  for (; inRight < right.length; inRight++) merged.push(right[inRight] as Item);
  return merged;
}
