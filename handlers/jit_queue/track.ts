/**
 * A track of a JIT session.
 *
 * @module
 */

import type { Handle } from "../../host_stdio/shapes.ts";
import { isStreamUrl } from "../../limits/media_path.ts";
import { parseTrackHandle } from "../../limits/track_handle.ts";
import type { EventPayload } from "../events.ts";

/** A track as a page gave it and as the player knows it. Each accepted call or entry makes one of its own. */
export interface Track {
  /** The page's name for it. */
  readonly trackId: string;
  /** Its title for display; "" when the page gave none. */
  readonly title: string;
  /** The url or path as given, without its subsong suffix. */
  readonly text: string;
  /** The player's name for it: as given at first, as resolved later. */
  handle: Handle;
  /** Whether it has started. */
  started: boolean;
  /** Whether it has failed and the page was told. */
  failed: boolean;
}

/**
 * Makes a track of the parameters of `jitQueue.playNow` and `jitQueue.enqueueNext`. A malformed subsong suffix is cut off.
 *
 * @param trackId The page's name for it.
 * @param url Its url or path, with or without a subsong suffix.
 * @param title Its title.
 * @returns The track, not resolved yet.
 */
export function givenTrack(trackId: string, url: string, title: string): Track {
  const { path, subsong } = parseTrackHandle(url);
  return { trackId, title, text: path, handle: { path, subsong }, started: false, failed: false };
}

/**
 * Makes a track of an entry of `jitQueue.preloadBatch`. A malformed subsong suffix belongs to the path.
 *
 * @param entry The entry.
 * @returns The track, its handle made without asking the player.
 */
export function preloadedTrack(entry: string): Track {
  const { path, subsong, malformed } = parseTrackHandle(entry);
  const text = malformed ? entry : path;
  return { trackId: entry, title: "", text, handle: { path: text, subsong }, started: false, failed: false };
}

/**
 * Returns the entry of `player.media.resolve` for a track: its text, which may also be a folder or a playlist, unless it
 * names a subsong.
 *
 * @param track The track, not resolved yet.
 * @returns The entry.
 */
export function resolvable(track: Track): string | Handle {
  return track.handle.subsong > 0 ? track.handle : track.text;
}

/**
 * Makes the payload of `jitQueue:error`.
 *
 * @param track The track that it is about.
 * @param error What has happened.
 * @returns The payload, with `url` for a stream and `path` for a local file.
 */
export function trackError(track: Track, error: string): EventPayload<"jitQueue:error"> {
  const { trackId, text } = track;
  return isStreamUrl(text) ? { trackId, error, url: text } : { trackId, error, path: text };
}
