/** Limits of the extension `artwork` (extensions.md, "artwork" and "Limits"). All are inclusive. */

/** The maximum size of a picture, in bytes. */
export const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

/** The maximum size of all pictures in an answer, in bytes. */
export const MAX_BATCH_BYTES = 24 * 1024 * 1024;

/** The maximum number of pictures in a batch. */
export const MAX_BATCH_SIZE = 200;

/** The error text for a longer batch. */
export const batchTooLarge = `Batch exceeds maximum size (${MAX_BATCH_SIZE})`;

/** The maximum number of pictures that the bridge requests at a time. */
export const MAX_REQUESTS = 4;
