/**
 * Long computations in slices, between which the connection serves other messages; long answers, one at a time, because a
 * page can request many of them with a few bytes; and a limit on concurrent tasks.
 */

import type { Clock } from "../../../host_stdio/clock.ts";
import { RpcError, rpcError } from "../../../host_stdio/errors.ts";
import { loopTurn } from "../../../host_stdio/event_loop.ts";
import { CancelledError } from "../../../host_stdio/player.ts";
import { SerialQueue } from "../../core/change_queue.ts";
import type { Context } from "../../core/context.ts";
import type { ConnectionContext, Listeners, Part } from "../../core/namespace.ts";

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

/** Limits the number of concurrent tasks. Further tasks wait in order of arrival. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param count How many tasks may run at a time. */
  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a place. Call {@linkcode Places.leave} once when the task has ended. */
  async enter(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Gives the place to the next waiting task. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

/** What {@linkcode LongAnswers} needs. */
type Output = Pick<ConnectionContext, "isOutputFull" | "outputRead">;

/**
 * Builds one answer at a time: the next one when the one before is queued and the player has read most of the output.
 * Other messages are served in between.
 */
export class LongAnswers implements Listeners {
  readonly #output: Output;
  readonly #queue = new SerialQueue();
  #isClosed = false;
  #stopWaiting: (() => void) | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  /**
   * Builds an answer after all earlier ones.
   *
   * @throws {RpcError} When the connection ends and the player does not read.
   * @throws {CancelledError} When the call was cancelled before its turn.
   */
  build<Answer>({ signal, answered }: Context, build: () => Answer | Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      void this.#queue.run(async () => {
        try {
          await this.#outputRead();
          if (signal.aborted) throw new CancelledError();
          resolve(await build());
        } catch (error) {
          reject(error);
        }
        await answered;
        await loopTurn();
      });
    });
  }

  /** Stops waiting for the player to read: waiting calls must be answered at the end. */
  close(): void {
    this.#isClosed = true;
    this.#stopWaiting?.();
  }

  async #outputRead(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#stopWaiting = resolve;
      if (this.#isClosed) resolve();
      else void this.#output.outputRead().then(resolve);
    });
    if (this.#output.isOutputFull()) throw new RpcError(rpcError("overloaded"));
  }
}

/** The long answers of a connection, as a part that extensions share. */
export const longAnswers: Part<LongAnswers> = {
  name: "long answers",
  createState: (connection) => new LongAnswers(connection),
  listeners: (answers) => answers,
};
