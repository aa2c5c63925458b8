/** Limits of the namespace `library` (extensions.md, "Limits"). */

/** The maximum number of tracks in an answer. */
export const MAX_TRACKS = 10_000;

/** The maximum number of albums or artists in an answer. */
export const MAX_GROUPS = 100_000;
