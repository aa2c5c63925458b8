/**
 * Texts with the wildcards `*`, any characters, and `?`, one character.
 *
 * @module
 */

/** Returns a function that compares whole texts with a pattern. */
export function wildcardTest(pattern: string): (text: string) => boolean {
  return /[*?]/.test(pattern) ? (text) => matches(text, pattern) : (text) => text === pattern;
}

/**
 * Compares without a regular expression, because `*a*a*a*a*b` must not take exponential time. Only the last star is
 * tried with more characters, so the time is at most proportional to the product of both lengths.
 */
function matches(text: string, pattern: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let retry = 0;
  while (at < text.length) {
    const sign = pattern[inPattern];
    if (sign === "*") {
      star = inPattern++;
      retry = at;
    } else if (sign === "?") {
      at += lengthAt(text, at);
      inPattern++;
    } else if (sign !== undefined && sign === text[at]) {
      at++;
      inPattern++;
    } else if (star >= 0) {
      inPattern = star + 1;
      retry += lengthAt(text, retry);
      at = retry;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === "*") inPattern++;
  return inPattern === pattern.length;
}

/** The length of a character in UTF-16 code units. */
function lengthAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
