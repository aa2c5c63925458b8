/**
 * Standard output as a person reads it: how wide it is, whether it has colours, and what becomes of it when nobody reads
 * any more.
 */

import { setColorEnabled } from "@std/fmt/colors";

/** The width of a text that is read from a file. */
const FILE_WIDTH = 110;
/** Below this nothing can be laid out; the terminal may wrap. */
const LEAST_WIDTH = 70;
/** Lines longer than this are hard to read, however wide the terminal is. */
const GREATEST_WIDTH = 140;

const encoder = new TextEncoder();
/** Whether there still is somebody who reads. */
let read = true;

/** Uses colours on a terminal, unless NO_COLOR is set. The library of colours only looks at NO_COLOR. */
export function chooseColors(): boolean {
  const colors = Deno.stdout.isTerminal() && !Deno.noColor;
  setColorEnabled(colors);
  return colors;
}

/**
 * Writes to standard output. Once whoever reads has seen enough, as `head` does, nothing is written any more, so that the
 * program still ends in good order.
 */
export function print(text: string): void {
  if (!read) return;
  const bytes = encoder.encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    read = false;
  }
}

/** How many characters a line may have. */
export function lineWidth(): number {
  if (!Deno.stdout.isTerminal()) return FILE_WIDTH;
  return Math.min(GREATEST_WIDTH, Math.max(LEAST_WIDTH, Deno.consoleSize().columns));
}
