/**
 * A bound on what the bridge does at a time.
 *
 * @module
 */

/** Lets a number of tasks run at a time. Those above it wait in order of arrival. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param count How many tasks may run at a time. */
  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a place. Whoever got one calls {@linkcode Places.leave} once. */
  async enter(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Gives the place to the next task that waits. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
