/**
 * Paths, URLs and track handles: their length (specification, "Limits"), their string form (specification, "Shared
 * conventions") and the bridge's own check of media paths (decisions.md, "Media access").
 */

import { hasControlCharacter } from "./unicode.ts";
import { MAX_SUBSONG } from "./wire.ts";

/**
 * The longest path or URL with its `|subsong:N` suffix, in UTF-16 code units. Some operations drop a longer one, others
 * answer an error.
 */
export const MAX_PATH_LENGTH = 2048;

/** The error text for a URL that is too long. */
export const urlTooLong = `URL exceeds maximum length (${MAX_PATH_LENGTH})`;

/** Whether a path or URL with its suffix is too long. */
export function isPathTooLong(text: string): boolean {
  return text.length > MAX_PATH_LENGTH;
}

/**
 * Returns the error text for a path that is too long.
 *
 * @param place Its place in the parameters, as in `paths[3]`.
 */
export function pathTooLong(place: string): string {
  return `${place} exceeds maximum length (${MAX_PATH_LENGTH})`;
}

const MARK = "|subsong:";

/** A track handle in parts. */
export interface TrackHandle {
  /** The path or URL without suffix. */
  path: string;
  /** The number of the subsong in the file; 0 for a file with only one. */
  subsong: number;
}

/** The result of {@linkcode parseTrackHandle}. */
export interface ParsedTrackHandle extends TrackHandle {
  /** Whether there is a suffix that is not a number from 0 to {@linkcode MAX_SUBSONG}. */
  malformed: boolean;
}

/**
 * Splits a handle in string form at its last `|subsong:`.
 *
 * @param text A path with or without suffix.
 * @returns The parts. A malformed suffix is cut off and gives subsong 0.
 */
export function parseTrackHandle(text: string): ParsedTrackHandle {
  // Most handles have no suffix, and a forward search is ten times as fast as a backward one.
  const at = text.includes(MARK) ? text.lastIndexOf(MARK) : -1;
  if (at < 0) return { path: text, subsong: 0, malformed: false };
  const path = text.slice(0, at);
  const digits = text.slice(at + MARK.length);
  const subsong = Number(digits);
  // Number also accepts "", " 1", "1e3" and "0x1", so check the digits too.
  return /^[0-9]+$/.test(digits) && subsong <= MAX_SUBSONG
    ? { path, subsong, malformed: false }
    : { path, subsong: 0, malformed: true };
}

/** Returns a handle in string form, with a suffix only for a subsong above 0. */
export function formatTrackHandle(handle: Readonly<TrackHandle>): string {
  return handle.subsong > 0 ? `${handle.path}${MARK}${handle.subsong}` : handle.path;
}

const EMPTY = "Empty path";
const DEVICE = "Device paths are not allowed";
const TRAVERSAL = "Path traversal detected";
const FORMAT = "Invalid path format";

const FILE_PREFIX = /file:\/\//iy;
const ARCHIVE_PREFIX = /unpack:\/\/(?:[a-z0-9]{1,19}\|[0-9]{1,19}\|)?|(?:archive|zip|rar|7z|tar):\/\//iy;

/** `\\.\`, `\\?\` and `\??\`, also with `/` and with more leading separators, because some systems collapse them. */
const DEVICE_FORM = /^(?:[\\/]{2,}[.?]|[\\/]+\?\?)(?:[\\/]|$)/;
const DRIVE = /^[a-z]:[\\/]/i;
const UNC = /^[\\/]{2}[^\\/]/;
/** A single letter is a drive, not a scheme. */
const SCHEME = /^[a-z0-9+.-]{2,19}:\/\//i;

/**
 * Checks the text of a media path before the player is asked. Every path is read as the most permissive system would:
 * `/` and `\` both separate segments everywhere. The disk is not accessed.
 *
 * In a `file://` URL and a path into an archive, the part after the prefix is checked. Archive prefixes are
 * `unpack://`, usually as `unpack://<type>|<length>|<archive>|<inner path>`, and `archive://`, `zip://`, `rar://`,
 * `7z://` and `tar://` followed by the path of the archive. Archives may be nested.
 *
 * @param path A native path or a URL.
 * @returns The problem, for a panel; undefined for a valid path.
 */
export function mediaPathProblem(path: string): string | undefined {
  const { rest, isFile, isArchive } = withoutPrefixes(path);
  if (rest === "") return EMPTY;
  // Some players decode percent escapes in such a URL, some do not: check both readings.
  const decoded = isFile || isArchive ? percentDecoded(rest) : rest;
  if (DEVICE_FORM.test(rest) || DEVICE_FORM.test(decoded)) return DEVICE;
  if (hasControlCharacter(path) || hasControlCharacter(decoded)) return FORMAT;
  const isUrl = SCHEME.test(rest);
  if (!isUrl || isArchive || isFile) {
    if (hasDotsSegment(rest, isArchive) || hasDotsSegment(decoded, isArchive)) return TRAVERSAL;
  }
  // After `file://`, another scheme would be a file name.
  return isAbsolute(rest) || (isUrl && !isFile) ? undefined : FORMAT;
}

/** Whether a path is the URL of a stream: it has a scheme other than file, after any archive prefixes. */
export function isStreamUrl(path: string): boolean {
  const { rest, isFile } = withoutPrefixes(path);
  return !isFile && SCHEME.test(rest);
}

/** Removes the archive prefixes, then the prefix of a file. */
function withoutPrefixes(path: string): { rest: string; isFile: boolean; isArchive: boolean } {
  let at = 0;
  const skip = (prefix: RegExp): boolean => {
    prefix.lastIndex = at;
    const found = prefix.test(path);
    if (found) at = prefix.lastIndex;
    return found;
  };
  let isArchive = false;
  while (skip(ARCHIVE_PREFIX)) isArchive = true;
  const isFile = skip(FILE_PREFIX);
  return { rest: path.slice(at), isFile, isArchive };
}

/** Whether a path is absolute: a drive (`C:\`), a share (`\\server`) or a POSIX path. */
function isAbsolute(path: string): boolean {
  return path.startsWith("/") || DRIVE.test(path) || UNC.test(path);
}

/**
 * Whether a segment consists of two or more dots and any blanks: systems that drop trailing blanks and dots may read it
 * as `..`. In an archive's path `|` also ends a segment.
 */
function hasDotsSegment(path: string, isArchive: boolean): boolean {
  let dots = 0;
  let others = false;
  for (let i = 0; i <= path.length; i++) {
    const character = path[i];
    if (
      character === undefined || character === "/" || character === "\\" || (isArchive && character === "|")
    ) {
      if (dots >= 2 && !others) return true;
      dots = 0;
      others = false;
    } else if (character === ".") dots++;
    else if (character !== " ") others = true;
  }
  return false;
}

/** Decodes escapes of ASCII characters once. Others cannot become a dot, a separator or a control character. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_escape, digits) => String.fromCharCode(parseInt(digits, 16)));
}
