/** How many entries a history keeps by default. */
export const HISTORY_LENGTH = 1000;

/** A bounded list of the latest entries. */
export class History<Entry> {
  readonly #entries: Entry[] = [];
  readonly #capacity: number;

  constructor(capacity: number = HISTORY_LENGTH) {
    this.#capacity = capacity;
  }

  /** Adds an entry, and drops the oldest one when the list is full. */
  add(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length > this.#capacity) this.#entries.shift();
  }

  /** A copy of the entries, oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries.slice();
  }
}
