/**
 * Texts of others on a terminal.
 *
 * @module
 */

/**
 * Whether a text holds a control character.
 *
 * @param text Any text.
 * @returns Whether one of U+0000 to U+001F or U+007F to U+009F (Unicode category Cc) is in it.
 */
export function hasControlCharacter(text: string): boolean {
  // deno-lint-ignore no-control-regex -- they are what is looked for
  return /[\u0000-\u001f\u007f-\u009f]/.test(text);
}

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

const DOTLESS = "ı";

/**
 * Folds the case of a text, the same in every locale. Two texts that differ only in case fold to the same one, as do
 * `ß` and `ss`, `ς` and `σ`, the Kelvin sign and `k`. The dotless `ı` is no `i`, as in Unicode.
 *
 * @param text Any text.
 * @returns A text to compare, not to show.
 */
export function foldCase(text: string): string {
  // toLowerCase alone keeps `ß` and has two forms of sigma, by their place in the word; toUpperCase alone keeps the
  // Kelvin sign. One after the other does neither.
  const lower = text.toLowerCase();
  // Its only upper case is that of `i`.
  return lower.includes(DOTLESS)
    ? lower.split(DOTLESS).map((part) => part.toUpperCase()).join(DOTLESS)
    : lower.toUpperCase();
}

/** What a terminal obeys, what ends a line, and what turns a line around. */
const OBEYED = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const named = new Map([["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);

/**
 * Escapes control characters, line separators and bidirectional controls, so that the text stands on one line and steers
 * no terminal.
 *
 * @param text The text.
 * @returns The text on one line.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(plainText("a\u001b[2J\nb\u202e"), "a\\u001b[2J\\nb\\u202e");
 * ```
 */
export function plainText(text: string): string {
  return text.replace(
    OBEYED,
    (character) => named.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
