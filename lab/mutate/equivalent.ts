/**
 * The mutations that change nothing that anybody could notice over the pipe, each with the reason.
 *
 * @module
 */

import { parse } from "@std/jsonc";
import * as v from "valibot";

/** The file that lists them. */
export const equivalentFile: URL = new URL("equivalent.jsonc", import.meta.url);

const schema = v.array(v.strictObject({
  /** Why nobody can notice. */
  reason: v.pipe(v.string(), v.minLength(20)),
  /** The names of the mutations. */
  mutations: v.pipe(v.array(v.string()), v.nonEmpty()),
}));

/**
 * Reads the list.
 *
 * @param text The file.
 * @returns The reasons by the names of the mutations.
 * @throws {Error} When it is no such list, or names a mutation twice.
 */
export function readEquivalent(text: string): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const { reason, mutations } of v.parse(schema, parse(text))) {
    for (const name of mutations) {
      if (reasons.has(name)) throw new Error(`${JSON.stringify(name)} is listed twice`);
      reasons.set(name, reason);
    }
  }
  return reasons;
}
