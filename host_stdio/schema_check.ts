/**
 * Checks of values against schemas, and the types that schemas stand for.
 *
 * @module
 */

import * as v from "valibot";

// The public types of the library use these names instead of valibot's, so that its documentation is complete without
// valibot's.

/**
 * Any schema.
 *
 * @internal
 */
export type AnySchema = v.GenericSchema;

/**
 * What a schema accepts: members with a default may be left out.
 *
 * @internal
 */
export type InputOf<Schema extends AnySchema> = v.InferInput<Schema>;

/**
 * What a check returns: defaults are filled in.
 *
 * @internal
 */
export type OutputOf<Schema extends AnySchema> = v.InferOutput<Schema>;

/** The first thing that does not fit. No text of it contains a part of the value. */
export class Misfit {
  /** Keys and indices that lead there; empty for the value itself. */
  readonly path: readonly (string | number)[];
  /** What the schema expects there. */
  readonly expected: string;
  /** Whether there is no value at all. */
  readonly isMissing: boolean;
  /** The schema's own message, or valibot's when the schema has none. */
  readonly message: string;

  constructor({ path, expected, received, message }: v.BaseIssue<unknown>) {
    this.path = (path ?? []).map(({ key }) => typeof key === "number" ? key : String(key));
    this.expected = expected ?? "valid";
    // Of a missing member, valibot "expects" the key.
    this.isMissing = received === "undefined";
    this.message = message;
  }

  /** The path as text, as in `entries[3].path`; "" for the value itself. */
  get place(): string {
    let text = "";
    for (const key of this.path) {
      if (typeof key === "number") text += `[${key}]`;
      else text += text === "" ? key : `.${key}`;
    }
    return text;
  }

  /** `missing`, or `not` and what was expected. */
  get problem(): string {
    return this.isMissing ? "missing" : `not ${this.expected}`;
  }
}

/** The result of a check: the value, with unknown members dropped and defaults filled in, or what does not fit. */
export type Checked<Value> =
  | { readonly value: Value; readonly misfit?: undefined }
  | { readonly misfit: Misfit };

/**
 * Checks a value against a schema. It stops at the first thing that does not fit.
 */
export function checkValue<Schema extends AnySchema>(
  schema: Schema,
  value: unknown,
): Checked<OutputOf<Schema>> {
  // valibot takes an array for an object if no member is required.
  const input = Array.isArray(value) && schema.type === "object" ? null : value;
  const outcome = v.safeParse(schema, input, { abortEarly: true });
  return outcome.success ? { value: outcome.output } : { misfit: new Misfit(outcome.issues[0]) };
}
