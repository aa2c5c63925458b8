/** Timeouts. */

/** Returns the value of a promise; undefined when it has not settled after some milliseconds. */
export async function within<Value>(
  milliseconds: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), milliseconds);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
