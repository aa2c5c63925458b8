/**
 * How long a shadow playlist can be for the bridge to follow it.
 *
 * @module
 */

/** The most valid entries that one call may have. */
export const MAX_PRELOAD_ENTRIES = 10000;

/** The text for a batch with more. */
export const batchTooLarge = `Batch exceeds maximum size (${MAX_PRELOAD_ENTRIES})`;

/**
 * The most items of the shadow playlist that are told apart, a hundred full batches. No document sets a limit; a player
 * that answers an absurd count or index must not fill the memory.
 */
export const MAX_SHADOW_ITEMS = 1_000_000;
