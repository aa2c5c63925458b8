/** The limits of the namespace `queue` (decisions.md, "queue"). */

/** The largest number of indices in one call. That many are about 32 MiB of JSON, half of the default frame limit. */
export const MAX_INDICES = 2 ** 22;

/** Returns the error text for a list of more indices than a call may have. */
export function indicesTooMany(key: string, most: number = MAX_INDICES): string {
  return `${key} exceeds maximum length (${most})`;
}

/** The largest number of entries that the bridge remembers for one panel. */
export const MAX_VIEW_SIZE = 100_000;
