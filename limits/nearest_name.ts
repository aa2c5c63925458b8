/**
 * The known name that an unknown one was probably meant to be, for "did you mean".
 *
 * @module
 */

import { levenshteinDistance } from "@std/text/levenshtein-distance";

/** A longer text is no misspelt name, in UTF-16 code units. The comparison takes quadratic time. */
const MAX_LENGTH = 64;
/** The most edits between a name and its misspelling. */
const MAX_EDITS = 3;

/**
 * Finds the known name that is nearest to an unknown one, without regard to case.
 *
 * @param name The unknown name; a stranger may have chosen it.
 * @param known The known names.
 * @returns The nearest name, the first of several; undefined when none is similar.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(nearestName("itmes", ["items", "css"]), "items");
 * assertEquals(nearestName("colour", ["items", "css"]), undefined);
 * ```
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const given = name.toLowerCase();
  let nearest: string | undefined;
  let fewest = MAX_EDITS + 1;
  for (const each of known) {
    const length = Math.max(name.length, each.length);
    // Two swapped letters are two edits, also in a name of three.
    const limit = Math.min(fewest - 1, Math.ceil(length / 2), length - 1);
    const edits = levenshteinDistance(given, each.toLowerCase());
    if (edits > limit) continue;
    nearest = each;
    fewest = edits;
  }
  return nearest;
}
