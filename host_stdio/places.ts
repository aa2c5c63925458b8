/**
 * A limit on concurrent tasks.
 *
 * @module
 */

/** Limits the number of concurrent tasks. Further tasks wait in order of arrival. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param count How many tasks may run at a time. */
  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Takes a place. Call {@linkcode Places.leave} once when the task has ended.
   *
   * @returns Undefined when a place is free; otherwise a promise that settles when one is.
   */
  enter(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#free--;
    return undefined;
  }

  /** Gives the place to the next waiting task. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
