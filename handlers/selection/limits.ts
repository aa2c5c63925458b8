/**
 * Limits of the namespace `selection` (specification, "Limits").
 *
 * @module
 */

/** The largest number of tracks when `limit` is left out. */
export const DEFAULT_SELECTION_LIMIT = 100;
