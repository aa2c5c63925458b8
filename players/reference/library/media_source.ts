/**
 * Where the reference player's tracks come from.
 *
 * @module
 */

import type { Handle, Track } from "../../../host_stdio/shapes.ts";

/** What is known of a track. */
export interface MediaTrack {
  readonly track: Track;
  /** Whether it can be decoded: a damaged file has metadata and still does not play. */
  readonly playable: boolean;
  /** The seconds after which it breaks off; when left out it plays to its end. */
  readonly breaksAfter?: number;
  /** The track that it plays as, for an address that redirects; itself when left out. */
  readonly playsAs?: Handle;
}

/** A part of the media library: made up on demand, always the same for the same name. */
export interface MediaSource {
  /**
   * The tracks in a file.
   *
   * @param path The file.
   * @returns Its tracks in order; undefined when there is no such file.
   */
  tracksIn(path: string): readonly Handle[] | undefined;
  /**
   * What is known of a track.
   *
   * @param handle The track.
   * @returns What is known; undefined when there is no such track.
   */
  find(handle: Handle): MediaTrack | undefined;
  /**
   * The files below a folder, in order, one after the other.
   *
   * @param folder The folder, ending in `/`.
   * @returns Their paths.
   */
  filesBelow(folder: string): Iterable<string>;
}
