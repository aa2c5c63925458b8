/**
 * Adds a listener. The same function may be added more than once.
 *
 * @param signal Removes the listener. If it is aborted already, nothing is added.
 * @returns A function that removes the listener. It may be called more than once.
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
 * Calls all listeners. A listener that another one removes is not called, one that another one adds is not called yet, and
 * an error does not stop the others.
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

/** Reports an error as uncaught without stopping the caller. */
export function report(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
