/** Writes to standard output: width, colours, and a reader that closes its end early. */

import { setColorEnabled } from "@std/fmt/colors";

/** Line width of a script's output, in characters. `:expect` checks the output, so it must not depend on the terminal. */
export const SCRIPT_WIDTH = 110;
/** Minimum line width. A narrower terminal wraps the lines. */
const LEAST_WIDTH = 70;
/** Maximum line width: longer lines are hard to read. */
const GREATEST_WIDTH = 140;

const encoder = new TextEncoder();
/** Whether the reader has closed its end. */
let closed = false;

/**
 * Enables colours when the output is a terminal and NO_COLOR is not set. The colours library itself only checks NO_COLOR, so
 * every tool calls this.
 *
 * @param output Where the tool writes its report; stdout when left out.
 */
export function chooseColors(output: { isTerminal(): boolean } = Deno.stdout): boolean {
  const colors = output.isTerminal() && !Deno.noColor;
  setColorEnabled(colors);
  return colors;
}

/**
 * Writes text. After the reader has closed its end, as `head` does, it writes nothing, so that the program ends
 * normally.
 */
export function print(text: string): void {
  if (closed) return;
  const bytes = encoder.encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    closed = true;
  }
}

/** Returns the line width of the terminal in characters. */
export function terminalWidth(): number {
  return Math.min(GREATEST_WIDTH, Math.max(LEAST_WIDTH, Deno.consoleSize().columns));
}
