/**
 * How much `selection.get` gives (specification, "Limits").
 *
 * @module
 */

/** The most entries when `limit` is left out. */
export const DEFAULT_SELECTION_LIMIT = 100;
