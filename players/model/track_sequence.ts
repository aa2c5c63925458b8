/**
 * Tracks in an order, not all of which need to exist as objects.
 *
 * @module
 */

import type { Handle } from "../../host_stdio/shapes.ts";

/** Tracks in an order: what is asked for is made up when it is asked for. */
export interface TrackSequence {
  /** How many there are. */
  readonly length: number;
  /**
   * Gives one of them.
   *
   * @param index Its place, from 0 and below `length`.
   * @returns The track.
   * @throws {RangeError} When there is none at that place.
   */
  at(index: number): Handle;
}

/**
 * Tracks that exist as objects, as a sequence.
 *
 * @param handles The tracks; not copied.
 * @returns The sequence.
 */
export function sequenceOf(handles: readonly Handle[]): TrackSequence {
  return {
    length: handles.length,
    at: (index) => handles[index] ?? noTrackAt(index),
  };
}

/**
 * Several sequences, one behind the other.
 *
 * @param parts The sequences.
 * @returns All of them as one.
 */
export function joined(parts: readonly TrackSequence[]): TrackSequence {
  return {
    length: parts.reduce((sum, part) => sum + part.length, 0),
    at(index) {
      let rest = index;
      for (const part of parts) {
        if (rest < part.length) return part.at(rest);
        rest -= part.length;
      }
      return noTrackAt(index);
    },
  };
}

/**
 * Makes objects of a part of a sequence.
 *
 * @param tracks The sequence.
 * @param offset Where the part begins; behind the end is allowed and gives nothing.
 * @param limit How many at most; all of the rest when left out.
 * @returns The tracks.
 */
export function slice(tracks: TrackSequence, offset = 0, limit = Infinity): Handle[] {
  const end = Math.min(tracks.length, offset + limit);
  const handles: Handle[] = [];
  for (let index = offset; index < end; index++) handles.push(tracks.at(index));
  return handles;
}

/**
 * Refuses an index.
 *
 * @param index The index.
 * @throws {RangeError} Always.
 */
export function noTrackAt(index: number): never {
  throw new RangeError(`No track at ${index}`);
}
