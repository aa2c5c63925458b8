/** Texts with the wildcards `*`, any characters, and `?`, one character. */

/** Returns a function that compares whole texts with a pattern. */
export function wildcardTest(pattern: string): (text: string) => boolean {
  return /[*?]/.test(pattern) ? compiled(pattern) : (text) => text === pattern;
}

/**
 * Follows all ways to read a text at once, with a bit for each place in the pattern that may be reached. So no pattern
 * makes it go back: a character of the text takes a step for each 32 signs of the pattern that may have been reached.
 */
function compiled(pattern: string): (text: string) => boolean {
  const signs = [...pattern.replace(/\*+/g, "*")];
  const words = (signs.length >> 5) + 1;
  const [stars, anyOthers] = [new Int32Array(words), new Int32Array(words)];
  for (const [place, sign] of signs.entries()) {
    if (sign === "*") mark(stars, place);
    if (sign === "?") mark(anyOthers, place);
  }
  const byCharacter = new Map<string, Int32Array>();
  for (const [place, sign] of signs.entries()) {
    const places = byCharacter.get(sign) ?? anyOthers.slice();
    mark(places, place);
    byCharacter.set(sign, places);
  }
  return (text) => {
    const reached = new Int32Array(words);
    // A star may stand for nothing. So a character brings the last place on by two at most.
    reached[0] = signs[0] === "*" ? 3 : 1;
    let last = 1;
    for (const character of text) {
      const fitting = byCharacter.get(character) ?? anyOthers;
      last = Math.min(last + 2, signs.length);
      let [carriedStep, carriedStar] = [0, 0];
      for (let word = 0; word <= last >> 5; word++) {
        const places = reached[word] ?? 0;
        const starsHere = stars[word] ?? 0;
        const step = places & (fitting[word] ?? 0);
        const next = places & starsHere | step << 1 | carriedStep;
        const star = next & starsHere;
        reached[word] = next | star << 1 | carriedStar;
        carriedStep = step >>> 31;
        carriedStar = star >>> 31;
      }
    }
    return ((reached[signs.length >> 5] ?? 0) >>> (signs.length & 31) & 1) === 1;
  };
}

function mark(places: Int32Array, place: number): void {
  places[place >> 5] = (places[place >> 5] ?? 0) | 1 << (place & 31);
}
