/**
 * The size of one `jitQueue.preloadBatch` (specification, "Limits").
 *
 * @module
 */

/** The most valid entries that one call may have. */
export const MAX_PRELOAD_ENTRIES = 10000;

/** The text for a batch with more. */
export const batchTooLarge = `Batch exceeds maximum size (${MAX_PRELOAD_ENTRIES})`;
