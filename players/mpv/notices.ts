import { History } from "../model/history.ts";

/** The maximum number of messages kept. */
const KEPT_NOTICES = 20;

/** Messages for the user. The first listener also gets all earlier messages. */
export class Notices {
  readonly #kept = new History<string>(KEPT_NOTICES);
  readonly #listeners = new Set<(sentence: string) => void>();
  #waiting: string[] | null = [];

  /** The latest messages, oldest first. */
  get last(): readonly string[] {
    return this.#kept.entries;
  }

  /** Keeps a message without calling the listeners. */
  keep(sentence: string): void {
    this.#kept.add(sentence);
  }

  /** Keeps a message and calls the listeners. */
  say(sentence: string): void {
    this.keep(sentence);
    if (this.#waiting) this.#waiting.push(sentence);
    else for (const listener of [...this.#listeners]) listener(sentence);
  }

  /** Adds a listener and returns a function that removes it. */
  on(listener: (sentence: string) => void): () => void {
    // Wrap each listener: the same function may be added twice.
    const own = (sentence: string): void => listener(sentence);
    this.#listeners.add(own);
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const sentence of waiting) listener(sentence);
    return () => void this.#listeners.delete(own);
  }
}
