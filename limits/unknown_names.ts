/**
 * The parameters of a call that its operation does not have: they are ignored, and people are told their names.
 *
 * @module
 */

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
