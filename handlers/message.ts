/**
 * The text of `console.*` and `log.write`, and how values that are not strings are written (contract-decisions.md,
 * "console").
 *
 * @module
 */

import * as v from "valibot";
import { mustBe, params } from "./params.ts";

/** The parameters that carry the text: `message`, or `args` when it is absent. */
export const messageEntries = {
  message: v.optional(v.unknown()),
  args: v.optional(v.unknown()),
} as const;

/**
 * A value as a person reads it.
 *
 * @param value Any JSON value.
 * @returns A string as it is, anything else as compact JSON.
 */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Parameters that begin with a text: `message` and `args` are judged before every other key, and the output has the
 * resulting line under `text`.
 *
 * @param entries The further parameters.
 * @returns The schema of the whole.
 */
// deno-lint-ignore explicit-module-boundary-types -- the type is valibot's own and longer than the function
export function messageParams<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.custom<Record<string, unknown>>((input) => typeof input === "object" && input !== null, mustBe.object),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const { message, args } = dataset.value;
      // A message that is present wins, null included.
      if (message !== undefined) {
        const text = textOf(message);
        if (text !== "") return { ...dataset.value, text };
      } else if (args !== undefined && args !== null) {
        if (!Array.isArray(args)) {
          addIssue({ message: `args${mustBe.array.slice(1)}` });
          return NEVER;
        }
        const text = args.map(textOf).join(" ");
        if (text !== "") return { ...dataset.value, text };
      }
      addIssue({ message: "message is required" });
      return NEVER;
    }),
    params({ ...messageEntries, ...entries, text: v.string() }),
  );
}
