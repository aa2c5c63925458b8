/** Reading a log file: the last lines, and the number of all lines (decisions.md, "log"). */

import type { DiskFile, FileFacts } from "../core/disk.ts";
import { Failure } from "../core/operation.ts";
import { readWhole } from "./disk.ts";
import { logTailTooLarge, MAX_LOG_TAIL_BYTES } from "./limits.ts";
import { isSameFile, type OpenedFile } from "./regular_file.ts";

/** The byte `\n`. */
export const LINE_END = 0x0a;

/** Bytes read at once. Counting their lines takes a fraction of a millisecond. */
export const CHUNK_BYTES = 256 * 1024;

interface Counted {
  readonly facts: FileFacts;
  readonly lines: number;
}

/**
 * Counts the lines of one file and remembers the number until the file changes. After a change all lines are counted
 * again: other programs may have overwritten lines, not only appended.
 */
export class LineCount {
  #counted: Counted | undefined;

  forget(): void {
    this.#counted = undefined;
  }

  /**
   * Counts the lines, an unfinished last one included.
   *
   * @param opened The file. Lines appended since it was opened are not counted.
   * @param signal Cancels the counting.
   * @throws {FileShrank} When the file has become shorter.
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

/** A loop, because its time does not depend on the length of the lines; indexOf is slow for short ones. */
function count(bytes: Uint8Array): number {
  let lineEnds = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LINE_END) lineEnds++;
  return lineEnds;
}

export interface TailOptions {
  /** Cancels the reading. */
  readonly signal?: AbortSignal;
  /** Bytes searched at once. */
  readonly chunkBytes?: number;
}

/**
 * Reads the last lines of a file. Memory is needed for those lines only, not for the file.
 *
 * @param size The size of the file in bytes. Later appends are ignored.
 * @param wanted The number of lines, at least 0.
 * @returns The lines without their ends, `\n` or `\r\n`. Bytes that are not UTF-8 become U+FFFD.
 * @throws {Failure} When the lines are too large to be answered.
 * @throws {FileShrank} When the file has become shorter.
 */
export async function readTail(
  file: DiskFile,
  size: number,
  wanted: number,
  options: TailOptions = {},
): Promise<string[]> {
  if (wanted === 0 || size === 0) return [];
  const start = await tailStart(file, size, wanted, options);
  options.signal?.throwIfAborted();
  const bytes = new Uint8Array(size - start);
  await readWhole(file, start, bytes);
  return linesOf(bytes);
}

/** Finds the position of the last lines. It searches backwards, so the time depends on their length only. */
async function tailStart(
  file: DiskFile,
  size: number,
  wanted: number,
  { signal, chunkBytes = CHUNK_BYTES }: TailOptions,
): Promise<number> {
  const chunk = new Uint8Array(Math.min(size, chunkBytes));
  let missing = wanted;
  // The last byte is part of the last line, even when it is a line end.
  let end = size - 1;
  while (end > 0) {
    signal?.throwIfAborted();
    const from = Math.max(0, end - chunk.length);
    const part = chunk.subarray(0, end - from);
    await readWhole(file, from, part);
    for (let i = part.length - 1; i >= 0; i--) {
      if (part[i] === LINE_END && --missing === 0) return checkedStart(from + i + 1, size);
    }
    end = checkedStart(from, size);
  }
  return checkedStart(0, size);
}

function checkedStart(start: number, size: number): number {
  if (size - start > MAX_LOG_TAIL_BYTES) throw new Failure(logTailTooLarge);
  return start;
}

/** Splits bytes into lines. A byte order mark is text, and so is a `\r` that is not part of `\r\n`. */
function linesOf(bytes: Uint8Array): string[] {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const lines = text.split(text.includes("\r") ? /\r?\n/ : "\n");
  // The empty text after the last line end is not a line.
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
