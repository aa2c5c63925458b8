/**
 * Texts of others on a terminal.
 *
 * @module
 */

/** What a terminal would obey, or what would turn the line around. */
const OBEYED = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text with nothing in it that a terminal would obey: such characters stand as their numbers.
 *
 * @param text The text.
 * @returns It on one line.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(plainText("a\u001b[2Jb"), "a\\u001b[2Jb");
 * ```
 */
export function plainText(text: string): string {
  return text.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
