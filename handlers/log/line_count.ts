/**
 * How many lines a file has, without reading again what was counted before.
 *
 * @module
 */

import { type DiskFile, type FileFacts, readWhole } from "./disk.ts";
import { isSameFile, type OpenedFile } from "./regular_file.ts";

/** The byte that ends a line. */
export const LINE_END = 0x0a;

/** Bytes that are read at once: counting them does not hold anything else up for longer than a fraction of 1 ms. */
export const CHUNK_BYTES = 256 * 1024;

/** Bytes at the beginning and at the end of what was counted that have to be as they were. */
const SAMPLE_BYTES = 1024;

/** What was counted. */
interface Counted {
  readonly facts: FileFacts;
  readonly lineEnds: number;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/**
 * Counts the lines of one file. What it counted before holds as long as it is the same file, has only grown, and begins
 * and, up to where it was counted, ends as before; otherwise the count begins anew.
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
    const { size } = facts;
    const before = size > 0 ? await this.#stillValid(file, facts) : undefined;
    this.#counted = undefined;
    if (size === 0) return 0;
    let lineEnds = before?.lineEnds ?? 0;
    const chunk = new Uint8Array(Math.min(size, CHUNK_BYTES));
    for (let at = before?.facts.size ?? 0; at < size;) {
      signal.throwIfAborted();
      const part = chunk.subarray(0, Math.min(chunk.length, size - at));
      await readWhole(file, at, part);
      lineEnds += count(part);
      at += part.length;
    }
    const head = await sample(file, 0, size);
    const tail = await sample(file, size - SAMPLE_BYTES, size);
    this.#counted = { facts, lineEnds, head, tail };
    return tail.at(-1) === LINE_END ? lineEnds : lineEnds + 1;
  }

  /** What was counted before, when it still holds. */
  async #stillValid(file: DiskFile, facts: FileFacts): Promise<Counted | undefined> {
    const counted = this.#counted;
    if (!counted || !isSameFile(counted.facts, facts)) return undefined;
    const { size, mtime } = counted.facts;
    if (facts.size < size) return undefined;
    // Appending never leaves the size as it was: then something was written over.
    if (facts.size === size && facts.mtime?.getTime() !== mtime?.getTime()) return undefined;
    return areEqual(await sample(file, 0, size), counted.head) &&
        areEqual(await sample(file, size - SAMPLE_BYTES, size), counted.tail)
      ? counted
      : undefined;
  }
}

/** Up to so many bytes as a sample has from a place on, within a size. */
async function sample(file: DiskFile, position: number, size: number): Promise<Uint8Array> {
  const from = Math.max(0, position);
  const bytes = new Uint8Array(Math.min(SAMPLE_BYTES, size - from));
  await readWhole(file, from, bytes);
  return bytes;
}

/** A plain loop takes the same time whatever the lines are like; searching for each end is slow for short lines. */
function count(bytes: Uint8Array): number {
  let lineEnds = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LINE_END) lineEnds++;
  return lineEnds;
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
