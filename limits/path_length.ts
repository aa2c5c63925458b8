/**
 * The length of one path or URL (specification, "Limits"). What a longer one means differs by operation: some drop the
 * entry, some answer one of the texts here.
 *
 * @module
 */

/** The most UTF-16 code units that a path or URL may have, a `|subsong:N` suffix included. */
export const MAX_PATH_LENGTH = 2048;

/** The text for a URL that is too long. */
export const urlTooLong = `URL exceeds maximum length (${MAX_PATH_LENGTH})`;

/**
 * Whether a path or URL is too long.
 *
 * @param text The whole string, suffix included.
 * @returns Whether it has more than {@linkcode MAX_PATH_LENGTH} UTF-16 code units.
 */
export function isPathTooLong(text: string): boolean {
  return text.length > MAX_PATH_LENGTH;
}

/**
 * The text for a path that is too long.
 *
 * @param place Where it stands, as in `paths[3]`.
 * @returns The text.
 */
export function pathTooLong(place: string): string {
  return `${place} exceeds maximum length (${MAX_PATH_LENGTH})`;
}
