/**
 * How many arrays and objects a JSON text holds, before it is parsed: one takes the parser up to fifty times the memory
 * of its text, so that 64 MiB of brackets would take 3.4 GB, and where there is not that much, the whole process.
 *
 * @module
 */

const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const QUOTE = 0x22;

/** The bit in which `[` and `{` differ, and in which no other sign differs from either. */
const CASE_BIT = 0x20;

/** How many words are looked at before the four counts in a word would run over: each is a byte. */
const WORDS_TOGETHER = 255;

/**
 * Whether a JSON text holds more arrays and objects than a limit.
 *
 * @param body The text in UTF-8, with memory of its own from its first byte on; whether it is JSON is not judged.
 * @param most The limit.
 * @returns Whether there are more `[` and `{` outside of strings.
 */
export function hasMoreContainers(body: Uint8Array<ArrayBuffer>, most: number): boolean {
  if (body.length <= most) return false;
  // Telling strings from the rest takes ten times as long, 60 ms for 20 MB: only where the brackets are enough for it.
  return bracketsIn(body) > most && bracketsOutsideStrings(body) > most;
}

/** How many `[` and `{` there are anywhere, four bytes at a time: 6 ms for 20 MB, which take 100 to decode and parse. */
function bracketsIn(body: Uint8Array<ArrayBuffer>): number {
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

function bracketsOutsideStrings(body: Uint8Array): number {
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
