/**
 * How long a playback queue can be for the bridge to rearrange it.
 *
 * @module
 */

/**
 * The most entries of a queue that are named one by one, as in `player.queue.reorder`. That many indices are about
 * 32 MiB of JSON, half of what a frame holds by default; a longer queue could not be named anyway, and a player that
 * answers an absurd count must not fill the memory.
 */
export const MAX_QUEUE_SIZE = 2 ** 22;

/**
 * The text for a list of more than {@linkcode MAX_QUEUE_SIZE} indices.
 *
 * @param key The parameter.
 * @returns The text.
 */
export function indicesTooMany(key: string): string {
  return `${key} exceeds maximum length (${MAX_QUEUE_SIZE})`;
}
