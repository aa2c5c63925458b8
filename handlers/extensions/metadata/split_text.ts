/** Splitting a text at another one. */

/**
 * Splits a text at each occurrence of a part, like `split`, in time proportional to the sum of both lengths (Knuth, Morris
 * and Pratt). `split` and `indexOf` take the product for parts like `aaabaaa`.
 *
 * @param part Not empty.
 * @param most The maximum number of pieces.
 */
export function splitText(text: string, part: string, most: number): string[] {
  const overlaps = overlapsOf(part);
  const pieces: string[] = [];
  let start = 0;
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    matched = matchedWith(text.charCodeAt(at), part, matched, overlaps);
    if (matched < part.length) continue;
    pieces.push(text.slice(start, at + 1 - matched));
    if (pieces.length === most) return pieces;
    start = at + 1;
    matched = 0;
  }
  return [...pieces, text.slice(start)];
}

/** For each beginning of a text, the length of its longest other end with which the text begins. */
function overlapsOf(part: string): Uint32Array {
  const overlaps = new Uint32Array(part.length);
  for (let at = 1, length = 0; at < part.length; at++) {
    length = matchedWith(part.charCodeAt(at), part, length, overlaps);
    overlaps[at] = length;
  }
  return overlaps;
}

/** Returns how much of a part is matched with one more character. */
function matchedWith(code: number, part: string, matched: number, overlaps: Uint32Array): number {
  let length = matched;
  while (length > 0 && code !== part.charCodeAt(length)) length = overlaps[length - 1] ?? 0;
  return code === part.charCodeAt(length) ? length + 1 : length;
}
