/**
 * Memory estimates for JSON texts before they are parsed. An array or object takes up to fifty times the memory of its
 * text, so 64 MiB of brackets would take 3.4 GB or end the process.
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

/** The only bit in which `[` and `{` differ. No other character differs from them in this bit only. */
const CASE_BIT = 0x20;

/** How many words can be counted before one of the four 8-bit counts in a word overflows. */
const WORDS_TOGETHER = 255;

/**
 * Counts `[` and `{`, those in strings included: an upper bound of the arrays and objects. It counts four bytes at a time
 * and takes 6 ms for 20 MB, which take up to 100 ms to decode and parse.
 *
 * @param body JSON text in UTF-8 at the beginning of its buffer.
 */
export function bracketsIn(body: Uint8Array<ArrayBuffer>): number {
  const words = new Int32Array(body.buffer, body.byteOffset, body.length >> 2);
  let count = 0;
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
  for (let at = words.length * 4; at < body.length; at++) if (isOpening(body[at])) count++;
  return count;
}

/** Counts `[` and `{` in a decoded text, those in strings included. */
export function bracketsInText(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) | CASE_BIT) === OPENING_BRACE) count++;
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

/**
 * Counts the arrays and objects of a JSON text in UTF-8: brackets inside strings are ignored. It takes ten times as long as
 * {@linkcode bracketsIn}.
 */
export function containersIn(body: Uint8Array): number {
  let count = 0;
  let inString = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) inString = !inString;
    else if (!inString) {
      if (isOpening(byte)) count++;
    } else if (byte === BACKSLASH) at++; // Skip the escaped character: it may be a quotation mark.
  }
  return count;
}

function isOpening(byte: number | undefined): boolean {
  return ((byte ?? 0) | CASE_BIT) === OPENING_BRACE;
}
