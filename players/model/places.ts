/** Places of tracks in playlists, and how they follow changes of the playlists. */

import type { Handle } from "../../host_stdio/api/shapes.ts";
import type { SignalParams } from "../../host_stdio/api/signals.ts";
import type { Playlist, PlaylistChange } from "./playlists.ts";

/** An item of a playlist. */
export interface Place {
  readonly playlist: Playlist;
  readonly item: number;
}

export interface ChosenTrack {
  readonly handle: Handle;
  /** Where it plays from; null when it is in no playlist, or has been removed. */
  readonly place: Place | null;
}

/** Why a track starts (native-actions.md, "The timeline of playback"). */
export type StartCause = NonNullable<SignalParams<"signal.trackStarted">["cause"]>;

/** The part of playback that selection and menus use. */
export interface PlayingTrack {
  /** The audible track; null when nothing plays. */
  readonly playing: ChosenTrack | null;
  /** Calls an observer whenever the playing track changes or playback stops. */
  observe(observer: () => void): void;
}

/** Returns the playlist's id and the item, as native actions and signals name a place. */
export function idsOf(place: Place | null): { playlist: string | null; item: number | null } {
  return { playlist: place && place.playlist.id, item: place && place.item };
}

/** Returns where the item is after a change; null when it was removed. */
export function placeAfter(place: Place, change: PlaylistChange): Place | null {
  if (place.playlist !== change.playlist) return place;
  const { playlist, item } = place;
  switch (change.kind) {
    case "itemsInserted":
      return item < change.start ? place : { playlist, item: item + change.count };
    case "itemsRemoved": {
      const removed = change.items.countBelow(item);
      if (change.items.countBelow(item + 1) > removed) return null;
      return removed === 0 ? place : { playlist, item: item - removed };
    }
    case "itemsReordered":
      // A place after the last item stays there.
      return { playlist, item: change.places[item] ?? item };
    case "playlistRemoved":
      return null;
  }
}

/** The position of playback in a playlist. */
export interface Cursor {
  readonly playlist: Playlist;
  /** The item played last. When it has been removed, the item that took its place. */
  readonly item: number;
  readonly removed: boolean;
}

/** Returns the cursor after a change; null when its playlist was removed. */
export function cursorAfter(cursor: Cursor, change: PlaylistChange): Cursor | null {
  const { playlist, item, removed } = cursor;
  // Items inserted in place of the removed one play next.
  if (removed && change.kind === "itemsInserted" && change.playlist === playlist && change.start === item) {
    return cursor;
  }
  const place = placeAfter({ playlist, item }, change);
  if (place) return { ...place, removed };
  return change.kind === "itemsRemoved"
    ? { playlist, item: item - change.items.countBelow(item), removed: true }
    : null;
}
