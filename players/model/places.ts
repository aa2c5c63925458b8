/**
 * Places of tracks in playlists, kept right while the playlists change.
 *
 * @module
 */

import type { Handle } from "../../host_stdio/shapes.ts";
import type { Playlist, PlaylistChange } from "./playlists.ts";

/** An item of a playlist. */
export interface Place {
  readonly playlist: Playlist;
  readonly item: number;
}

/** A track chosen to play. */
export interface ChosenTrack {
  readonly handle: Handle;
  /** Where it plays from; null when it is in no playlist, or not any more. */
  readonly place: Place | null;
}

/** What plays, as the selection and the menus need it. */
export interface PlayingTrack {
  /** The audible track; null when nothing plays. */
  readonly playing: ChosenTrack | null;
  /**
   * Calls an observer whenever another track, or none, plays.
   *
   * @param observer What to call.
   */
  observe(observer: () => void): void;
}

/**
 * Gives a place as native actions and signals name it.
 *
 * @param place The place; null for none.
 * @returns The playlist's id and the item.
 */
export function idsOf(place: Place | null): { playlist: string | null; item: number | null } {
  return { playlist: place && place.playlist.id, item: place && place.item };
}

/**
 * The same item after a change.
 *
 * @param place Where it was.
 * @param change What has changed.
 * @returns Where it is; null when it is gone.
 */
export function placeAfter(place: Place, change: PlaylistChange): Place | null {
  if (place.playlist !== change.playlist) return place;
  const { playlist, item } = place;
  switch (change.kind) {
    case "itemsInserted":
      return item < change.start ? place : { playlist, item: item + change.count };
    case "itemsRemoved":
      if (item < change.start) return place;
      return item < change.start + change.count ? null : { playlist, item: item - change.count };
    case "playlistRemoved":
      return null;
  }
}

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
