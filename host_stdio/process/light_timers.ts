/**
 * Timers of the bridge process that load nothing: the first touch of `setTimeout` or `setImmediate` loads some twenty
 * modules of Deno's layer for Node.js, which takes 4 ms and 3 MB.
 */

import type { Clock } from "../clock.ts";

/** A function that is called once, when it is due. */
interface Timer {
  /** On the monotonic clock. */
  readonly due: number;
  readonly callback: () => void;
}

/** A clock whose timers share timeout signals. A timeout signal cannot be cleared, so one that waits is used again. */
export class LightClock implements Clock {
  /** In order of creation. */
  readonly #timers = new Set<Timer>();
  /** The timeouts that wait, the earliest last. They are kept here, because nothing else refers to them. */
  readonly #timeouts: { readonly due: number; readonly signal: AbortSignal }[] = [];

  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { due: this.monotonic() + milliseconds, callback };
    this.#timers.add(timer);
    this.#wakeAt(timer.due);
    return () => void this.#timers.delete(timer);
  }

  /** Makes a timeout, unless an earlier one waits. */
  #wakeAt(due: number): void {
    const earliest = this.#timeouts.at(-1);
    if (earliest && earliest.due <= due) return;
    const signal = AbortSignal.timeout(Math.max(0, Math.ceil(due - this.monotonic())));
    const timeout = { due, signal };
    this.#timeouts.push(timeout);
    signal.addEventListener("abort", () => {
      this.#timeouts.splice(this.#timeouts.indexOf(timeout), 1);
      this.#runDue();
    });
  }

  #runDue(): void {
    const now = this.monotonic();
    const isDue = ({ due }: Timer): boolean => due <= now;
    for (const timer of [...this.#timers].filter(isDue).toSorted((one, other) => one.due - other.due)) {
      // An earlier callback may have cancelled it.
      if (this.#timers.delete(timer)) timer.callback();
    }
    if (this.#timers.size > 0) this.#wakeAt(Math.min(...[...this.#timers].map(({ due }) => due)));
  }
}

let waiting: (() => void)[] = [];
let sender: MessagePort | undefined;

/**
 * Calls a function in the next turn of the event loop, by a message to itself.
 *
 * @returns A function that cancels the call.
 */
export function inNextTurn(done: () => void): () => void {
  if (waiting.length === 0) wake();
  waiting.push(done);
  return () => {
    waiting = waiting.filter((each) => each !== done);
  };
}

function wake(): void {
  if (!sender) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const due = waiting;
      waiting = [];
      for (const done of due) done();
    };
    sender = port2;
  }
  sender.postMessage(undefined);
}
