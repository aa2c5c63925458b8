/**
 * The limits of the extension `playlist` (theme-namespaces.md, "Limits").
 *
 * @module
 */

/** The most tracks in an answer. */
export const MAX_TRACKS = 10_000;

/** The longest playlist that the bridge sorts, shuffles, reverses, rearranges or copies. */
export const MAX_PLAYLIST_SIZE = 100_000;

/**
 * The most additions that go on after their answers. The next one is answered when one of them has ended: answered calls
 * count for no other limit, and a page could fill the memory with paths that a slow player has yet to resolve.
 */
export const MAX_ADDITIONS = 4;

/** The error text for a longer playlist. */
export const tooLarge = "Playlist is too large";
