/**
 * Letting everything else go on.
 *
 * @module
 */

const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];

/**
 * Waits until whatever is ready has run. A message to oneself takes a thirtieth of a millisecond, a timer of 0 ms more
 * than one.
 *
 * @returns Settles in the next turn of the event loop.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) {
      port1.onmessage = wakeAll;
      port2.postMessage(null);
    }
  });
}

function wakeAll(): void {
  // An open port keeps a process alive and counts as left behind.
  port1.onmessage = null;
  for (const resolve of waiting.splice(0)) resolve();
}
