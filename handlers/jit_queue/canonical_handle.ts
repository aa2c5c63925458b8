/**
 * When two handles name the same track (contract-decisions.md, "jitQueue": a `file://` form and its native path are the
 * same).
 *
 * @module
 */

import { foldCase } from "../../limits/fold_case.ts";
import type { TrackHandle } from "../../limits/track_handle.ts";

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
 *
 * @param handle The handle.
 * @returns A text to compare, not to show and not to send.
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
