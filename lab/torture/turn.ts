/**
 * Letting everything else go on.
 *
 * @module
 */

/**
 * Waits until whatever is ready has run. A timer of 0 ms would take more than a whole one.
 *
 * @returns Settles in the next turn of the event loop.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
