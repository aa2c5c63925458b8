/**
 * How signals leave the reference player: in order, and only while the player's state is whole.
 *
 * @module
 */

import type { SignalMessage } from "../../host_stdio/signals.ts";

/** Sends signals to whoever listens. */
export class SignalSender {
  readonly #listeners = new Set<(signal: SignalMessage) => void>();
  readonly #waiting: SignalMessage[] = [];
  #held = 0;
  #sending = false;

  /**
   * Listens.
   *
   * @param listener What to call with each signal.
   * @returns A function that ends it.
   */
  on(listener: (signal: SignalMessage) => void): () => void {
    // One object per call: the same function may listen twice and each end stands for itself.
    const own = (signal: SignalMessage) => listener(signal);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /**
   * Sends a signal, behind all that were sent before.
   *
   * @param signal The signal.
   */
  send(signal: SignalMessage): void {
    this.#waiting.push(signal);
    this.#deliver();
  }

  /**
   * Makes one step of several changes: the signals sent meanwhile go out at its end, so that a listener that asks the
   * player something never finds it half changed.
   *
   * @param step The changes.
   * @returns What the step returns.
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
    // A listener may cause further signals: they wait for their turn, so that every listener hears the same order.
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
