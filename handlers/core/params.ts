/**
 * Parameters that are not all judged at once: one that another makes unused is not looked at, and some operations check
 * something else before their parameters.
 *
 * @module
 */

import * as v from "valibot";
import { checkValue, type Misfit } from "../../host_stdio/schema_check.ts";
import { documentation } from "./documented_schema.ts";
import { Failure } from "./operation.ts";

/** The texts of wrong types. */
export const mustBe = {
  string: "$ must be a string",
  integer: "$ must be an integer",
  boolean: "$ must be a boolean",
  array: "$ must be an array",
  object: "$ must be an object",
} as const;

/**
 * The parameters of an operation, checked in the order written; the first that fails is the one reported.
 *
 * @param entries A schema for each key.
 * @returns The schema of the whole.
 */
export function params<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, v.ErrorMessage<v.ObjectIssue>> {
  // A missing key has to read like a null: the text is asked of the entry itself.
  return v.object(entries, (issue) => {
    const entry = entries[String(issue.path?.[0].key)];
    const { issues } = v.safeParse(entry ?? v.never(), null, { abortEarly: true });
    return issues?.[0].message ?? mustBe.object;
  });
}

/** A string. */
export const string = v.string(mustBe.string);

/** A whole number within ±(2^53−1): 3.0 is one, 3.5 is not. */
export const integer = v.pipe(v.number(mustBe.integer), v.safeInteger(mustBe.integer));

/** A boolean. */
export const boolean = v.boolean(mustBe.boolean);

/**
 * A list of whole numbers that may be very long. Its length is checked before it is copied.
 *
 * @param most The most numbers.
 * @param tooLong The text for a longer list.
 * @returns The schema.
 */
export function integers(most: number, tooLong: string): v.GenericSchema<number[]> {
  return v.pipe(
    v.custom<number[]>(Array.isArray, mustBe.array),
    documentation(v.pipe(v.array(integer), v.maxLength(most))),
    v.check((list) => list.length <= most, tooLong),
    v.array(integer),
  );
}

/** An array whose elements are looked at by the handler. */
export const array = v.array(v.unknown(), mustBe.array);

/**
 * A string that has to be there and not be empty.
 *
 * @param text What the panel is told when it is missing, null or "".
 * @returns The schema.
 */
export function requiredString(
  text: string,
): v.SchemaWithPipe<
  readonly [v.StringSchema<(issue: v.StringIssue) => string>, v.NonEmptyAction<string, string>]
> {
  return v.pipe(
    v.string((issue) => issue.input === null || issue.input === undefined ? text : mustBe.string),
    v.nonEmpty(text),
  );
}

/**
 * A parameter that may be left out; null counts as left out and reads as undefined.
 *
 * @param schema What it has to be when it is there.
 * @returns The schema.
 */
export function optional<Schema extends v.GenericSchema>(
  schema: Schema,
): v.NullishSchema<Schema, () => undefined> {
  return v.nullish(schema, () => undefined);
}

/**
 * A parameter that may be left out; null counts as left out.
 *
 * @param schema What it has to be when it is there.
 * @param value What it is otherwise.
 * @returns The schema.
 */
export function withDefault<Schema extends v.GenericSchema, const Value extends v.InferInput<Schema>>(
  schema: Schema,
  value: Value,
): v.NullishSchema<Schema, Value> {
  return v.nullish(schema, value);
}

/**
 * A parameter whose every unusable value, of whatever type, is treated as the default (specification: "is treated as",
 * "falls back").
 *
 * @param schema What it has to be.
 * @param value What it is otherwise.
 * @returns The schema.
 */
export function treatedAs<Schema extends v.GenericSchema, const Value extends v.InferOutput<Schema>>(
  schema: Schema,
  value: Value,
): v.SchemaWithFallback<v.NullishSchema<Schema, Value>, Value> {
  return v.fallback(v.nullish(schema, value as v.InferInput<Schema>), value) as never;
}

/**
 * The text that a panel gets for a parameter that does not fit.
 *
 * @returns The message with the place filled in, as in `tracks[2] must be an integer`.
 */
export function errorText({ message, place }: Misfit): string {
  return message.startsWith("$") ? place + message.slice(1) : message;
}

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
  const outcome = checkValue(schema, raw);
  if (outcome.misfit) throw new Failure(errorText(outcome.misfit));
  return outcome.value;
}
