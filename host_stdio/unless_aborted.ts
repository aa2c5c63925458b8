/**
 * Giving up waiting.
 *
 * @module
 */

/**
 * Waits for a promise until a signal is aborted.
 *
 * @param promise What is waited for; nobody hears of a rejection after the signal.
 * @param signal Gives up; undefined for never.
 * @returns What the promise gives.
 * @throws The reason of the signal, when that is aborted first.
 */
export async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return await promise;
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (abort) signal.removeEventListener("abort", abort);
  }
}
