/** Checks of values against schemas, and the types that schemas stand for. */

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

const schemas = new WeakMap<() => AnySchema, AnySchema>();

/** Returns the schema that a function makes. It is made at the first call: most of a bridge's schemas are never used. */
export function schemaOf<Schema extends AnySchema>(make: () => Schema): Schema {
  let schema = schemas.get(make);
  if (!schema) {
    schema = make();
    schemas.set(make, schema);
  }
  // The map has under each function what that function made.
  return schema as Schema;
}

/** The first place where a value does not fit its schema. It contains no part of the value. */
export class Misfit {
  /** The path from the value to the place; empty for the value itself. */
  readonly path: readonly (string | number)[];
  /** What the schema expects there. */
  readonly expected: string;
  /** Whether there is no value at all. */
  readonly isMissing: boolean;
  /** The schema's own message, or valibot's when the schema has none. */
  readonly message: string;

  constructor({ path, expected, received, message, type }: v.BaseIssue<unknown>) {
    this.path = (path ?? []).map(({ key }) => typeof key === "number" ? key : String(key));
    this.expected = inWords(expected ?? (type === "safe_integer" ? "an integer" : "valid"));
    // For a missing member, `expected` is the key, which says nothing about the value.
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

  /** `missing` or `not <expected>`. */
  get problem(): string {
    return this.isMissing ? "missing" : `not ${this.expected}`;
  }
}

/** Valibot's names of types in words. */
const typeWords: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  boolean: "a boolean",
  Array: "an array",
  Object: "an object",
};

/** Returns in words what valibot expects: `string`, `>=0` or `("embedded" | "file")`. */
function inWords(expected: string): string {
  const options = /^\((.*)\)$/.exec(expected)?.[1]?.split(" | ") ?? [expected];
  const words = options.map((option) =>
    typeWords[option] ?? option.replace(/^>=/, "at least ").replace(/^<=/, "at most ")
  );
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} or ${last}`;
}

/** The result of a check: the value with unknown members dropped and defaults filled in, or the misfit. */
export type Checked<Value> =
  | { readonly value: Value; readonly misfit?: undefined }
  | { readonly misfit: Misfit };

/** Checks a value against a schema, up to the first misfit. */
export function checkValue<Schema extends AnySchema>(
  schema: Schema,
  value: unknown,
): Checked<OutputOf<Schema>> {
  // valibot takes an array for an object if no member is required.
  const input = Array.isArray(value) && schema.type === "object" ? null : value;
  const outcome = v.safeParse(schema, input, { abortEarly: true });
  return outcome.success ? { value: outcome.output } : { misfit: new Misfit(outcome.issues[0]) };
}

/**
 * Checks a value as {@linkcode checkValue} does, with a reader compiled from the schema: for the answers of the player,
 * which may be large. A list of 10,000 queue entries takes 8 ms instead of 50 (docs/performance.md). A value that fits is
 * returned itself, not a copy.
 */
export function checkLargeValue<Schema extends AnySchema>(
  schema: Schema,
  value: unknown,
): Checked<OutputOf<Schema>> {
  const read = readerOf(schema)(value);
  return read === MISFIT ? checkValue(schema, value) : { value: read as OutputOf<Schema> };
}

/** The result of a reader for a value that does not fit, or that it leaves to valibot. */
export const MISFIT: unique symbol = Symbol("misfit");

/**
 * Returns the value itself if it fits and nothing has to be dropped or filled in, otherwise a copy, or
 * {@linkcode MISFIT}.
 */
export type Reader = (value: unknown) => unknown;

/** The members of valibot's schemas that are used here. `type` tells which of them exist. */
interface SchemaParts extends v.GenericSchema {
  readonly pipe?: readonly v.GenericPipeItem[];
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly default?: unknown;
  readonly key?: string;
  readonly options?: readonly SchemaParts[];
  readonly literal?: unknown;
  readonly getter?: (input: unknown) => v.GenericSchema;
}

/** Compiled readers, so that a recursive schema is compiled once. */
const readers = new WeakMap<v.GenericSchema, Reader>();

/** Compiles a schema once. Kinds of schemas that are rare in answers are left to valibot. */
export function readerOf(schema: v.GenericSchema): Reader {
  let reader = readers.get(schema);
  if (!reader) {
    reader = compile(schema);
    readers.set(schema, reader);
  }
  return reader;
}

function compile(schema: SchemaParts): Reader {
  // A fallback turns a misfit into a value.
  if ("fallback" in schema) return leftToValibot(schema);
  if (schema.pipe) return readPipe(schema, schema.pipe);
  const { type, wrapped, entries, item, getter } = schema;
  if (type === "string") return readString;
  if (type === "number") return readNumber;
  if (type === "boolean") return readBoolean;
  if (type === "object" && entries) return readObject(entries);
  if (type === "array" && item) return readArray(readerOf(item));
  if (type === "nullable" && wrapped && schema.default === undefined) return readNullable(readerOf(wrapped));
  if (type === "optional" && wrapped && typeof schema.default !== "function") {
    return readOptional(readerOf(wrapped), schema.default);
  }
  if (type === "variant") return readVariant(schema);
  if (type === "lazy" && getter) return (value) => readerOf(getter(value))(value);
  return leftToValibot(schema);
}

function leftToValibot(schema: v.GenericSchema): Reader {
  return (value) => {
    const outcome = v.safeParse(schema, value, { abortEarly: true });
    return outcome.success ? outcome.output : MISFIT;
  };
}

function readString(value: unknown): unknown {
  return typeof value === "string" ? value : MISFIT;
}

function readNumber(value: unknown): unknown {
  return typeof value === "number" && !Number.isNaN(value) ? value : MISFIT;
}

function readBoolean(value: unknown): unknown {
  return typeof value === "boolean" ? value : MISFIT;
}

/** Compiles numbers and strings with bounds or a pattern. Other pipes are left to valibot. */
function readPipe(schema: SchemaParts, [base, ...actions]: readonly v.GenericPipeItem[]): Reader {
  const isText = base?.type === "string";
  if (!isText && base?.type !== "number") return leftToValibot(schema);
  let whole = false;
  let least = -Infinity;
  let most = Infinity;
  let pattern: RegExp | undefined;
  for (const action of actions) {
    const bound = "requirement" in action ? action.requirement : undefined;
    if (action.type === "safe_integer") whole = true;
    else if (action.type === "regex" && bound instanceof RegExp && !pattern) pattern = bound;
    else if (typeof bound !== "number") return leftToValibot(schema);
    else if (action.type === (isText ? "min_length" : "min_value")) least = Math.max(least, bound);
    else if (action.type === (isText ? "max_length" : "max_value")) most = Math.min(most, bound);
    else return leftToValibot(schema);
  }
  if (isText) {
    return (value) =>
      typeof value === "string" && value.length >= least && value.length <= most &&
        (!pattern || pattern.test(value))
        ? value
        : MISFIT;
  }
  // Neither comparison holds for NaN.
  return (value) =>
    typeof value === "number" && value >= least && value <= most && (!whole || Number.isSafeInteger(value))
      ? value
      : MISFIT;
}

function readNullable(read: Reader): Reader {
  return (value) => value === null ? null : read(value);
}

/** Null counts as absent (`optionalMember`). */
function readOptional(read: Reader, substitute: unknown): Reader {
  // valibot checks a default like any value.
  return (value) => {
    const present = value ?? substitute;
    return present === undefined ? undefined : read(present);
  };
}

function readArray(read: Reader): Reader {
  return (value) => {
    if (!Array.isArray(value)) return MISFIT;
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      const taken = read(item);
      if (taken === MISFIT) return MISFIT;
      if (taken !== item) copy ??= value.slice();
      if (copy) copy[index] = taken;
    }
    return copy ?? value;
  };
}

function readObject(entries: Readonly<Record<string, v.GenericSchema>>): Reader {
  const members = Object.entries(entries).map(([key, schema], position) => ({
    key,
    position,
    read: readerOf(schema),
    optional: schema.type === "optional",
  }));
  const byKey = new Map(members.map((member) => [member.key, member]));

  return (value) => {
    if (!isPlain(value)) return MISFIT;
    let changes: Record<string, unknown> | undefined;
    let unknown = false;
    let seen = 0;
    let expected = 0;
    // Walking the keys is faster than looking each up, and finds unknown ones.
    for (const key in value) {
      let member: typeof members[number] | undefined = members[expected];
      if (member?.key !== key) member = byKey.get(key);
      if (!member) {
        unknown = true;
        continue;
      }
      expected = member.position + 1;
      seen++;
      const given = value[key];
      const taken = member.read(given);
      if (taken === MISFIT) return MISFIT;
      if (taken !== given) (changes ??= {})[key] = taken;
    }
    if (seen < members.length) {
      for (const { key, read, optional } of members) {
        if (value[key] !== undefined) continue;
        const taken = optional ? read(undefined) : MISFIT;
        if (taken === MISFIT) return MISFIT;
        if (taken !== undefined) (changes ??= {})[key] = taken;
      }
    }
    if (!changes && !unknown) return value;
    const copy: Record<string, unknown> = {};
    for (const { key } of members) {
      const taken = changes && Object.hasOwn(changes, key) ? changes[key] : value[key];
      if (taken !== undefined) copy[key] = taken;
    }
    return copy;
  };
}

function readVariant(schema: SchemaParts): Reader {
  const { key, options = [] } = schema;
  const byTag = new Map<unknown, Reader>();
  for (const option of options) {
    const tag: SchemaParts | undefined = key === undefined ? undefined : option.entries?.[key];
    // valibot tries options with the same tag, or without a literal tag, in turn.
    if (option.type !== "object" || tag?.type !== "literal" || byTag.has(tag.literal)) {
      return leftToValibot(schema);
    }
    byTag.set(tag.literal, readerOf(option));
  }
  return (value) => {
    if (key === undefined || !isPlain(value)) return MISFIT;
    return byTag.get(value[key])?.(value) ?? MISFIT;
  };
}

/** Arrays are left to valibot. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
