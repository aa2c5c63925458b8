/**
 * The shape of a JSON text before it is parsed: its depth, its arrays and objects, its values and their names. Parsing
 * some shapes takes up to fifty times the memory of their text, and writing them again takes time that grows with the
 * square of their depth.
 */

import {
  CONTAINER_BYTES,
  type JsonLimits,
  MAX_JSON_DEPTH,
  MEMBER_BYTES,
  VALUE_BYTES,
} from "../limits/wire.ts";
import { type Id, isId } from "./envelope.ts";

const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;
const QUOTE = 0x22;

/** The only bit in which `[` and `{` differ. No other character differs from them in this bit only. */
const CASE_BIT = 0x20;

/** How many words can be counted before one of the four 8-bit counts in a word overflows. */
const WORDS_TOGETHER = 255;

/** Bodies with fewer names than this part of the limit, 2,048, are not counted: it would take up to half the time of parsing. */
const FEW_NAMES = 1 / 32;

const encoder = new TextEncoder();

/**
 * Returns why a JSON text may not be parsed; undefined if it may. It takes 2 ns per byte for a text with many values or names,
 * and half a nanosecond for others.
 *
 * @param body The text in UTF-8, valid or not.
 * @param names The names that count together with those of the text; by default none.
 */
export function shapeExcess(
  body: Uint8Array,
  limits: JsonLimits,
  names: NameCount = new NameCount(limits.names),
): string | undefined {
  if (body.length <= MAX_JSON_DEPTH) return undefined;
  const hasManyNames = colonsIn(body) > FEW_NAMES * limits.names;
  if (!hasManyNames && body.length <= limits.values && bracketsIn(body) <= MAX_JSON_DEPTH) return undefined;
  /** The hash of the names so far of each open object. */
  const before = new Int32Array(hasManyNames ? MAX_JSON_DEPTH + 1 : 0);
  if (hasManyNames) names.begin();
  let [depth, containers, values, from, to] = [0, 0, 0, 0, 0];
  for (let at = 0; at < body.length; at++) {
    switch (body[at]) {
      case QUOTE:
        from = at;
        for (at++; at < body.length && body[at] !== QUOTE; at++) if (body[at] === BACKSLASH) at++;
        to = at;
        break;
      case COLON: {
        if (!hasManyNames) break;
        let name = before[depth] ?? 0;
        // The bytes count, not what they mean, because `n` and `\n` are two names.
        for (; from < to; from++) name = hashed(name, body[from]);
        before[depth] = name;
        if (!names.add(name)) return `more than ${limits.names} different sequences of names in a second`;
        break;
      }
      case COMMA:
        if (++values > limits.values) return `more than ${limits.values} values`;
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        if (++containers > limits.containers) return `more than ${limits.containers} arrays and objects`;
        if (++depth > MAX_JSON_DEPTH) return `more than ${MAX_JSON_DEPTH} levels of arrays and objects`;
        if (hasManyNames) before[depth] = names.seed;
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        depth--;
    }
  }
  return undefined;
}

function hashed(hash: number, more: number | undefined): number {
  const mixed = Math.imul(hash ^ (more ?? 0), 0x9e3779b1);
  return mixed ^ mixed >>> 15;
}

/** Does the same as {@linkcode shapeExcess} for a decoded text. */
export function textExcess(text: string, limits: JsonLimits, names?: NameCount): string | undefined {
  return text.length <= MAX_JSON_DEPTH ? undefined : shapeExcess(encoder.encode(text), limits, names);
}

/**
 * Counts different sequences of names by their hashes, of all texts of a second together. Otherwise 64 MiB in two hundred
 * texts would take twice as long as in one.
 */
export class NameCount {
  /** The start of a hash. A page that knew it could choose names that count as one. */
  readonly seed = Math.random() * 2 ** 32 | 0;
  /** A hash table with open addressing; 0 marks a free slot. */
  #slots = new Int32Array(0);
  readonly #most: number;
  readonly #now: () => number;
  #count = 0;
  #since = -Infinity;

  /**
   * @param most The largest number in a second.
   * @param now A time in milliseconds that never goes back; by default there is only one second.
   */
  constructor(most: number, now = () => 0) {
    this.#most = most;
    this.#now = now;
  }

  /** Begins another text. */
  begin(): void {
    const now = this.#now();
    if (now - this.#since < 1000) return;
    this.#since = now;
    this.#count = 0;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.#most + 2)));
  }

  /** Returns false if there are too many. */
  add(hash: number): boolean {
    const slots = this.#slots;
    const value = hash === 0 ? 1 : hash;
    let at = value & (slots.length - 1);
    while (slots[at] !== 0) {
      if (slots[at] === value) return true;
      at = (at + 1) & (slots.length - 1);
    }
    if (this.#count === this.#most) return false;
    slots[at] = value;
    this.#count++;
    return true;
  }
}

/** The part of a message that says whom a refusal answers. */
export interface MessageHead {
  /** Null if it cannot be read. */
  readonly id: Id | null;
  /** Whether the message has a method: a call, not a response. */
  readonly isCall: boolean;
}

/** Reads the id of a message that may not be parsed. */
export function headOf(body: Uint8Array): MessageHead {
  let id: Id | null = null;
  let isCall = false;
  let depth = 0;
  let [from, to] = [0, 0];
  let key: unknown;
  for (let at = 0; at < body.length; at++) {
    switch (body[at]) {
      case QUOTE:
        from = at;
        for (at++; at < body.length && body[at] !== QUOTE; at++) if (body[at] === BACKSLASH) at++;
        to = at + 1;
        break;
      case COLON:
        if (depth !== 1) break;
        key = to - from > MAX_KEY_LENGTH ? undefined : valueIn(body, from, to);
        isCall ||= key === "method";
        from = at + 1;
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        if (depth++ === 1) key = undefined;
        break;
      case COMMA:
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        if (depth === 1 && key === "id" && at - from < MAX_ID_LENGTH) {
          const value = valueIn(body, from, at);
          id = isId(value) ? value : null;
        }
        if (depth === 1) key = undefined;
        if (body[at] !== COMMA) depth--;
    }
  }
  return { id, isCall };
}

/** Names of members and ids that are longer, in bytes, are not read. */
const [MAX_KEY_LENGTH, MAX_ID_LENGTH] = [64, 1024];

const decoder = new TextDecoder();

function valueIn(body: Uint8Array, from: number, to: number): unknown {
  try {
    return JSON.parse(decoder.decode(body.subarray(from, to)));
  } catch {
    // The text is not JSON.
    return undefined;
  }
}

/**
 * Counts `[` and `{`, those in strings included: an upper bound of the arrays and objects. It counts four bytes at a time
 * and takes 6 ms for 20 MB, which take up to 100 ms to decode and parse.
 *
 * @param body JSON text in UTF-8.
 */
export function bracketsIn(body: Uint8Array): number {
  return countOf(OPENING_BRACE, CASE_BIT, body);
}

/** Counts `:`, those in strings included: an upper bound of the names. */
function colonsIn(body: Uint8Array): number {
  return countOf(COLON, 0, body);
}

/** Counts the bytes that are a character once a bit is set. */
function countOf(character: number, bit: number, body: Uint8Array): number {
  const first = Math.min(-body.byteOffset & 3, body.length);
  const words = new Int32Array(body.buffer, body.byteOffset + first, (body.length - first) >> 2);
  const [bits, characters] = [bit * 0x01010101, character * 0x01010101];
  let count = 0;
  for (let at = 0; at < first; at++) if (((body[at] ?? 0) | bit) === character) count++;
  for (let at = 0; at < words.length;) {
    const end = Math.min(at + WORDS_TOGETHER, words.length);
    let counts = 0;
    for (; at < end; at++) {
      // The XOR turns such a byte into 0. The next line sets the highest bit of the bytes that are 0.
      const others = ((words[at] ?? 0) | bits) ^ characters;
      counts = (counts + (~(((others & 0x7f7f7f7f) + 0x7f7f7f7f) | others | 0x7f7f7f7f) >>> 7)) | 0;
    }
    count += (counts & 0xff) + (counts >>> 8 & 0xff) + (counts >>> 16 & 0xff) + (counts >>> 24);
  }
  for (let at = first + words.length * 4; at < body.length; at++) {
    if (((body[at] ?? 0) | bit) === character) count++;
  }
  return count;
}

/** Estimates how many bytes of memory a JSON text takes once it is parsed. It errs on the high side. */
export function parsedBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        bytes += VALUE_BYTES;
        at = endOfString(text, at + 1);
        break;
      case COMMA:
        bytes += VALUE_BYTES;
        break;
      case COLON:
        bytes += MEMBER_BYTES;
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        bytes += CONTAINER_BYTES;
    }
  }
  return bytes;
}

/** Finds the quotation mark that ends a string. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (quote - backslashes > start && text.charCodeAt(quote - backslashes - 1) === BACKSLASH) {
      backslashes++;
    }
    if (backslashes % 2 === 0) return quote;
  }
  return text.length;
}
