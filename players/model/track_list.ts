/**
 * The tracks of a playlist: those that were put in exist as objects, those of the collection only as a range.
 *
 * @module
 */

import type { Handle } from "../../host_stdio/shapes.ts";
import { noTrackAt, type TrackSequence } from "./track_sequence.ts";

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
