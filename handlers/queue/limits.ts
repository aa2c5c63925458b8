/**
 * The limits of the namespace `queue` (decisions.md, "queue").
 *
 * @module
 */

/** The largest number of indices in one call. That many are about 32 MiB of JSON, half of the default frame limit. */
export const MAX_INDICES = 2 ** 22;

/** Returns the error text for a list of more than {@linkcode MAX_INDICES} indices. */
export function indicesTooMany(key: string): string {
  return `${key} exceeds maximum length (${MAX_INDICES})`;
}

/** The largest number of entries that the bridge remembers for one panel. */
export const MAX_VIEW_SIZE = 100_000;
