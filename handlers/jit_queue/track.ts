/**
 * A track of a JIT session, and when two handles name the same track (contract-decisions.md, "jitQueue").
 *
 * @module
 */

import type { Handle } from "../../host_stdio/shapes.ts";
import { foldCase } from "../../text/unicode.ts";
import { isStreamUrl, parseTrackHandle, type TrackHandle } from "../../limits/paths.ts";
import type { EventPayload } from "../core/events.ts";

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
 */
export function givenTrack(trackId: string, url: string, title: string): Track {
  const { path, subsong } = parseTrackHandle(url);
  return { trackId, title, text: path, handle: { path, subsong }, started: false, failed: false };
}

/** Makes a track of an entry of `jitQueue.preloadBatch`. A malformed subsong suffix belongs to the path. */
export function preloadedTrack(entry: string): Track {
  const { path, subsong, malformed } = parseTrackHandle(entry);
  const text = malformed ? entry : path;
  return { trackId: entry, title: "", text, handle: { path: text, subsong }, started: false, failed: false };
}

/**
 * Returns the entry of `player.media.resolve` for a track: its text, which may also be a folder or a playlist, unless it
 * names a subsong.
 */
export function resolvable(track: Track): string | Handle {
  return track.handle.subsong > 0 ? track.handle : track.text;
}

/** Makes the payload of `jitQueue:error`. */
export function trackError(track: Track, error: string): EventPayload<"jitQueue:error"> {
  const { trackId, text } = track;
  return isStreamUrl(text) ? { trackId, error, url: text } : { trackId, error, path: text };
}

const FILE_URL = /^file:(?:\/\/)?/i;
const DRIVE = /^[a-z]:[\\/]/i;
const DRIVE_BEHIND_SLASH = /^\/[a-z]:[\\/]/i;
const SHARE = /^\\\\[^\\/]/;
/** Scheme, user and host. The user's name and everything behind the host may differ by case. */
const URL_HEAD = /^([a-z0-9+.-]{2,19}:\/\/)([^/?#\\|]*@)?([^/?#\\|]*)/i;

/**
 * A handle as one string that is the same for every way of writing the same track.
 *
 * Windows paths (a drive, a share) are compared without regard to case and to the direction of slashes, as Windows does;
 * POSIX paths as they are; URLs without regard to the case of scheme and host.
 */
export function canonicalHandle(handle: Readonly<TrackHandle>): string {
  return `${handle.subsong}|${canonicalPath(handle.path)}`;
}

function canonicalPath(path: string): string {
  const native = FILE_URL.test(path) ? nativePath(path.replace(FILE_URL, "")) : path;
  if (DRIVE.test(native) || SHARE.test(native)) return foldCase(native.replaceAll("/", "\\"));
  return native.replace(
    URL_HEAD,
    (_head, scheme: string, user = "", host = "") => scheme.toLowerCase() + user + host.toLowerCase(),
  );
}

/**
 * The native path of what stands behind `file://`.
 *
 * A player may write a native path there as it is (`file://C:\Music\100%.flac`): backslashes tell, because a URL has
 * none. Everything else is a URL, percent-encoded.
 */
function nativePath(rest: string): string {
  if (rest.includes("\\")) return rest;
  if (DRIVE.test(rest)) return percentDecoded(rest);
  const slash = rest.indexOf("/");
  const host = slash < 0 ? rest : rest.slice(0, slash);
  const path = slash < 0 ? "" : percentDecoded(rest.slice(slash));
  if (host !== "" && host.toLowerCase() !== "localhost") return `\\\\${host}${path}`;
  return DRIVE_BEHIND_SLASH.test(path) ? path.slice(1) : path;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // URIError: the percent signs are no escapes, so the text means itself.
    return text;
  }
}
