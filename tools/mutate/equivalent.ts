/** The list of equivalent mutations, which change nothing that a player could notice, with the reasons. */

import { parse } from "@std/jsonc";
import * as v from "valibot";

export const equivalentFile: URL = new URL("equivalent.jsonc", import.meta.url);

const schema = v.array(v.strictObject({
  reason: v.pipe(v.string(), v.minLength(20)),
  mutations: v.pipe(v.array(v.string()), v.nonEmpty()),
}));

/**
 * Reads the reasons by name of mutation.
 *
 * @throws {Error} When the list is invalid, or lists a mutation twice.
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
