/** Random values for fuzzing: any JSON, values that fit a schema, corrupted messages and corrupted bytes. */

import fc from "fast-check";
import * as v from "valibot";
import { anyCharacter } from "../../../tools/any_character.ts";
import type { SeededRandom } from "../../../tools/support/random.ts";

/** Draws one value. The same state of the random source gives the same value. */
export function draw<Value>(random: SeededRandom, arbitrary: fc.Arbitrary<Value>): Value {
  const [value] = fc.sample(arbitrary, { seed: random.below(2 ** 31), numRuns: 1 });
  return value as Value;
}

/** Strings that often break programs. */
const hostileTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "\r\n[2026-01-01 00:00:00.000][ERROR] forged",
  "\u001b[31m",
  "\ud800",
  "\udfff\ud800",
  "\ufeff",
  "\u202e3pm.exe",
  "İı\u212aſß",
  "e\u0301",
  "😀".repeat(20),
  "..",
  "../../../etc/passwd",
  "..\\..\\x.log",
  "C:\\x|subsong:1",
  "a|subsong:4294967296",
  "x|subsong:",
  "\\\\.\\pipe\\x",
  "file:///%2e%2e/x",
  "CON.log",
  "a.log",
  "webview_ui.log",
  "menu.__internal",
  "$ must be",
  "{name}",
  "%s%n",
  "null",
  "-1",
  "menu-1",
  "{00000000-0000-0000-0000-000000000000}",
  "a".repeat(2048),
  "a".repeat(2049),
];

/** Keys with a meaning for JavaScript's own objects. */
export const hostileKeys: readonly string[] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "toJSON",
  "hasOwnProperty",
  "then",
  "length",
  "0",
  "",
];

/** Numbers at limits of number types and of the protocol. */
const hostileNumbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.5,
  2,
  100,
  255,
  256,
  2048,
  10_000,
  2 ** 22 + 1,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e308,
  5e-324,
];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts, ...hostileKeys) },
  fc.string({ unit: anyCharacter, maxLength: 20 }),
);
const number = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileNumbers) },
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const key = fc.constantFrom(...hostileKeys, ...hostileTexts);

export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false),
    number,
    text,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  ),
})).value;

/** Parameters with keys that some operations know, and any values. */
export function anyParams(knownKeys: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const someKey = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...knownKeys) }, key);
  return fc.dictionary(someKey, anyJson, { maxKeys: 5 });
}

/** The members of a valibot schema that this module reads. The schema's `type` decides which of them it has. */
interface SchemaParts extends v.GenericSchema {
  readonly pipe?: readonly (v.GenericPipeItem & { readonly requirement?: unknown })[];
  readonly entries?: Readonly<Record<string, SchemaParts>>;
  readonly item?: SchemaParts;
  readonly wrapped?: SchemaParts;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly getter?: (input: unknown) => SchemaParts;
}

/** Maximum number of draws until a schema accepts a value. */
const ATTEMPTS = 8;
/** Some schemas contain themselves. Beyond this depth lists are empty. */
const MAX_DEPTH = 5;

/** The arbitrary of a schema at each depth. */
const known = new WeakMap<SchemaParts, fc.Arbitrary<unknown>[]>();

/** Draws a value that usually fits a schema: its own check functions may refuse all attempts. */
export function drawFitting(random: SeededRandom, schema: SchemaParts): unknown {
  const arbitrary = fittingAt(schema, 0);
  let value: unknown;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    value = draw(random, arbitrary);
    if (v.is(schema, value)) break;
  }
  return value;
}

function fittingAt(schema: SchemaParts, depth: number): fc.Arbitrary<unknown> {
  const atDepths = known.get(schema) ?? [];
  known.set(schema, atDepths);
  return atDepths[depth] ??= newFitting(schema, depth);
}

function newFitting(schema: SchemaParts, depth: number): fc.Arbitrary<unknown> {
  const { type, pipe, item, wrapped, entries = {}, options = [], literal, getter } = schema;
  if (pipe) return fittingPipe(schema, pipe, depth);
  switch (type) {
    case "string":
      return text;
    case "number":
      return number;
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "literal":
      return fc.constant(literal);
    case "picklist":
      return fc.constantFrom(...options);
    case "array":
      return item && depth < MAX_DEPTH
        ? fc.array(fittingAt(item, depth + 1), { maxLength: 3 })
        : fc.constant([]);
    case "object":
    case "strict_object":
    case "loose_object":
      return fc.record(
        Object.fromEntries(
          Object.entries(entries).map(([name, entry]) => [
            name,
            fittingAt(isOptional(entry) && entry.wrapped ? entry.wrapped : entry, depth + 1),
          ]),
        ),
        { requiredKeys: Object.keys(entries).filter((name) => !isOptional(entries[name])) },
      );
    case "optional":
    case "nullish":
      return fc.option(wrapped ? fittingAt(wrapped, depth) : anyJson, { nil: undefined });
    case "nullable":
      return fc.option(wrapped ? fittingAt(wrapped, depth) : anyJson);
    case "union":
    case "variant":
      return fc.oneof(...options.map((option) => fittingAt(option as SchemaParts, depth)));
    case "lazy":
      // The inner arbitrary is built when it is drawn, because the schema may contain itself.
      return fc.constant(undefined).chain(() => {
        const inner = getter?.(undefined);
        return inner && inner.type !== "custom" && depth < MAX_DEPTH
          ? fittingAt(inner, depth + 1)
          : fc.constant([]);
      });
    case "custom":
      return fc.constant({});
    default:
      return anyJson;
  }
}

function isOptional(schema: SchemaParts | undefined): boolean {
  return schema?.type === "optional" || schema?.type === "nullish";
}

function fittingPipe(
  schema: SchemaParts,
  [base, ...actions]: NonNullable<SchemaParts["pipe"]>,
  depth: number,
): fc.Arbitrary<unknown> {
  const { pipe: _pipe, ...plain } = schema;
  const requirementOf = (type: string): unknown =>
    actions.find((action) => action.type === type)?.requirement;
  if (base?.type === "number") {
    const bound = (type: string, limit: number): number => Number(requirementOf(type) ?? limit);
    const min = Math.max(bound("min_value", Number.MIN_SAFE_INTEGER), Number.MIN_SAFE_INTEGER);
    const max = Math.min(bound("max_value", Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
    const small = Math.max(min, Math.min(max, 0));
    return fc.oneof(fc.integer({ min: small, max: Math.min(max, small + 4) }), fc.integer({ min, max }));
  }
  const pattern = requirementOf("regex");
  if (pattern instanceof RegExp) return fc.stringMatching(new RegExp(pattern.source));
  let arbitrary = fittingAt(plain as SchemaParts, depth);
  if (base?.type === "string") {
    const maxLength = Number(requirementOf("max_length") ?? Infinity);
    const part = String(requirementOf("includes") ?? "");
    arbitrary = text.map((drawn) => (drawn || "a").slice(0, maxLength) + part);
  }
  return arbitrary;
}

/** One change of a message. */
interface Change {
  readonly kind: "replace" | "remove" | "rename" | "add" | "nest" | "repeat";
  /** Chooses the place, modulo the number of places. */
  readonly place: number;
  readonly key: string;
  readonly value: unknown;
  readonly count: number;
}

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Change["kind"]>("replace", "replace", "remove", "rename", "add", "nest", "repeat"),
    place: fc.nat(),
    key,
    value: anyJson,
    count: fc.constantFrom(1, 2, 10, 300),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Messages with one to three changes: members replaced, removed, renamed, added, nested or repeated. */
export function corrupted(message: object): fc.Arbitrary<unknown> {
  return changes.map((all) => all.reduce<unknown>(changed, structuredClone(message)));
}

function changed(message: unknown, { kind, place, key, value, count }: Change): unknown {
  const places = placesIn(message);
  const chosen = places[place % places.length];
  if (!chosen) return value;
  const { holder } = chosen;
  const old = Reflect.get(holder, chosen.key);
  switch (kind) {
    case "replace":
      define(holder, chosen.key, value);
      break;
    case "rename":
    case "remove":
      if (Array.isArray(holder)) holder.splice(Number(chosen.key), 1);
      else delete holder[chosen.key];
      if (kind === "rename") define(holder, key, old);
      break;
    case "add":
      define(holder, key, value);
      break;
    case "nest":
      define(holder, chosen.key, Array.from({ length: count }).reduce((inner) => [{ 1: inner }], old));
      break;
    case "repeat":
      if (typeof old === "string") define(holder, chosen.key, old.repeat(count).slice(0, 3000));
      else if (Array.isArray(old)) define(holder, chosen.key, [...old, ...old, ...old]);
      else if (Array.isArray(holder)) holder.push(old);
  }
  return message;
}

/** A place in a value: an object or array, and a key of it. */
interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

function placesIn(value: unknown, depth = 0): Place[] {
  if (typeof value !== "object" || value === null || depth > 8) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    // A value with keys is an object or an array.
    { holder: value as Place["holder"], key },
    ...placesIn(member, depth + 1),
  ]);
}

/** Defines a member of any name, `__proto__` too, as a JSON parser does. An array takes an index, or the value at its end. */
function define(holder: Place["holder"], key: string, value: unknown): void {
  if (Array.isArray(holder)) {
    holder[/^\d{1,3}$/.test(key) ? Math.min(Number(key), holder.length) : holder.length] = value;
  } else Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

const encoder = new TextEncoder();
/** Invalid UTF-8, a byte order mark, and the characters of JSON. */
const pieces: readonly (readonly number[])[] = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
  [0xef, 0xbb, 0xbf],
  [0x00],
  [0x0a],
  ...['"', "\\", "{", "}", "[", "]", ",", ":", "1e999", '"__proto__":{},', '\\u0000"', "[[[[[[[["].map((
    part,
  ) => [
    ...encoder.encode(part),
  ]),
];

const splices = fc.array(
  fc.record({
    at: fc.nat(),
    removed: fc.constantFrom(0, 0, 1, 1, 2, 3, Infinity),
    inserted: fc.oneof(fc.constant([]), fc.array(fc.nat(255), { maxLength: 2 }), fc.constantFrom(...pieces)),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Bodies with up to four pieces removed, replaced or inserted. */
export function corruptedBytes(body: Uint8Array): fc.Arbitrary<Uint8Array> {
  return splices.map((all) => {
    const bytes = [...body];
    for (const { at, removed, inserted } of all) bytes.splice(at % (bytes.length + 1), removed, ...inserted);
    return Uint8Array.from(bytes);
  });
}
