/** A clock with timers. Tests and replays of recordings use clocks of their own. */
export interface Clock {
  /** The time in milliseconds since 1970-01-01 UTC. It may jump when the user sets the time. */
  now(): number;
  /** A time in milliseconds that never goes back or jumps, for deadlines and intervals. */
  monotonic(): number;
  /**
   * Calls a function once.
   *
   * @param milliseconds The delay.
   * @param callback The function.
   * @returns A function that cancels the call. It may be called more than once.
   */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Waits for a promise, but at most the given number of milliseconds. */
export async function within(clock: Clock, milliseconds: number, promise: Promise<unknown>): Promise<void> {
  let cancelTimer = (): void => {};
  // Promise.withResolvers needs Node.js 22, and players run there too.
  const timeout = new Promise<void>((resolve) => cancelTimer = clock.after(milliseconds, resolve));
  await Promise.race([promise, timeout]);
  cancelTimer();
}
