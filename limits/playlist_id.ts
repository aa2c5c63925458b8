/**
 * The length of a playlist's id (native-actions.md, "Playlists").
 *
 * @module
 */

/** The most UTF-16 code units of a playlist's id. */
export const MAX_PLAYLIST_ID_LENGTH = 128;
