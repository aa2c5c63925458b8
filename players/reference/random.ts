/**
 * Chance that comes out the same every time.
 *
 * @module
 */

/**
 * A repeatable source of chance (the generator known as mulberry32).
 *
 * @param seed Any number; the same one gives the same sequence.
 * @returns A function that gives a number from 0 up to, but not including, 1.
 */
export function repeatableRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/**
 * A number that belongs to a text (32-bit FNV-1a over its UTF-16 code units): what is made up for the text is made from it.
 *
 * @param text The text.
 * @returns A whole number from 0 to 2^32−1.
 */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
