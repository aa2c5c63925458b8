/**
 * Time, as everything in the bridge gets it: replays and tests put their own in its place.
 *
 * @module
 */

/** A clock with timers. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. It may jump when the user sets the time. */
  now(): number;
  /** Milliseconds since some moment. It never goes back and never jumps: for deadlines and intervals. */
  monotonic(): number;
  /**
   * Calls back once, later.
   *
   * @param callback What to call.
   * @param milliseconds How much later.
   * @returns A function that calls it off; to call it again does nothing.
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
