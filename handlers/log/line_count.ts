/**
 * How many lines a file has, without reading again what was counted before.
 *
 * @module
 */

import { type FileFacts, readWhole } from "./disk.ts";
import { isSameFile, type OpenedFile } from "./regular_file.ts";

/** The byte that ends a line. */
export const LINE_END = 0x0a;

/** Bytes that are read at once: counting them does not hold anything else up for longer than a fraction of 1 ms. */
export const CHUNK_BYTES = 256 * 1024;

/** What was counted. */
interface Counted {
  readonly facts: FileFacts;
  readonly lines: number;
}

/**
 * Counts the lines of one file. What it counted before holds as long as it is the same file and nothing was written to it:
 * whether another program has only appended or has written over lines cannot be told without reading it all.
 */
export class LineCount {
  #counted: Counted | undefined;

  /** Forgets what was counted. */
  forget(): void {
    this.#counted = undefined;
  }

  /**
   * Counts the lines.
   *
   * @param opened The file; it is counted up to the size that it had when it was opened.
   * @param signal Aborted when nobody waits for the number any more.
   * @returns How many lines there are, a last one without end included.
   * @throws {FileShrank} When it has become shorter since.
   */
  async of({ file, facts }: OpenedFile, signal: AbortSignal): Promise<number> {
    if (this.#counted && isUnchanged(this.#counted.facts, facts)) return this.#counted.lines;
    this.#counted = undefined;
    const { size } = facts;
    let lines = 0;
    let last = LINE_END;
    const chunk = new Uint8Array(Math.min(size, CHUNK_BYTES));
    for (let at = 0; at < size;) {
      signal.throwIfAborted();
      const part = chunk.subarray(0, Math.min(chunk.length, size - at));
      await readWhole(file, at, part);
      lines += count(part);
      last = part.at(-1) ?? last;
      at += part.length;
    }
    if (last !== LINE_END) lines++;
    this.#counted = { facts, lines };
    return lines;
  }
}

function isUnchanged(before: FileFacts, now: FileFacts): boolean {
  return isSameFile(before, now) && before.size === now.size &&
    before.mtime?.getTime() === now.mtime?.getTime();
}

/** A plain loop takes the same time whatever the lines are like; searching for each end is slow for short lines. */
function count(bytes: Uint8Array): number {
  let lineEnds = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LINE_END) lineEnds++;
  return lineEnds;
}
