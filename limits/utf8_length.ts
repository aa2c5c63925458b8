/**
 * The size of a text in UTF-8, without encoding it.
 *
 * @module
 */

/**
 * Counts the bytes that a text has in UTF-8. A surrogate without its partner counts as the three bytes of U+FFFD, which
 * is what an encoder writes for it.
 *
 * @param text The text.
 * @param stopAfter Counting stops as soon as there are more bytes than this; no bound when left out.
 * @returns The number of bytes, or, when counting stopped, some number greater than `stopAfter`.
 */
export function utf8Length(text: string, stopAfter = Infinity): number {
  let bytes = 0;
  for (let i = 0; i < text.length && bytes <= stopAfter; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 4;
      i++;
    } else bytes += 3;
  }
  return bytes;
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** NaN, for the end of the text, is none. */
function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
