/** Garbage of large messages. */

/** The size in bytes, or UTF-16 code units, from which a message leaves garbage worth collecting. */
const LARGE_MESSAGE = 8 * 1024 * 1024;

/**
 * V8 starts a collection when more than 64 MiB were allocated outside its heap since the last one. The system gives no
 * memory to a buffer that is never touched.
 */
const HINT_BYTES = 128 * 1024 * 1024;

/** The first such buffer begins the collection, the next ones continue it: alone it ended a message later. */
const HINTS = 3;

/**
 * Makes the engine collect garbage soon if a message is large. It leaves three times its size, and V8 lets that of several
 * messages pile up (tools/bench/shapes_bench.ts).
 *
 * @param size The size of the message, or of what it took in memory.
 */
export function collectGarbageOf(size: number): void {
  if (size < LARGE_MESSAGE) return;
  try {
    for (let hint = 0; hint < HINTS; hint++) void new ArrayBuffer(HINT_BYTES);
  } catch (error) {
    // There is no room for the buffer: the engine has just collected all garbage to find it.
    if (!(error instanceof RangeError)) throw error;
  }
}
