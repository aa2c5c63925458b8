/** Unknown names, and the known name that was probably meant. */

import { levenshteinDistance } from "@std/text/levenshtein-distance";

/** The longest name that is shown in full and compared with others, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 64;
/** The largest number of unknown parameters that are named for one call. */
const MAX_NAMED = 8;

/** Lists the first parameters that an operation does not have. Long names are cut. */
export function unknownNames(params: object, known: readonly string[]): string[] {
  return Object.keys(params).filter((name) => !known.includes(name)).slice(0, MAX_NAMED)
    .map((name) => name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
}

/** The largest edit distance between a name and its misspelling. */
const MAX_EDITS = 3;

/**
 * Finds the known name nearest to an unknown one, without regard to case. A name without its namespace is near to the only
 * name that ends with it.
 *
 * @returns The first of the nearest names; undefined without a similar name.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(nearestName("itmes", ["items", "css"]), "items");
 * assertEquals(nearestName("colour", ["items", "css"]), undefined);
 * assertEquals(nearestName("stop", ["jitQueue.stop", "jitQueue.skip"]), "jitQueue.stop");
 * ```
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  // The comparison takes quadratic time.
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const given = name.toLowerCase();
  let nearest: string | undefined;
  let fewest = MAX_EDITS + 1;
  const endings: string[] = [];
  for (const each of known) {
    if (each.split(/[.:]/, 2)[1]?.toLowerCase() === given) endings.push(each);
    const length = Math.max(name.length, each.length);
    // Two swapped letters are two edits, even in a name of three.
    const limit = Math.min(fewest - 1, Math.ceil(length / 2), length - 1);
    const edits = levenshteinDistance(given, each.toLowerCase());
    if (edits > limit) continue;
    nearest = each;
    fewest = edits;
  }
  return nearest ?? (endings.length === 1 ? endings[0] : undefined);
}

/**
 * Returns the question for the nearest known name, to append to a message about an unknown one; "" without a similar name.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(didYouMean("itmes", ["items"]), '; did you mean "items"?');
 * ```
 */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "" : `; did you mean ${JSON.stringify(nearest)}?`;
}

/** Returns a sentence for each of the first parameters that an operation does not have and ignores. */
export function unknownParamTexts(operation: string, params: object, known: readonly string[]): string[] {
  return unknownNames(params, known).map((name) =>
    `${operation} has no parameter ${JSON.stringify(name)}${didYouMean(name, known)}`
  );
}
