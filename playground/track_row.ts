/**
 * A track as lists of the page show it.
 *
 * @module
 */

import type { Handle, Track } from "../host_stdio/shapes.ts";
import { formatTrackHandle } from "../limits/paths.ts";
import type { TrackRow } from "./protocol.ts";

/**
 * Makes the row of a track.
 *
 * @param handle The track.
 * @param track What is known of it; null for nothing.
 * @returns The row; a track without a title is called by its path.
 */
export function rowOf(handle: Handle, track: Track | null): TrackRow {
  return {
    title: track?.title || handle.path,
    artist: track?.artist ?? "",
    duration: track?.duration ?? 0,
    handle: formatTrackHandle(handle),
  };
}
