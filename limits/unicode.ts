/** Size, case and control characters of text. */

/** Whether a text contains a control character: U+0000 to U+001F or U+007F to U+009F (Unicode category Cc). */
export function hasControlCharacter(text: string): boolean {
  // deno-lint-ignore no-control-regex -- control characters are searched for
  return /[\u0000-\u001f\u007f-\u009f]/.test(text);
}

/**
 * Returns the length of a text in bytes of UTF-8 without encoding it. A lone surrogate counts as the three bytes of
 * U+FFFD, which encoders write for it.
 *
 * @param stopAfter Counting stops above this number; the result is then any larger number.
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

/** False for NaN, which is what `charCodeAt` returns at the end of the text. */
function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

const DOTLESS = "ı";

/**
 * Folds the case of a text, independent of the locale. Texts that differ only in case become equal, and so do `ß` and
 * `ss`, `ς` and `σ`, the Kelvin sign and `k`. As in Unicode, the dotless `ı` differs from `i`.
 *
 * @returns A text to compare, not to show.
 */
export function foldCase(text: string): string {
  // toLowerCase alone keeps `ß` and both forms of sigma, and toUpperCase alone keeps the Kelvin sign. Both together
  // fold them.
  const lower = text.toLowerCase();
  // The upper case of `ı` is that of `i`.
  return lower.includes(DOTLESS)
    ? lower.split(DOTLESS).map((part) => part.toUpperCase()).join(DOTLESS)
    : lower.toUpperCase();
}

const named = new Map([["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);

/**
 * Escapes control characters, line separators and bidirectional controls, so that the text is one line and cannot control
 * a terminal.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(plainText("a\u001b[2J\nb\u202e"), "a\\u001b[2J\\nb\\u202e");
 * ```
 */
export function plainText(text: string): string {
  // Characters that control a terminal, end a line or change the direction of text. The engine takes half a millisecond to
  // read such an expression, which a start does not need.
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => named.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
