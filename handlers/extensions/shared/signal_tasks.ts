/**
 * Handles signals one after the other, so that the events of a later signal do not overtake those of an earlier one that
 * waits for a native action. A signal that tells only the newest state takes the place of an older one that still waits.
 */

import { loopTurn } from "../../../host_stdio/event_loop.ts";

/**
 * Handles a signal. Must not reject.
 *
 * @param isMerged Whether an earlier signal with the same key was dropped.
 */
type Task = (isMerged: boolean) => Promise<void> | void;

/** Input is read after so many tasks. Starts and stops are never dropped, and calls must not wait for all of them. */
const TASKS_TOGETHER = 100;

/** The signals of one extension. */
export class SignalTasks {
  /** The tasks that wait, in the order in which they run. */
  readonly #waiting = new Map<symbol, { readonly task: Task; readonly isMerged: boolean }>();
  /** The latest task of each key, since the last task without a key. */
  readonly #latest = new Map<string, symbol>();
  #isRunning = false;

  /** How many tasks wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Runs a task when all earlier ones have ended; at once if there is none.
   *
   * @param key What the signal tells the newest state of: an earlier task with this key that still waits is dropped. A
   * task without a key is never dropped, and no task before it is.
   */
  add(task: Task, key?: string): void {
    const older = key === undefined ? undefined : this.#latest.get(key);
    const isMerged = older !== undefined && this.#waiting.delete(older);
    const id = Symbol(key);
    if (key === undefined) this.#latest.clear();
    else this.#latest.set(key, id);
    this.#waiting.set(id, { task, isMerged });
    if (!this.#isRunning) void this.#run();
  }

  /** The same, but the task takes the place of the dropped one: later signals that wait build on its state. */
  addInPlace(task: Task, key: string): void {
    const older = this.#latest.get(key);
    if (older === undefined || !this.#waiting.has(older)) this.add(task, key);
    else this.#waiting.set(older, { task, isMerged: true });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let count = 0;
    for (const [id, { task, isMerged }] of this.#waiting) {
      this.#waiting.delete(id);
      await task(isMerged);
      if (++count % TASKS_TOGETHER === 0) await loopTurn();
    }
    this.#latest.clear();
    this.#isRunning = false;
  }
}
