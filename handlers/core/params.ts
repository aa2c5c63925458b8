/**
 * Schemas of parameters with the error texts of decisions.md, "Everywhere". A wrong type is `<key> must be a
 * string` (`tracks[2] must be an integer` for an element). An optional null counts as absent. A required value that is
 * null or absent gives the required text. Unknown keys are ignored.
 *
 * In a message that begins with `$`, the place of the value replaces the `$`, so that no schema repeats its own key.
 */

import * as v from "valibot";
import { checkValue, type Misfit, schemaOf } from "../../host_stdio/schema_check.ts";
import { documentation } from "./documented_schema.ts";
import { Failure } from "./operation.ts";

/** The error texts that every parameter may have: for wrong types and negative counts. */
export const mustBe = {
  string: "$ must be a string",
  integer: "$ must be an integer",
  number: "$ must be a number",
  notNegative: "$ must be non-negative",
  boolean: "$ must be a boolean",
  array: "$ must be an array",
  object: "$ must be an object",
} as const;

/** The parameters of an operation. They are checked in the order given; the first misfit is reported. */
export function params<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, v.ErrorMessage<v.ObjectIssue>> {
  // A missing key gets the same text as a null: check null against the entry.
  return v.object(entries, (issue) => {
    const entry = entries[String(issue.path?.[0].key)];
    const { issues } = v.safeParse(entry ?? v.never(), null, { abortEarly: true });
    return issues?.[0].message ?? mustBe.object;
  });
}

/** A string. */
export const string = v.string(mustBe.string);

/** A whole number within ±(2^53−1). 3.0 is one. */
export const integer = v.pipe(v.number(mustBe.integer), v.safeInteger(mustBe.integer));

/** A boolean. */
export const boolean = v.boolean(mustBe.boolean);

/** The largest number of indices in one call. That many are about 32 MiB of JSON, half of the default frame limit. */
export const MAX_INDICES = 2 ** 22;

/** Returns the error text for a list of more indices than a call may have. */
export function indicesTooMany(key: string, most: number = MAX_INDICES): string {
  return `${key} exceeds maximum length (${most})`;
}

/**
 * A list of whole numbers that may be very long. It is not copied, and only its first misfit is reported.
 *
 * @param most The largest number of elements.
 * @param tooLong The error text for a longer list.
 * @param missing The error text for null or a missing list.
 */
export function integers(
  most: number,
  tooLong: string,
  missing: string = mustBe.array,
): v.GenericSchema<number[]> {
  return v.pipe(
    v.custom<number[]>(Array.isArray, ({ input }) => isAbsent(input) ? missing : mustBe.array),
    documentation(v.pipe(v.array(integer), v.maxLength(most))),
    v.check((list) => list.length <= most, tooLong),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { value: input } = dataset;
      const key = input.findIndex((item) => !Number.isSafeInteger(item));
      if (key < 0) return;
      const place = { type: "array", origin: "value", input, key, value: input[key] } as const;
      addIssue({ message: mustBe.integer, path: [place] });
    }),
  );
}

/**
 * An object whose members all fit a schema. valibot's record accepts an array, and drops members named `__proto__`,
 * `prototype` and `constructor`.
 *
 * @param missing The error text for null or a missing object.
 */
export function record<Value>(
  member: v.GenericSchema<Value>,
  missing: string = mustBe.object,
): v.GenericSchema<Record<string, Value>> {
  return v.pipe(
    v.custom<Record<string, Value>>(
      (input) => isObject(input) && !Array.isArray(input),
      ({ input }) => isAbsent(input) ? missing : mustBe.object,
    ),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { value: input } = dataset;
      for (const [key, value] of Object.entries(input)) {
        const { issues: [issue] = [] } = v.safeParse(member, value);
        if (!issue) continue;
        return addIssue({
          message: issue.message,
          path: [{ type: "object", origin: "value", input, key, value }],
        });
      }
    }),
  );
}

/** An array whose elements the handler checks. */
export const array = v.array(v.unknown(), mustBe.array);

/**
 * A string that must be present and not empty.
 *
 * @param text The error text for a missing value, null or "".
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

/** An optional parameter. Null counts as left out; the output is undefined then. */
export function optional<Schema extends v.GenericSchema>(
  schema: Schema,
): v.NullishSchema<Schema, () => undefined> {
  return v.nullish(schema, () => undefined);
}

/** An optional parameter with a default value. Null counts as left out. */
export function withDefault<Schema extends v.GenericSchema, const Value extends v.InferInput<Schema>>(
  schema: Schema,
  value: Value,
): v.NullishSchema<Schema, Value> {
  return v.nullish(schema, value);
}

/**
 * A parameter for which every unusable value, of any type, counts as the default (specification: "is treated as",
 * "falls back").
 */
export function treatedAs<Schema extends v.GenericSchema, const Value extends v.InferOutput<Schema>>(
  schema: Schema,
  value: Value,
): v.SchemaWithFallback<v.NullishSchema<Schema, Value>, Value> {
  return v.fallback(v.nullish(schema, value as v.InferInput<Schema>), value) as never;
}

/**
 * Returns the error text for a parameter that does not fit, with its place filled in, as in `tracks[2] must be an
 * integer`.
 */
export function errorText({ message, place }: Misfit): string {
  return message.startsWith("$") ? place + message.slice(1) : message;
}

/** Parameters as the page gave them. */
export type RawParams = Readonly<Record<string, unknown>>;

const isObject = (input: unknown): boolean => typeof input === "object" && input !== null;

/** Whether a parameter counts as left out: null or missing (decisions.md, "Everywhere"). */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/**
 * Parameters where one can make another unused ("used only when", "read only when"). The unused ones are left out,
 * whatever their values.
 *
 * @param unused Returns the unused keys from the raw parameters.
 */
// deno-lint-ignore explicit-module-boundary-types -- the type is valibot's own and longer than the function
export function selectiveParams<const Entries extends v.ObjectEntries>(
  entries: Entries,
  unused: (raw: RawParams) => readonly (keyof Entries & string)[],
) {
  const schema = params(entries);
  return v.pipe(
    v.custom<v.InferInput<typeof schema>>(isObject, mustBe.object),
    documentation(schema),
    v.transform((raw) => {
      const keys = unused(raw);
      return keys.length === 0 ? raw : { ...raw, ...Object.fromEntries(keys.map((key) => [key, undefined])) };
    }),
    schema,
  );
}

/**
 * Parameters with a check across fields that runs before the schema.
 *
 * @param refusal Returns the error text from the raw parameters; undefined when they are fine.
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
 * Parameters that the handler checks itself with {@linkcode checkParams}, because it checks something else first.
 * Documents show the schema.
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
 * Checks parameters that {@linkcode uncheckedParams} let through.
 *
 * @throws {Failure} When they do not fit, with the error text for the panel.
 */
export function checkParams<Schema extends v.GenericSchema>(
  schema: () => Schema,
  raw: unknown,
): v.InferOutput<Schema> {
  const outcome = checkValue(schemaOf(schema), raw);
  if (outcome.misfit) throw new Failure(errorText(outcome.misfit), undefined, "INVALID_PARAMS");
  return outcome.value;
}
