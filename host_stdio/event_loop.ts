/** Keeps the effects of an answer before the effects of the player's later messages. */

/** Calls a function in the next turn of the event loop. Returns a function that cancels it. */
export type InNextTurn = (done: () => void) => () => void;

/** How many promise jobs {@linkcode EventLoopTurn.output} waits before it asks for a turn. */
const PROMISE_JOBS = 16;

/**
 * A turn of the event loop. The code that an answer resumes runs in promise jobs, and the loop turns only when no job
 * is left. The effects of a later message are delayed until the turn has ended, so they come after all effects of the
 * answer, however many promises lie in between.
 */
export class EventLoopTurn {
  /** `resumed`: an answer has resumed code. `wrote`: that code has queued a message. */
  #state: "idle" | "resumed" | "wrote" = "idle";
  #onOutput: (() => void) | undefined;
  readonly #inNextTurn: InNextTurn;

  /** @param inNextTurn How a function is called in the next turn; by default with what the runtime offers. */
  constructor(inNextTurn: InNextTurn = later) {
    this.#inNextTurn = inNextTurn;
  }

  /** Whether resumed code has written nothing so far. */
  get isResumed(): boolean {
    return this.#state === "resumed";
  }

  /** Notes that an answer has resumed the code that waits for it. */
  resume(): void {
    this.#state = "resumed";
  }

  /** Notes that a message was queued for the other side. */
  wrote(): void {
    if (this.#state !== "resumed") return;
    this.#state = "wrote";
    this.#onOutput?.();
  }

  /** Waits until the turn has ended, if an answer has resumed something in it. */
  async end(): Promise<void> {
    if (this.#state === "idle") return;
    await new Promise<void>((resolve) => void this.#inNextTurn(resolve));
    this.#state = "idle";
  }

  /** Waits until the resumed code writes something, at most until the turn has ended. */
  async output(): Promise<void> {
    // Most code writes within a few promise jobs, which take less time than a turn.
    for (let job = 0; job < PROMISE_JOBS && this.isResumed; job++) await undefined;
    if (!this.isResumed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#inNextTurn(() => {
      this.#state = "idle";
      resolve();
    });
    this.#onOutput = resolve;
    await promise;
    this.#onOutput = undefined;
    cancel();
  }
}

function later(done: () => void): () => void {
  // A page has no setImmediate.
  if (!("setImmediate" in globalThis)) {
    const timer = setTimeout(done);
    return () => clearTimeout(timer);
  }
  const immediate = setImmediate(done);
  return () => clearImmediate(immediate);
}

/** Waits for the next turn of the event loop. A timer of 0 ms would take a millisecond or more; this takes 5 µs. */
export function loopTurn(): Promise<void> {
  return new Promise((resolve) => void later(resolve));
}
