/**
 * Limits of the namespace `jitQueue`.
 *
 * @module
 */

/** The largest number of usable entries in one `jitQueue.preloadBatch` (specification, "Limits"). */
export const MAX_PRELOAD_ENTRIES = 10000;

/** The error text for a larger batch. */
export const batchTooLarge = `Batch exceeds maximum size (${MAX_PRELOAD_ENTRIES})`;

/**
 * The largest number of items of the shadow playlist that the bridge tracks: a hundred full batches. No document sets
 * this limit. It protects the memory from a player that answers an absurd count.
 */
export const MAX_SHADOW_ITEMS = 1_000_000;
