/** A limit on concurrent tasks. */

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
