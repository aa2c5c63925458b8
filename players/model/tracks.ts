/**
 * Sequences of tracks, not all of which exist as objects.
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

/** A part of a sequence that makes its tracks up. */
interface MadeUpRun {
  readonly source: TrackSequence;
  readonly from: number;
  readonly length: number;
}

type Run = Handle[] | MadeUpRun;

/** A list of tracks that can be changed. Ten thousand tracks made up on demand cost as much as one. */
export class TrackList implements TrackSequence {
  #runs: Run[];
  #length: number;

  /** @param source The tracks at the start. */
  constructor(source: TrackSequence) {
    this.#length = source.length;
    this.#runs = source.length > 0 ? [{ source, from: 0, length: source.length }] : [];
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): Handle {
    let rest = index;
    for (const run of this.#runs) {
      if (rest < run.length) return Array.isArray(run) ? run[rest] ?? noTrackAt(index) : madeUp(run, rest);
      rest -= run.length;
    }
    return noTrackAt(index);
  }

  /**
   * Puts tracks in.
   *
   * @param at Where, from 0 up to the length.
   * @param handles The tracks.
   */
  insert(at: number, handles: readonly Handle[]): void {
    if (handles.length === 0) return;
    const { before, after } = this.#cut(at);
    this.#runs = merged([...before, handles.slice(), ...after]);
    this.#length += handles.length;
  }

  /**
   * Takes tracks out.
   *
   * @param start The first one.
   * @param count How many.
   */
  remove(start: number, count: number): void {
    const { before } = this.#cut(start);
    const { after } = this.#cut(start + count);
    this.#runs = merged([...before, ...after]);
    this.#length -= count;
  }

  #cut(at: number): { before: Run[]; after: Run[] } {
    const before: Run[] = [];
    const after: Run[] = [];
    let rest = at;
    for (const run of this.#runs) {
      const left = Math.min(Math.max(rest, 0), run.length);
      if (left > 0) before.push(left === run.length ? run : part(run, 0, left));
      if (left < run.length) after.push(left === 0 ? run : part(run, left, run.length));
      rest -= run.length;
    }
    return { before, after };
  }
}

function madeUp(run: MadeUpRun, index: number): Handle {
  return run.source.at(run.from + index);
}

function part(run: Run, from: number, to: number): Run {
  return Array.isArray(run)
    ? run.slice(from, to)
    : { source: run.source, from: run.from + from, length: to - from };
}

/** Objects next to each other become one run, so that many small changes do not make many runs. */
function merged(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (last && Array.isArray(last) && Array.isArray(run)) {
      for (const handle of run) last.push(handle);
    } else {
      result.push(run);
    }
  }
  return result;
}

/**
 * A text that stands for a track in a table.
 *
 * @param handle The track.
 * @returns The text, different for different tracks.
 */
export function keyOf({ path, subsong }: Handle): string {
  return `${subsong}|${path}`;
}
