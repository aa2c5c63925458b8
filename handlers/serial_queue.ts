/**
 * Tasks that run one after another.
 *
 * @module
 */

/** Runs tasks one at a time, in order of arrival. A task that fails does not stop the ones behind it. */
export class SerialQueue {
  /** Settles when the last task so far has ended; undefined while nothing runs. It is never rejected. */
  #last: Promise<void> | undefined;

  /**
   * Runs a task when all earlier ones have ended: at once, before this returns, when none is left.
   *
   * @param task What to run.
   * @param signal Its abortion before the task begins rejects with the reason, and the task never runs.
   * @returns What the task gives.
   */
  run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const begin = async (): Promise<Result> => {
      signal?.throwIfAborted();
      return await task();
    };
    const result = this.#last === undefined ? begin() : this.#last.then(begin);
    const ended = () => {
      if (this.#last === last) this.#last = undefined;
    };
    const last: Promise<void> = result.then(ended, ended);
    this.#last = last;
    return result;
  }
}
