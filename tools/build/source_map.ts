/** Source maps (ECMA-426): keeps the map of a script true when parts of the script are moved. */

import type { Piece } from "./startup_functions.ts";

/** A place in the script, and what belongs to it: the index of the source, line, column, and the index of the name. */
interface Mapping {
  readonly at: number;
  readonly source: readonly number[];
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Moves the mappings of a script together with its parts.
 *
 * @param json The map of the old script.
 * @param text The old script.
 * @param pieces The new script.
 */
export function movedMap(json: string, text: string, pieces: readonly Piece[]): string {
  const map: { readonly mappings: string } = JSON.parse(json);
  const old = decoded(map.mappings, lineStarts(text));
  const moved: Mapping[] = [];
  let at = 0;
  let script = "";
  for (const piece of pieces) {
    const part = typeof piece === "string" ? piece : text.slice(...piece);
    if (typeof piece !== "string") {
      const [start, end] = piece;
      for (let index = firstFrom(old, start); index < old.length; index++) {
        const mapping = old[index];
        if (mapping === undefined || mapping.at >= end) break;
        moved.push({ ...mapping, at: mapping.at - start + at });
      }
    }
    script += part;
    at += part.length;
  }
  return JSON.stringify({ ...map, mappings: encoded(moved, lineStarts(script)) });
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}

/** Returns the index of the first mapping at or after a place. */
function firstFrom(mappings: readonly Mapping[], place: number): number {
  let [low, high] = [0, mappings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((mappings[middle]?.at ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function decoded(mappings: string, starts: readonly number[]): Mapping[] {
  const source = [0, 0, 0, 0];
  return mappings.split(";").flatMap((line, row) => {
    let column = 0;
    return line.split(",").filter((segment) => segment !== "").map((segment) => {
      const [first = 0, ...changes] = numbersOf(segment);
      column += first;
      changes.forEach((change, index) => source[index] = (source[index] ?? 0) + change);
      return { at: (starts[row] ?? 0) + column, source: source.slice(0, changes.length) };
    });
  });
}

function encoded(mappings: readonly Mapping[], starts: readonly number[]): string {
  const last = [0, 0, 0, 0];
  let index = 0;
  return starts.map((start, row) => {
    const segments: string[] = [];
    let column = 0;
    for (; index < mappings.length; index++) {
      const mapping = mappings[index];
      if (mapping === undefined || mapping.at >= (starts[row + 1] ?? Infinity)) break;
      const changes = mapping.source.map((value, part) => value - (last[part] ?? 0));
      mapping.source.forEach((value, part) => last[part] = value);
      segments.push([mapping.at - start - column, ...changes].map(textOf).join(""));
      column = mapping.at - start;
    }
    return segments.join(",");
  }).join(";");
}

/** Reads numbers in base 64: five bits a digit, the lowest first, a sixth one if another digit follows, the sign in the lowest. */
function numbersOf(segment: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const sign of segment) {
    const digit = digits.indexOf(sign);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

function textOf(number: number): string {
  let value = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = "";
  do {
    const digit = value & 31;
    value >>= 5;
    text += digits[value > 0 ? digit | 32 : digit];
  } while (value > 0);
  return text;
}
