/**
 * Sequences of tracks. Tracks of a large sequence are made on demand.
 *
 * @module
 */

import type { Handle, Track } from "../../host_stdio/shapes.ts";

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
    const { before, after } = this.#cut(at);
    this.#runs = merged([...before, handles.slice(), ...after]);
    this.#length += handles.length;
  }

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

/** Joins adjacent arrays, so that many small changes do not make many runs. */
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

/** Returns a key for tables, different for different tracks. */
export function keyOf({ path, subsong }: Handle): string {
  return `${subsong}|${path}`;
}

/** Returns the metadata of a track of which only the handle is known. */
export function unknownTrack({ path, subsong }: Handle): Track {
  return {
    path,
    absolutePath: path,
    subsong,
    fileSize: null,
    title: "",
    artist: "",
    album: "",
    albumArtist: "",
    genre: "",
    date: "",
    trackNumber: 0,
    discNumber: 0,
    duration: 0,
    bitrate: 0,
    sampleRate: 0,
    channels: 0,
    codec: "",
  };
}
