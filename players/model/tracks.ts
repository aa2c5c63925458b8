/** Sequences of tracks. Tracks of a large sequence are made on demand. */

import type { Handle, Track } from "../../host_stdio/api/shapes.ts";
import type { IndexRanges } from "./index_ranges.ts";

/** Metadata of tracks. */
export interface TrackDescriptions {
  /** Returns a track's metadata; for an unknown track, only its name. */
  describe(handle: Handle): Track;
}

/** A sequence of tracks, which may be made on demand. */
export interface TrackSequence {
  /** The number of tracks. */
  readonly length: number;
  /**
   * Returns a track.
   *
   * @param index From 0, and below `length`.
   * @throws {RangeError} When there is no such track.
   */
  at(index: number): Handle;
}

/** Returns an array of tracks, not copied, as a sequence. */
export function sequenceOf(handles: readonly Handle[]): TrackSequence {
  return {
    length: handles.length,
    at: (index) => handles[index] ?? noTrackAt(index),
  };
}

/** Concatenates sequences. */
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

/** Returns some tracks of a sequence; those past the end are left out. */
export function slice(tracks: TrackSequence, offset = 0, limit = Infinity): Handle[] {
  const end = Math.min(tracks.length, offset + limit);
  const handles: Handle[] = [];
  for (let index = offset; index < end; index++) handles.push(tracks.at(index));
  return handles;
}

export function noTrackAt(index: number): never {
  throw new RangeError(`No track at ${index}`);
}

/** A part of a sequence whose tracks are made on demand. */
interface MadeUpRun {
  readonly source: TrackSequence;
  readonly from: number;
  readonly length: number;
}

type Run = Handle[] | MadeUpRun;

/** An editable list of tracks. Ten thousand tracks made on demand take no more memory than one. */
export class TrackList implements TrackSequence {
  #runs: Run[];
  #length: number;

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

  /** Inserts tracks at an index, or at the end. */
  insert(at: number, handles: readonly Handle[]): void {
    if (handles.length === 0) return;
    this.#runs = merged([...this.#runsOf(0, at), handles.slice(), ...this.#runsOf(at, this.#length)]);
    this.#length += handles.length;
  }

  remove(items: IndexRanges): void {
    const left = items.othersBelow(this.#length).spans;
    this.#runs = merged(left.flatMap(({ start, count }) => this.#runsOf(start, start + count)));
    this.#length -= items.length;
  }

  /** @param order A permutation of all indices: order[new] = old. */
  reorder(order: readonly number[]): void {
    const handles = slice(this);
    this.#runs = [order.map((old) => handles[old] ?? noTrackAt(old))];
  }

  /** Returns the tracks from one index up to another, as runs. */
  #runsOf(from: number, to: number): Run[] {
    const runs: Run[] = [];
    let start = 0;
    for (const run of this.#runs) {
      const first = Math.max(from - start, 0);
      const end = Math.min(to - start, run.length);
      if (first < end) runs.push(end - first === run.length ? run : part(run, first, end));
      start += run.length;
    }
    return runs;
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

/** Above this number of runs, short ones are no longer made on demand. */
const MANY_RUNS = 100;

/** The length of a short run. */
const SHORT_RUN = 1000;

/** Joins adjacent arrays, so that many small changes do not make many runs. */
function merged(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  const isShort = ({ length }: Run) => runs.length > MANY_RUNS && length < SHORT_RUN;
  for (const each of runs) {
    const run = Array.isArray(each) || !isShort(each)
      ? each
      : Array.from({ length: each.length }, (_track, index) => madeUp(each, index));
    const last = result.at(-1);
    if (last && Array.isArray(last) && Array.isArray(run)) {
      for (const handle of run) last.push(handle);
    } else {
      result.push(run);
    }
  }
  return result;
}

/** Returns a map key that differs for different tracks. */
export function keyOf({ path, subsong }: Handle): string {
  return `${subsong}|${path}`;
}
