/**
 * Log lines that tell by themselves whether they are whole and in order.
 *
 * @module
 */

import { BrokenPromise } from "./ledger.ts";

/** Lines of different lengths: some fill a page of memory several times. */
const LENGTHS = [0, 7, 100, 1000, 4090, 20_000];

/**
 * Makes a line.
 *
 * @param writer Who writes it: a word.
 * @param number Its number.
 * @returns The text, which tells both and ends in a mark.
 */
export function numberedLine(writer: string, number: number): string {
  const length = LENGTHS[number % LENGTHS.length] ?? 0;
  return `${writer} ${number} ${"é".repeat(length / 2)} end`;
}

/**
 * Checks a log file that holds numbered lines of several writers.
 *
 * @param text What the file holds.
 * @param writers For each writer, the numbers of the lines that were answered.
 * @param mayEndTorn Whether a writer was killed, so that the last line may be a part of one.
 * @throws {BrokenPromise} When a line is torn, out of order, there twice, or was answered and is not there.
 */
export function checkNumberedLines(
  text: string,
  writers: ReadonlyMap<string, ReadonlySet<number>>,
  mayEndTorn: boolean,
): void {
  const lines = text.split("\n");
  const rest = lines.pop();
  if (rest !== "" && !mayEndTorn) throw new BrokenPromise(`the last line is torn: ${shortened(rest ?? "")}`);
  const found = new Map<string, Set<number>>();
  const last = new Map<string, number>();
  for (const line of lines) {
    const [, writer = "", digits = ""] = /^\[INFO\] (\w+) (\d+) é* end$/.exec(line) ?? [];
    const number = Number(digits);
    if (!writers.has(writer) || line !== `[INFO] ${numberedLine(writer, number)}`) {
      throw new BrokenPromise(`a line is not whole: ${shortened(line)}`);
    }
    if (number <= (last.get(writer) ?? -1)) {
      throw new BrokenPromise(`line ${number} of ${writer} is out of order or there twice`);
    }
    last.set(writer, number);
    const numbers = found.get(writer) ?? new Set();
    found.set(writer, numbers.add(number));
  }
  for (const [writer, answered] of writers) {
    for (const number of answered) {
      if (!found.get(writer)?.has(number)) {
        throw new BrokenPromise(`line ${number} of ${writer} was answered and is not in the file`);
      }
    }
  }
}

function shortened(line: string): string {
  return line.length > 100 ? `${line.slice(0, 60)}… (${line.length} characters)` : line;
}
