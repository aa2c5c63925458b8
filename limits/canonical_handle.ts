/** When two handles name the same track (docs/jit_queue.md, "Comparing tracks"). */

import type { TrackHandle } from "./paths.ts";
import { foldCase } from "./unicode.ts";

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
