/**
 * The known name that an unknown one was probably meant to be, for "did you mean".
 *
 * @module
 */

import { levenshteinDistance } from "@std/text/levenshtein-distance";

/** The longest name that is shown in full and compared with others, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 64;
/** How many unknown parameters of a call are named. */
const MAX_NAMED = 8;

/**
 * Lists the parameters that an operation does not have.
 *
 * @param params The parameters.
 * @param known The names that the operation has.
 * @returns The first unknown names; of a long one the beginning.
 */
export function unknownNames(params: object, known: readonly string[]): string[] {
  return Object.keys(params).filter((name) => !known.includes(name)).slice(0, MAX_NAMED)
    .map((name) => name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
}

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
  // The comparison takes quadratic time.
  if (name.length > MAX_NAME_LENGTH) return undefined;
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

/**
 * Ends a message about an unknown name.
 *
 * @param name The unknown name.
 * @param known The known names.
 * @returns The question for the nearest known name, to append to the message; "" when none is similar.
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

/**
 * Names the parameters that an operation does not have: it ignores them.
 *
 * @param operation The operation's name.
 * @param params The parameters.
 * @param known The names of its parameters.
 * @returns A sentence for each of the first unknown parameters.
 */
export function unknownParamTexts(operation: string, params: object, known: readonly string[]): string[] {
  return unknownNames(params, known).map((name) =>
    `${operation} has no parameter ${JSON.stringify(name)}${didYouMean(name, known)}`
  );
}
