/**
 * Listeners: added, removed, and what becomes of the errors they throw.
 *
 * @module
 */

/**
 * Adds a listener.
 *
 * @param listeners Those there are. The same function may be added more than once.
 * @param listener What to call.
 * @param signal Ends it; one that is aborted already adds nothing.
 * @returns A function that ends it; to call it again does nothing.
 */
export function listen<Message>(
  listeners: Set<(message: Message) => void>,
  listener: (message: Message) => void,
  signal: AbortSignal | undefined,
): () => void {
  if (signal?.aborted) return () => {};
  const own = (message: Message): void => listener(message);
  const end = (): void => {
    listeners.delete(own);
    signal?.removeEventListener("abort", end);
  };
  listeners.add(own);
  signal?.addEventListener("abort", end, { once: true });
  return end;
}

/**
 * Calls every listener. One that is removed meanwhile is not called any more, one that is added not yet, and one that
 * throws keeps nothing from the others.
 *
 * @param listeners Those there are.
 * @param message What they are called with.
 */
export function tell<Message>(listeners: ReadonlySet<(message: Message) => void>, message: Message): void {
  for (const listener of [...listeners]) {
    if (!listeners.has(listener)) continue;
    try {
      listener(message);
    } catch (error) {
      report(error);
    }
  }
}

/**
 * Lets an error of a listener surface as any uncaught one does, without stopping what called it.
 *
 * @param error What was thrown.
 */
export function report(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
