/**
 * A track of a session, and when two handles name the same track (decisions.md, "jitQueue").
 *
 * @module
 */

import type { Handle } from "../../host_stdio/api/shapes.ts";
import { parseTrackHandle, type TrackHandle } from "../../limits/paths.ts";
import { foldCase } from "../../limits/unicode.ts";

/** A track as a page gives it. */
export interface GivenTrack {
  /** The page's id. */
  readonly trackId: string;
  /** The title for display; "" when not given. */
  readonly title: string;
  /** The URL or path as given, without subsong suffix. */
  readonly text: string;
  /** The same as a handle. */
  readonly handle: Handle;
  /** The panel that brought it, by which the player judges it; undefined for none. */
  readonly panel: string | undefined;
}

/** Makes a track from the parameters of a call. A malformed subsong suffix is cut off. */
export function givenTrack(
  { trackId, url, title = "" }: { trackId: string; url: string; title?: string | undefined },
  panel: string | undefined,
): GivenTrack {
  const { path, subsong } = parseTrackHandle(url);
  return { trackId, title, text: path, handle: { path, subsong }, panel };
}

/** Makes a track from an entry of `jitQueue.preloadBatch`. A malformed subsong suffix is part of the path. */
export function preloadedTrack(entry: string, panel: string | undefined): GivenTrack {
  const { path, subsong, malformed } = parseTrackHandle(entry);
  const text = malformed ? entry : path;
  return { trackId: entry, title: "", text, handle: { path: text, subsong }, panel };
}

const FILE_URL = /^file:(?:\/\/)?/i;
const DRIVE = /^[a-z]:[\\/]/i;
const DRIVE_BEHIND_SLASH = /^\/[a-z]:[\\/]/i;
const SHARE = /^\\\\[^\\/]/;
/** Scheme, user and host. The user and everything after the host are case-sensitive. */
const URL_HEAD = /^([a-z0-9+.-]{2,19}:\/\/)([^/?#\\|]*@)?([^/?#\\|]*)/i;

/**
 * Returns a string that is equal for all spellings of the same track. Windows paths are compared without regard to case
 * and the direction of slashes, as Windows does; POSIX paths exactly; URLs without regard to the case of scheme and
 * host.
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
 * Returns the native path of the part after `file://`. A player may write a native path there unchanged
 * (`file://C:\Music\100%.flac`); backslashes show that. Anything else is a percent-encoded URL.
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
    // URIError: the percent signs are not escapes.
    return text;
  }
}
