/**
 * Names that a program in JavaScript gives and no compiler has checked.
 *
 * @module
 */

import { didYouMean } from "../text/names.ts";

/**
 * Refuses a name that is not known, since nothing would ever come of it.
 *
 * @param kind What it is the name of, such as `event`.
 * @param name The name.
 * @param known The known names.
 * @throws {TypeError} When it is not one of them; the message has the nearest one.
 */
export function requireKnown(kind: string, name: unknown, known: readonly string[]): void {
  if (typeof name === "string" && known.includes(name)) return;
  const hint = typeof name === "string" ? didYouMean(name, known) : "";
  throw new TypeError(`there is no ${kind} ${JSON.stringify(name)}${hint}`);
}
