/**
 * Parameters that are not all judged at once: one that another makes unused is not looked at, and some operations check
 * something else before their parameters.
 *
 * @module
 */

import * as v from "valibot";
import { documentation } from "./documented_schema.ts";
import { Failure } from "./operation.ts";
import { errorText, mustBe, params } from "./params.ts";

/** Parameters as the page gave them. */
export type RawParams = Readonly<Record<string, unknown>>;

const isObject = (input: unknown): boolean => typeof input === "object" && input !== null;

/**
 * Whether a parameter counts as left out (contract-decisions.md, "Everywhere").
 *
 * @param value The parameter as the page gave it.
 * @returns True for null and a missing key.
 */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/**
 * Parameters of which one may be unused ("used only when", "read only when"): then it reads as left out, whatever it is.
 *
 * @param entries A schema for each key, as for `params`.
 * @param unused Tells which key is unused, from the parameters as they came; undefined for none.
 * @returns The schema of the whole.
 */
// deno-lint-ignore explicit-module-boundary-types -- the type is valibot's own and longer than the function
export function selectiveParams<const Entries extends v.ObjectEntries>(
  entries: Entries,
  unused: (raw: RawParams) => (keyof Entries & string) | undefined,
) {
  const schema = params(entries);
  return v.pipe(
    v.custom<v.InferInput<typeof schema>>(isObject, mustBe.object),
    documentation(schema),
    v.transform((raw) => {
      const key = unused(raw);
      return key === undefined ? raw : { ...raw, [key]: undefined };
    }),
    schema,
  );
}

/**
 * Parameters of which one is also judged by another, and before those that stand behind it in the table are.
 *
 * @param entries A schema for each key, as for `params`.
 * @param refusal Tells what is wrong, from the parameters as they came; undefined when nothing is.
 * @returns The schema of the whole.
 */
// deno-lint-ignore explicit-module-boundary-types -- the type is valibot's own and longer than the function
export function dependentParams<const Entries extends v.ObjectEntries>(
  entries: Entries,
  refusal: (raw: RawParams) => string | undefined,
) {
  const schema = params(entries);
  return v.pipe(
    v.custom<v.InferInput<typeof schema>>(isObject, mustBe.object),
    documentation(schema),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? refusal(dataset.value) : undefined;
      if (message !== undefined) addIssue({ message });
    }),
    schema,
  );
}

/**
 * Parameters handed to the handler as they came, because it has something to check before: {@linkcode checkParams} does
 * it then. Documents are told the schema.
 *
 * @param schema The schema that the handler checks them with.
 * @returns A schema that takes any object.
 */
// deno-lint-ignore explicit-module-boundary-types -- the type is valibot's own and longer than the function
export function uncheckedParams<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.custom<v.InferInput<Schema>>(isObject, mustBe.object),
    documentation(schema),
    v.transform((raw): unknown => raw),
  );
}

/**
 * Checks what {@linkcode uncheckedParams} let through.
 *
 * @param schema The schema.
 * @param raw The parameters as they came.
 * @returns The checked parameters.
 * @throws {Failure} When they do not fit, with the text for the panel.
 */
export function checkParams<Schema extends v.GenericSchema>(
  schema: Schema,
  raw: unknown,
): v.InferOutput<Schema> {
  const outcome = v.safeParse(schema, raw, { abortEarly: true });
  if (outcome.success) return outcome.output;
  throw new Failure(errorText(outcome.issues[0]));
}
