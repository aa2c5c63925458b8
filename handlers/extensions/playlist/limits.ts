/** The limits of the extension `playlist` (extensions.md, "Limits"). */

/** The maximum number of tracks in an answer. */
export const MAX_TRACKS = 10_000;

/** The longest playlist that the bridge sorts, shuffles, reverses, rearranges or copies. */
export const MAX_PLAYLIST_SIZE = 100_000;

/**
 * The maximum number of additions that continue after their answers. A further one is answered when one of them has
 * ended: no other limit counts answered calls, and a page could fill the memory with paths that a slow player has yet
 * to resolve.
 */
export const MAX_ADDITIONS = 4;

/** The error text for a playlist over {@linkcode MAX_PLAYLIST_SIZE}. */
export const tooLarge = "Playlist is too large";
