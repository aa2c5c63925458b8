/** Limits of the namespace `selection` (specification, "Limits"). */

/** The largest number of tracks when `limit` is left out. */
export const DEFAULT_SELECTION_LIMIT = 100;
