/**
 * Texts of others on a terminal.
 *
 * @module
 */

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
