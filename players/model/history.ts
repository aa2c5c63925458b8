/**
 * What has happened, as far back as is kept.
 *
 * @module
 */

/** How many entries a record of the reference player keeps unless told otherwise. */
export const HISTORY_LENGTH = 1000;

/** The last entries of a record: a player that runs for weeks must not grow. */
export class History<Entry> {
  readonly #entries: Entry[] = [];
  readonly #capacity: number;

  /** @param capacity How many entries are kept. */
  constructor(capacity: number = HISTORY_LENGTH) {
    this.#capacity = capacity;
  }

  /**
   * Adds an entry; the oldest one goes when there are too many.
   *
   * @param entry The entry.
   */
  add(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length > this.#capacity) this.#entries.shift();
  }

  /** The entries kept, oldest first, as a copy. */
  get entries(): readonly Entry[] {
    return this.#entries.slice();
  }
}
