/**
 * Tracks that whoever makes a reference player brings along.
 *
 * @module
 */

import type { Handle, Track } from "../../../host_stdio/shapes.ts";
import { keyOf } from "../../model/track_key.ts";
import { madeUpTrack } from "./made_up.ts";
import type { MediaSource, MediaTrack } from "./media_source.ts";

/** A track brought along; what is left out is made up. */
export type SeededTrack = Partial<Track> & {
  readonly path: string;
  /** Whether it plays; true when left out. */
  readonly playable?: boolean;
};

/** Tracks brought along; they come before all others of the same name. */
export class SeededSource implements MediaSource {
  readonly #files = new Map<string, Handle[]>();
  readonly #tracks = new Map<string, MediaTrack>();

  /** @param tracks The tracks; those of the same path are the subsongs of one file. */
  constructor(tracks: readonly SeededTrack[]) {
    for (const { playable = true, ...notes } of tracks) {
      const handle = { path: notes.path, subsong: notes.subsong ?? 0 };
      this.#files.set(handle.path, [...this.#files.get(handle.path) ?? [], handle]);
      this.#tracks.set(keyOf(handle), { track: madeUpTrack({ ...notes, ...handle }), playable });
    }
  }

  tracksIn(path: string): readonly Handle[] | undefined {
    return this.#files.get(path);
  }

  find(handle: Handle): MediaTrack | undefined {
    return this.#tracks.get(keyOf(handle));
  }

  *filesBelow(folder: string): Iterable<string> {
    for (const path of this.#files.keys()) {
      if (path.startsWith(folder)) yield path;
    }
  }
}
