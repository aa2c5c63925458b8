/**
 * The limit on the playback queue that the bridge rearranges.
 *
 * @module
 */

/**
 * The largest number of queue entries that are named one by one, as in `player.queue.reorder`. That many indices are
 * about 32 MiB of JSON, half of the default frame limit. The limit also protects the memory from a player that answers
 * an absurd count.
 */
export const MAX_QUEUE_SIZE = 2 ** 22;

/** Returns the error text for a list of more than {@linkcode MAX_QUEUE_SIZE} indices. */
export function indicesTooMany(key: string): string {
  return `${key} exceeds maximum length (${MAX_QUEUE_SIZE})`;
}
