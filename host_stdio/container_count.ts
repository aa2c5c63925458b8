/**
 * How many arrays and objects a JSON text holds, before it is parsed: one takes the parser up to fifty times the memory
 * of its text, so that 64 MiB of brackets would take 3.4 GB, and where there is not that much, the whole process.
 *
 * @module
 */

import { CONTAINER_BYTES, MEMBER_BYTES, VALUE_BYTES } from "../limits/wire.ts";

const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;
const QUOTE = 0x22;

/** The bit in which `[` and `{` differ, and in which no other sign differs from either. */
const CASE_BIT = 0x20;

/** How many words are looked at before the four counts in a word would run over: each is a byte. */
const WORDS_TOGETHER = 255;

/**
 * Counts the signs that begin an array or object, those in strings included: there are never more arrays and objects. It
 * looks at four bytes at a time, which takes 6 ms for 20 MB; to decode and parse them takes up to 100.
 *
 * @param body The text in UTF-8, with memory of its own from its first byte on; whether it is JSON is not judged.
 * @returns How many `[` and `{` there are.
 */
export function bracketsIn(body: Uint8Array<ArrayBuffer>): number {
  const words = new Int32Array(body.buffer, body.byteOffset, body.length >> 2);
  let count = 0;
  for (let at = 0; at < words.length;) {
    const end = Math.min(at + WORDS_TOGETHER, words.length);
    let counts = 0;
    for (; at < end; at++) {
      // A byte that opens something becomes 0, and then its highest bit, and no other's, is set by the last step.
      const others = ((words[at] ?? 0) | 0x20202020) ^ 0x7b7b7b7b;
      counts = (counts + (~(((others & 0x7f7f7f7f) + 0x7f7f7f7f) | others | 0x7f7f7f7f) >>> 7)) | 0;
    }
    count += (counts & 0xff) + (counts >>> 8 & 0xff) + (counts >>> 16 & 0xff) + (counts >>> 24);
  }
  for (let at = words.length * 4; at < body.length; at++) if (isOpening(body[at])) count++;
  return count;
}

/**
 * Counts the same signs in a text that is decoded already, for those that are short.
 *
 * @param text The text.
 * @returns How many `[` and `{` there are.
 */
export function bracketsInText(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) | CASE_BIT) === OPENING_BRACE) count++;
  return count;
}

/**
 * Estimates what a JSON text takes in memory once it is parsed, from its structure outside of strings. Brackets and commas
 * cost a byte of text each, so what takes long to count takes longer to parse.
 *
 * @param text The text; whether it is JSON is not judged.
 * @returns Bytes, more rather than less than it takes.
 */
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

/** Where the quotation mark stands that ends a string. */
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

/**
 * Counts the arrays and objects: a sign in a string is none. It takes ten times as long as {@linkcode bracketsIn}.
 *
 * @param body The text in UTF-8; whether it is JSON is not judged.
 * @returns How many `[` and `{` there are outside of strings.
 */
export function containersIn(body: Uint8Array): number {
  let count = 0;
  let inString = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) inString = !inString;
    else if (!inString) {
      if (isOpening(byte)) count++;
    } else if (byte === BACKSLASH) at++; // What stands behind it is text, a quotation mark too.
  }
  return count;
}

function isOpening(byte: number | undefined): boolean {
  return ((byte ?? 0) | CASE_BIT) === OPENING_BRACE;
}
