/**
 * From where playback goes on in a playlist, kept right while the playlists change.
 *
 * @module
 */

import { placeAfter } from "./place.ts";
import type { Playlist, PlaylistChange } from "./playlists.ts";

/** From where playback goes on in a playlist. */
export interface Cursor {
  readonly playlist: Playlist;
  /** The item played last or, when that has been removed, the one that has taken its place. */
  readonly item: number;
  readonly removed: boolean;
}

/**
 * The cursor after a change.
 *
 * @param cursor Where it was.
 * @param change What has changed.
 * @returns Where it is; null when its playlist is gone.
 */
export function cursorAfter(cursor: Cursor, change: PlaylistChange): Cursor | null {
  const { playlist, item, removed } = cursor;
  // What is put in where the played item was plays next.
  if (removed && change.kind === "itemsInserted" && change.playlist === playlist && change.start === item) {
    return cursor;
  }
  const place = placeAfter({ playlist, item }, change);
  if (place) return { ...place, removed };
  return change.kind === "itemsRemoved" ? { playlist, item: change.start, removed: true } : null;
}
