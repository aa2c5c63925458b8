/**
 * Text for terminals.
 *
 * @module
 */

/**
 * Takes out of a text what would be a command to a terminal: pages and files choose what they are called.
 *
 * @param text Any text.
 * @returns The text, every control character but line breaks and tabs replaced by U+FFFD.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "\uFFFD");
}
