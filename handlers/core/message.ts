/**
 * The parameters `message` and `args` of `console.*` and `log.write`, and how values other than strings are written
 * (decisions.md, "console").
 */

import * as v from "valibot";
import { RpcError, rpcError } from "../../host_stdio/errors.ts";
import { jsonText } from "../../host_stdio/json_text.ts";
import { described, documentation, documentedAs } from "./documented_schema.ts";
import { mustBe, params } from "./params.ts";

/** The parameters that hold the text: `message`, or `args` when `message` is absent. */
export const messageEntries = {
  message: described(
    v.optional(v.unknown()),
    "The text. A value that is not a string is written as JSON, null included.",
  ),
  args: described(
    v.optional(documentedAs(v.unknown(), v.nullable(v.array(v.unknown())))),
    "Values that are joined with blanks, used only without `message`. One of the two is required.",
  ),
} as const;

/** The error text for a missing or empty message. */
export const messageRequired = "message is required";

/**
 * Formats a value for people: a string as it is, any other value as compact JSON.
 *
 * @throws {RpcError} -32602 when the text would be longer than the engine can make.
 */
export function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : jsonText(value);
  if (text === undefined) throw new RpcError(rpcError("invalidParams", "the text is too long"));
  return text;
}

/**
 * Parameters with `message` and `args`, which are checked before all others. The output has the resulting line as
 * `text`.
 *
 * @param entries The other parameters.
 */
// deno-lint-ignore explicit-module-boundary-types -- the type is valibot's own and longer than the function
export function messageParams<const Entries extends v.ObjectEntries>(entries: Entries) {
  const documented = params({ ...messageEntries, ...entries });
  return v.pipe(
    v.custom<v.InferInput<typeof documented>>(
      (input) => typeof input === "object" && input !== null,
      mustBe.object,
    ),
    documentation(documented),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const { message, args } = dataset.value;
      // If `message` is given, it is used, even when it is null.
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
      addIssue({ message: messageRequired });
      return NEVER;
    }),
    params({ ...messageEntries, ...entries, text: v.string() }),
  );
}
