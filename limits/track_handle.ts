/**
 * Track handles in string form (specification, "Shared conventions"; contract-decisions.md, "Everywhere").
 *
 * @module
 */

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
