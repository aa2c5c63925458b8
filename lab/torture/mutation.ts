/**
 * Messages spoilt at random.
 *
 * @module
 */

import type { SeededRandom } from "../../tools/support/random.ts";
import { define, junk, nastyKeys, nastyTexts } from "./junk.ts";

/** A place in a value: what holds it and under which key. */
interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

const encoder = new TextEncoder();

/**
 * Spoils a message: something in it is put in place of something else, taken away, doubled, renamed, or nested.
 *
 * @param message A message; it stays as it is.
 * @param chance What chooses.
 * @returns The spoilt message.
 */
export function spoiltMessage(message: object, chance: SeededRandom): unknown {
  let spoilt: unknown = structuredClone(message);
  const times = 1 + chance.below(3);
  for (let time = 0; time < times; time++) {
    const places = placesIn(spoilt);
    if (places.length === 0 || chance.happens(0.02)) spoilt = junk(chance);
    else spoil(chance.pick(places), chance);
  }
  return spoilt;
}

/**
 * Spoils the bytes of a body.
 *
 * @param body The bytes; they stay as they are.
 * @param chance What chooses.
 * @returns Other bytes, a few more or fewer.
 */
export function spoiltBytes(body: Uint8Array, chance: SeededRandom): Uint8Array {
  const bytes = [...body];
  const times = 1 + chance.below(4);
  for (let time = 0; time < times; time++) {
    const at = chance.below(bytes.length + 1);
    switch (chance.pickWeighted({ change: 4, remove: 2, insert: 3, cut: 1, swap: 1 })) {
      case "change":
        if (at < bytes.length) bytes[at] = chance.below(256);
        break;
      case "remove":
        bytes.splice(at, 1 + chance.below(3));
        break;
      case "insert":
        bytes.splice(at, 0, ...chance.pick(insertions));
        break;
      case "cut":
        bytes.length = at;
        break;
      case "swap":
        bytes.push(...bytes.splice(0, at));
        break;
    }
  }
  return Uint8Array.from(bytes);
}

/** What is put between other bytes: broken UTF-8, a byte order mark, JSON's own signs. */
const insertions: readonly (readonly number[])[] = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
  [0xef, 0xbb, 0xbf],
  [0x00],
  [0x0a],
  ...['"', "\\", "{", "}", "[", "]", ",", ":", "1e999", '"__proto__":{},', '\\u0000"', "[[[[[[[["].map((
    text,
  ) => [
    ...encoder.encode(text),
  ]),
];

function placesIn(value: unknown): Place[] {
  const places: Place[] = [];
  const visit = (holder: unknown, depth: number): void => {
    if (typeof holder !== "object" || holder === null || depth > 8) return;
    for (const key of Object.keys(holder)) {
      // Whatever has keys is an object or an array.
      places.push({ holder: holder as Place["holder"], key });
      visit((holder as Record<string, unknown>)[key], depth + 1);
    }
  };
  visit(value, 0);
  return places;
}

function spoil({ holder, key }: Place, chance: SeededRandom): void {
  const value = (holder as Record<string, unknown>)[key];
  switch (chance.pickWeighted({ replace: 5, remove: 3, rename: 1, add: 2, nest: 1, grow: 1, double: 1 })) {
    case "replace":
      return define(holder, key, junk(chance));
    case "remove":
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return;
    case "rename":
      if (!Array.isArray(holder)) delete holder[key];
      return define(holder, chance.pick(nastyKeys), value);
    case "add":
      return define(
        holder,
        chance.happens(0.5) ? chance.pick(nastyKeys) : chance.pick(nastyTexts),
        junk(chance),
      );
    case "nest": {
      let nested = value;
      const levels = chance.pick([1, 2, 10, 300]);
      for (let level = 0; level < levels; level++) nested = chance.happens(0.5) ? [nested] : { "1": nested };
      return define(holder, key, nested);
    }
    case "grow":
      if (typeof value === "string") {
        define(holder, key, value.repeat(chance.pick([2, 10, 100])).slice(0, 3000));
      } else if (Array.isArray(value)) define(holder, key, [...value, ...value, ...value]);
      return;
    case "double":
      if (Array.isArray(holder)) holder.push(value);
      return;
  }
}
