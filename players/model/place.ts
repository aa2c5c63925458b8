/**
 * Where in the playlists a track is, kept right while the playlists change.
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
