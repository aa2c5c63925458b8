/**
 * What a context menu is about.
 *
 * @module
 */

import type { Handle, MenuContext } from "../../host_stdio/shapes.ts";
import { ActionError } from "./action_error.ts";
import type { Place, PlayingTrack } from "./place.ts";
import type { Playlists } from "./playlists.ts";
import type { Selection } from "./selection.ts";
import { sequenceOf, type TrackSequence } from "./track_sequence.ts";

/** Where the tracks of a context menu are looked for. */
export interface SubjectParts {
  readonly library: { canonical(handle: Handle): Handle };
  readonly playback: Pick<PlayingTrack, "playing">;
  readonly playlists: Pick<Playlists, "active">;
  readonly selection: Pick<Selection, "view">;
}

/** The tracks of a context menu. */
export interface MenuSubject {
  readonly source: MenuContext["source"];
  readonly tracks: TrackSequence;
  /**
   * Where a track is in a playlist.
   *
   * @param index Its place among the tracks.
   * @returns The item; null when it is in none.
   */
  placeOf(index: number): Place | null;
}

/**
 * Finds what a context menu is about.
 *
 * @param context The context.
 * @param parts Where it is looked for.
 * @returns The tracks; an empty selection or playlist has a menu too.
 * @throws {ActionError} When nothing plays or no playlist is active, and the menu was to be about that.
 */
export function menuSubject(context: MenuContext, parts: SubjectParts): MenuSubject {
  const { library, playback, playlists, selection } = parts;
  const { source } = context;
  switch (context.source) {
    case "handles": {
      const handles = context.handles.map((handle) => library.canonical(handle));
      return { source, tracks: sequenceOf(handles), placeOf: () => null };
    }
    case "nowPlaying": {
      const { playing } = playback;
      if (!playing) throw new ActionError("No track is playing");
      return { source, tracks: sequenceOf([playing.handle]), placeOf: () => playing.place };
    }
    case "selection": {
      const { tracks, playlist, itemAt } = selection.view;
      return {
        source,
        tracks,
        placeOf: (index) => playlist && itemAt ? { playlist, item: itemAt(index) } : null,
      };
    }
    case "playlist": {
      const playlist = playlists.active;
      if (!playlist) throw new ActionError("No playlist is active");
      return { source, tracks: playlist.tracks, placeOf: (item) => ({ playlist, item }) };
    }
  }
}
