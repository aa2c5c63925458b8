/**
 * Limits of the extension `artwork` (theme-namespaces.md, "artwork" and "Limits"). All are inclusive.
 *
 * @module
 */

/** Bytes of a picture. */
export const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

/** Bytes of all pictures in an answer. */
export const MAX_BATCH_BYTES = 24 * 1024 * 1024;

/** Pictures of a batch. */
export const MAX_BATCH_SIZE = 200;

/** The error text for a longer batch. */
export const batchTooLarge = `Batch exceeds maximum size (${MAX_BATCH_SIZE})`;

/** Pictures that the bridge requests at a time. */
export const MAX_REQUESTS = 4;
