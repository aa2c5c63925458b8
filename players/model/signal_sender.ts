import type { SignalMessage } from "../../host_stdio/api/signals.ts";

/** Sends signals in order, and only while the player's state is consistent. */
export class SignalSender {
  readonly #listeners = new Set<(signal: SignalMessage) => void>();
  readonly #waiting: SignalMessage[] = [];
  #held = 0;
  #sending = false;

  /** Adds a listener and returns a function that removes it. */
  on(listener: (signal: SignalMessage) => void): () => void {
    // Wrap each listener: the same function may be added twice.
    const own = (signal: SignalMessage) => listener(signal);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Sends a signal after all earlier ones. */
  send(signal: SignalMessage): void {
    this.#waiting.push(signal);
    this.#deliver();
  }

  /**
   * Runs several changes as one step. Its signals go out at the end, so that a listener never sees a
   * half-changed player.
   */
  together<Result>(step: () => Result): Result {
    this.#held++;
    try {
      return step();
    } finally {
      this.#held--;
      this.#deliver();
    }
  }

  #deliver(): void {
    // Signals that a listener causes wait, so that all listeners hear the same order.
    if (this.#sending || this.#held > 0) return;
    this.#sending = true;
    try {
      for (let signal = this.#waiting.shift(); signal; signal = this.#waiting.shift()) {
        for (const listener of [...this.#listeners]) listener(signal);
      }
    } finally {
      this.#sending = false;
    }
  }
}
