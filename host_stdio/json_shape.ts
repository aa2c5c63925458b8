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

/** The shortest member with a name of its own, with its comma: `"":1,`. */
const MEMBER_LENGTH = 5;

const encoder = new TextEncoder();

/**
 * Returns why a JSON text may not be parsed; undefined if it may. It takes 2 ns per byte for a text with many arrays and
 * objects, and a quarter of a nanosecond for others.
 *
 * @param body The text in UTF-8, valid or not.
 */
export function shapeExcess(body: Uint8Array, limits: JsonLimits): string | undefined {
  if (body.length <= MAX_JSON_DEPTH) return undefined;
  const mayHaveManyNames = body.length > limits.names * MEMBER_LENGTH;
  if (!mayHaveManyNames && bracketsIn(body) <= MAX_JSON_DEPTH) return undefined;
  const names = mayHaveManyNames ? new NameCount(limits.names) : undefined;
  const seed = names?.seed ?? 0;
  /** The hash of the names so far of each open object. */
  const before = new Int32Array(names ? MAX_JSON_DEPTH + 1 : 0);
  let [depth, containers, values, name] = [0, 0, 0, 0];
  for (let at = 0; at < body.length; at++) {
    switch (body[at]) {
      case QUOTE:
        name = seed;
        for (at++; at < body.length && body[at] !== QUOTE; at++) {
          // The escaped character may be a quotation mark. Both count, because `n` and `\n` are two names.
          if (body[at] === BACKSLASH) name = hashed(name, body[at++]);
          name = hashed(name, body[at]);
        }
        break;
      case COLON:
        if (!names) break;
        name = before[depth] = hashed(before[depth] ?? 0, name);
        if (!names.add(name)) return `more than ${limits.names} different sequences of names`;
        break;
      case COMMA:
        if (++values > limits.values) return `more than ${limits.values} values`;
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        if (++containers > limits.containers) return `more than ${limits.containers} arrays and objects`;
        if (++depth > MAX_JSON_DEPTH) return `more than ${MAX_JSON_DEPTH} levels of arrays and objects`;
        if (names) before[depth] = seed;
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
export function textExcess(text: string, limits: JsonLimits): string | undefined {
  return text.length <= MAX_JSON_DEPTH ? undefined : shapeExcess(encoder.encode(text), limits);
}

/** Counts different hashes. */
class NameCount {
  /** The start of a hash. A page that knew it could choose names that count as one. */
  readonly seed = Math.random() * 2 ** 32 | 0;
  /** A hash table with open addressing; 0 marks a free slot. */
  readonly #slots: Int32Array;
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
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
    slots[at] = value;
    return ++this.#count <= this.#most;
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
  const first = Math.min(-body.byteOffset & 3, body.length);
  const words = new Int32Array(body.buffer, body.byteOffset + first, (body.length - first) >> 2);
  let count = 0;
  for (let at = 0; at < first; at++) if (isOpening(body[at])) count++;
  for (let at = 0; at < words.length;) {
    const end = Math.min(at + WORDS_TOGETHER, words.length);
    let counts = 0;
    for (; at < end; at++) {
      // The XOR turns an opening byte into 0. The next line sets the highest bit of the bytes that are 0.
      const others = ((words[at] ?? 0) | 0x20202020) ^ 0x7b7b7b7b;
      counts = (counts + (~(((others & 0x7f7f7f7f) + 0x7f7f7f7f) | others | 0x7f7f7f7f) >>> 7)) | 0;
    }
    count += (counts & 0xff) + (counts >>> 8 & 0xff) + (counts >>> 16 & 0xff) + (counts >>> 24);
  }
  for (let at = first + words.length * 4; at < body.length; at++) if (isOpening(body[at])) count++;
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

function isOpening(byte: number | undefined): boolean {
  return ((byte ?? 0) | CASE_BIT) === OPENING_BRACE;
}
