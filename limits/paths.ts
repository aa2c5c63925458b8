/**
 * The bridge's own check of media paths, before the player is asked (contract-decisions.md, "Media access"). It looks
 * at the text only, never at the disk, and reads every path the way the most permissive system would: `/` and `\` both
 * separate segments everywhere.
 *
 * A `file://` URL and a path into an archive are judged by what follows their prefix. Archive prefixes are
 * `unpack://`, usually as `unpack://<type>|<length>|<archive>|<inner path>`, and `archive://`, `zip://`, `rar://`,
 * `7z://` and `tar://` with the archive's path right behind; archives may lie in archives.
 *
 * @module
 */

import { hasControlCharacter } from "../text/unicode.ts";

/** The most UTF-16 code units that a path or URL may have, a `|subsong:N` suffix included. */
export const MAX_PATH_LENGTH = 2048;

/** The text for a URL that is too long. */
export const urlTooLong = `URL exceeds maximum length (${MAX_PATH_LENGTH})`;

/**
 * Whether a path or URL is too long.
 *
 * @param text The whole string, suffix included.
 * @returns Whether it has more than {@linkcode MAX_PATH_LENGTH} UTF-16 code units.
 */
export function isPathTooLong(text: string): boolean {
  return text.length > MAX_PATH_LENGTH;
}

/**
 * The text for a path that is too long.
 *
 * @param place Where it stands, as in `paths[3]`.
 * @returns The text.
 */
export function pathTooLong(place: string): string {
  return `${place} exceeds maximum length (${MAX_PATH_LENGTH})`;
}

/** The largest subsong number. */
export const MAX_SUBSONG = 0xffff_ffff;

const MARK = "|subsong:";

/** A track handle in parts. */
export interface TrackHandle {
  /** The path or URL, without suffix. */
  path: string;
  /** The subsong's number within the file; 0 when the file holds only one. */
  subsong: number;
}

/** What {@linkcode parseTrackHandle} finds. */
export interface ParsedTrackHandle extends TrackHandle {
  /** Whether a suffix was there but is no number from 0 to {@linkcode MAX_SUBSONG}. */
  malformed: boolean;
}

/**
 * Splits a handle in string form at its last `|subsong:`.
 *
 * @param text A path, optionally with the suffix `|subsong:N`.
 * @returns The parts. A malformed suffix is cut off and gives subsong 0.
 */
export function parseTrackHandle(text: string): ParsedTrackHandle {
  // Most handles have no suffix, and a search forwards is ten times as fast as one backwards.
  const at = text.includes(MARK) ? text.lastIndexOf(MARK) : -1;
  if (at < 0) return { path: text, subsong: 0, malformed: false };
  const path = text.slice(0, at);
  const digits = text.slice(at + MARK.length);
  const subsong = Number(digits);
  // Number reads "", " 1", "1e3" and "0x1" too, so the digits are looked at themselves.
  return /^[0-9]+$/.test(digits) && subsong <= MAX_SUBSONG
    ? { path, subsong, malformed: false }
    : { path, subsong: 0, malformed: true };
}

/**
 * Writes a handle in string form.
 *
 * @param handle The handle.
 * @returns Its path, with the suffix only when the subsong is greater than 0.
 */
export function formatTrackHandle(handle: Readonly<TrackHandle>): string {
  return handle.subsong > 0 ? `${handle.path}${MARK}${handle.subsong}` : handle.path;
}

const EMPTY = "Empty path";
const DEVICE = "Device paths are not allowed";
const TRAVERSAL = "Path traversal detected";
const FORMAT = "Invalid path format";

const FILE_PREFIX = /file:\/\//iy;
const ARCHIVE_PREFIX = /unpack:\/\/(?:[a-z0-9]{1,19}\|[0-9]{1,19}\|)?|(?:archive|zip|rar|7z|tar):\/\//iy;

/** `\\.\`, `\\?\` and `\??\`, also with `/` and with more separators in front, as some systems collapse them. */
const DEVICE_FORM = /^(?:[\\/]{2,}[.?]|[\\/]+\?\?)(?:[\\/]|$)/;
const DRIVE = /^[a-z]:[\\/]/i;
const UNC = /^[\\/]{2}[^\\/]/;
/** One letter is a drive and not a scheme. */
const SCHEME = /^[a-z0-9+.-]{2,19}:\/\//i;

/**
 * Why a path cannot be a media path, as far as its text tells.
 *
 * @param path A native path or a URL.
 * @returns The reason, fit for a panel; undefined when there is none.
 */
export function mediaPathProblem(path: string): string | undefined {
  const { rest, isFile, isArchive } = withoutPrefixes(path);
  if (rest === "") return EMPTY;
  // The player decodes the percent signs of such a URL, or it does not: neither reading may lead astray.
  const decoded = isFile || isArchive ? percentDecoded(rest) : rest;
  if (DEVICE_FORM.test(rest) || DEVICE_FORM.test(decoded)) return DEVICE;
  if (hasControlCharacter(path) || hasControlCharacter(decoded)) return FORMAT;
  const isUrl = SCHEME.test(rest);
  if (!isUrl || isArchive || isFile) {
    if (hasDotsSegment(rest, isArchive) || hasDotsSegment(decoded, isArchive)) return TRAVERSAL;
  }
  // Behind `file://` a further scheme would be a file's name.
  return isAbsolute(rest) || (isUrl && !isFile) ? undefined : FORMAT;
}

/**
 * Whether a path is the URL of a stream rather than something on a local disk. Archive prefixes are looked behind.
 *
 * @param path A native path or a URL.
 * @returns Whether it has a scheme other than file.
 */
export function isStreamUrl(path: string): boolean {
  const { rest, isFile } = withoutPrefixes(path);
  return !isFile && SCHEME.test(rest);
}

/** What follows the prefixes of archives and, behind them, of a file. */
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

/** A drive (`C:\`), a share (`\\server`) or a POSIX path. */
function isAbsolute(path: string): boolean {
  return path.startsWith("/") || DRIVE.test(path) || UNC.test(path);
}

/**
 * Whether a segment consists of dots and blanks only, with two or more dots: systems that drop blanks and dots at the
 * end of a name would go up there. In an archive's path, `|` also ends a segment.
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

/** Decodes the escapes of ASCII characters once; nothing else could become a dot, a separator or a control character. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_escape, digits) => String.fromCharCode(parseInt(digits, 16)));
}
