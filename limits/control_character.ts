/**
 * Control characters, as media paths and log file names refuse them.
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
