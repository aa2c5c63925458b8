/**
 * The last lines of a file, in memory for those lines and not for the file (contract-decisions.md, "log").
 *
 * @module
 */

import { Failure } from "../core/operation.ts";
import { type DiskFile, type FileFacts, readWhole } from "./disk.ts";
import { logTailTooLarge, MAX_LOG_TAIL_BYTES } from "./limits.ts";
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

/** How the end of a file is read. */
export interface TailOptions {
  /** Aborted when nobody waits for it any more. */
  readonly signal?: AbortSignal;
  /** Bytes that are searched at once. */
  readonly chunkBytes?: number;
}

/**
 * Reads the last lines of a file.
 *
 * @param file The file.
 * @param size Its size in bytes; what was appended since is not looked at.
 * @param wanted How many lines, from 0 on.
 * @param options What ends it early, and how many bytes are searched at once.
 * @returns The lines without their ends, `\n` or `\r\n`. Bytes that are not UTF-8 read as U+FFFD.
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

/** Where the last lines begin. The search goes backwards, so that it is as short as they are. */
async function tailStart(
  file: DiskFile,
  size: number,
  wanted: number,
  { signal, chunkBytes = CHUNK_BYTES }: TailOptions,
): Promise<number> {
  const chunk = new Uint8Array(Math.min(size, chunkBytes));
  let missing = wanted;
  // The last byte begins no further line: it is part of the last one, if only as its end.
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

/** Splits whole lines. A byte order mark is text, and so is a `\r` anywhere but in `\r\n`. */
function linesOf(bytes: Uint8Array): string[] {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const lines = text.split(text.includes("\r") ? /\r?\n/ : "\n");
  // What follows the last end is a line only when there is something.
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
