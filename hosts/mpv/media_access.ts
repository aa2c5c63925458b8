/**
 * What mpv may be asked to open on behalf of a page. mpv itself opens far more: device files, descriptors of its own
 * process, and schemes that put files together from parts or run filters.
 *
 * @module
 */

import { normalize } from "@std/path";

/** Schemes of streams. A local file is a path, or a `file://` URL that becomes one. */
const schemes: ReadonlySet<string> = new Set([
  "http",
  "https",
  "rtsp",
  "rtsps",
  "rtmp",
  "rtmps",
  "mms",
  "mmsh",
  "ytdl",
]);

/** Folders that hold no files but the insides of the system. */
const insides = /^\/(?:dev|proc|sys|run)(?:\/|$)/;

/**
 * Why a path may not be opened.
 *
 * @param path A native path or a URL, not a `file://` one.
 * @returns The reason, fit for a panel; undefined when there is none.
 */
export function accessProblem(path: string): string | undefined {
  const [, scheme] = /^([a-z0-9+.-]+):\/\//i.exec(path) ?? [];
  if (scheme !== undefined) {
    return schemes.has(scheme.toLowerCase())
      ? undefined
      : `Access denied: ${scheme}:// is not played on request`;
  }
  if (!path.startsWith("/")) return "Access denied: not an absolute path";
  return insides.test(path) ? "Access denied: not a folder for media" : undefined;
}

/**
 * The one name of a path: a native one in place of `file://`, without detours.
 *
 * @param path A path or a URL.
 * @returns The path by which mpv plays it.
 */
export function canonicalPath(path: string): string {
  if (path.startsWith("/")) return normalize(path);
  if (!/^file:\/\//i.test(path)) return path;
  const plain = path.slice("file://".length);
  try {
    return normalize(decodeURIComponent(plain));
  } catch {
    // A lone % is not an escape: then the text is the path.
    return normalize(plain);
  }
}
