/**
 * Values made to fit a valibot schema: answers of a player that nobody had to write, and parameters of operations.
 *
 * @module
 */

import * as v from "valibot";
import type { SeededRandom } from "../../tools/support/random.ts";
import { junk, nastyNumbers, nastyTexts } from "./junk.ts";

/** The members of valibot's schemas that matter here. Which of them there are follows from `type`. */
interface SchemaParts extends v.GenericSchema {
  readonly pipe?: readonly v.GenericPipeItem[];
  readonly entries?: Readonly<Record<string, SchemaParts>>;
  readonly item?: SchemaParts;
  readonly wrapped?: SchemaParts;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly getter?: (input: unknown) => SchemaParts;
}

/** How often a value is made anew that a schema's own code refuses. */
const TRIES = 20;

/** Beyond this, lists stay empty: some schemas hold themselves. */
const MAX_DEPTH = 6;

/** Texts that fit the patterns of the protocol's schemas. */
const patternTexts: readonly string[] = [
  "{0A1B2C3D-0000-4000-8000-000000000001}",
  "{0a1b2c3d-0000-4000-8000-000000000002}",
  "#1A2b3C",
];

/**
 * Makes a value that fits a schema as a rule; what a schema checks by code of its own may refuse it.
 *
 * @param schema The schema.
 * @param chance What chooses.
 * @param depth How deep the value is nested already.
 * @returns The value; undefined for a member that is left out.
 */
export function madeValue(schema: SchemaParts, chance: SeededRandom, depth = 0): unknown {
  if (schema.pipe) return madeForPipe(schema, schema.pipe, chance, depth);
  const { type, item, wrapped, entries, options = [], literal, getter } = schema;
  switch (type) {
    case "string":
      return chance.pick(nastyTexts);
    case "number":
      return chance.pick(nastyNumbers);
    case "boolean":
      return chance.happens(0.5);
    case "null":
      return null;
    case "literal":
      return literal;
    case "picklist":
      return chance.pick(options);
    case "array":
      return item && depth < MAX_DEPTH ? madeList(item, chance, depth) : [];
    case "object":
    case "strict_object":
    case "loose_object":
      return madeObject(entries ?? {}, chance, depth);
    case "optional":
    case "nullish":
      return wrapped && chance.happens(0.7) ? madeValue(wrapped, chance, depth) : undefined;
    case "nullable":
      return wrapped && chance.happens(0.8) ? madeValue(wrapped, chance, depth) : null;
    case "union":
    case "variant":
      return madeValue(chance.pick(options) as SchemaParts, chance, depth);
    case "lazy": {
      const inner = getter?.(undefined);
      // A lazy schema may look at the value first, and then it is no schema to make one of.
      return inner && inner.type !== "custom" ? madeValue(inner, chance, depth + 1) : [];
    }
    case "custom":
      return {};
    default:
      return junk(chance);
  }
}

function madeList(item: SchemaParts, chance: SeededRandom, depth: number): unknown[] {
  return Array.from({ length: chance.below(4) }, () => madeValue(item, chance, depth + 1));
}

function madeObject(
  entries: Readonly<Record<string, SchemaParts>>,
  chance: SeededRandom,
  depth: number,
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(entries)) {
    const value = madeValue(schema, chance, depth + 1);
    if (value !== undefined) made[key] = value;
  }
  return made;
}

/** Of a pipe, the bounds of a number, the length and pattern of a text are kept to; a value for a check is tried for. */
function madeForPipe(
  schema: SchemaParts,
  [base, ...actions]: readonly v.GenericPipeItem[],
  chance: SeededRandom,
  depth: number,
): unknown {
  if (base?.type === "number") return madeNumber(actions, chance);
  for (const action of actions) {
    const { requirement } = action as { requirement?: unknown };
    if (requirement instanceof RegExp) {
      return patternTexts.find((text) => requirement.test(text)) ?? "a";
    }
    if (action.type === "max_length" && base?.type === "string") {
      return (chance.pick(nastyTexts) || "a").slice(0, Number(requirement));
    }
    if (action.type === "includes" && base?.type === "string") {
      return `${chance.pick(nastyTexts)}${String(requirement)}`;
    }
    if (action.type === "non_empty" && base?.type === "string") return chance.pick(nastyTexts) || "a";
  }
  const { pipe: _pipe, ...plain } = schema;
  let value = madeValue(plain as SchemaParts, chance, depth);
  const isChecked = actions.some(({ type }) => type === "check" || type === "raw_check");
  for (let tries = 0; isChecked && tries < TRIES && !v.is(schema, value); tries++) {
    value = madeValue(plain as SchemaParts, chance, depth);
  }
  return value;
}

function madeNumber(actions: readonly v.GenericPipeItem[], chance: SeededRandom): number {
  let least = -Infinity;
  let most = Infinity;
  for (const { type, requirement } of actions as readonly { type: string; requirement?: unknown }[]) {
    if (type === "min_value") least = Number(requirement);
    if (type === "max_value") most = Number(requirement);
  }
  const small = chance.happens(0.7) ? chance.below(5) : chance.pick(nastyNumbers);
  return Math.trunc(Math.min(Math.max(small, least, Number.MIN_SAFE_INTEGER), most, Number.MAX_SAFE_INTEGER));
}
