/**
 * Completes the parameters of a call from the schemas of its definition.
 *
 * @module
 */

import type { JsonSchema } from "../docs/json_schema.ts";
import type { Api } from "./api.ts";
import { placeIn } from "./json_prefix.ts";

/** What may stand at the cursor, and how much of it stands there already. */
export type Completion = readonly [candidates: readonly string[], fragment: string];

/**
 * Completes parameters: names of members, enumerations, booleans, and the bracket with which a value begins.
 *
 * @param api What is known of the operations.
 * @param name The operation.
 * @param text Its parameters up to the cursor.
 * @returns What may follow.
 */
export function completeParams(api: Api, name: string, text: string): Completion {
  if (text === "") return [api.methods.get(name)?.params.length ? ["{"] : [], ""];
  const place = placeIn(text);
  if (!place || place.at === "between") return [[], ""];
  const { at, path, fragment, keys } = place;
  const quote = /^["']/u.exec(fragment)?.[0];
  const schemas = api.schemasAt(name, path);
  const words = at === "key"
    ? schemas.flatMap(({ properties = {} }) => Object.keys(properties)).filter((key) => !keys.includes(key))
      .map((key) => `${quoted(key, quote ?? (isIdentifier(key) ? "" : '"'))}: `)
    : schemas.flatMap((schema) => valuesOf(schema, quote ?? '"'));
  return [[...new Set(words)].filter((word) => word.startsWith(fragment)), fragment];
}

function valuesOf(schema: JsonSchema, quote: string): string[] {
  const { type, enum: values, const: only } = schema;
  const known = values ?? (only === undefined ? undefined : [only]);
  if (known) {
    return known.map((value) => typeof value === "string" ? quoted(value, quote) : JSON.stringify(value));
  }
  switch (type) {
    case "boolean":
      return ["true", "false"];
    case "object":
      return ["{"];
    case "array":
      return ["["];
    default:
      return [];
  }
}

function quoted(word: string, quote: string): string {
  return `${quote}${word}${quote}`;
}

function isIdentifier(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/u.test(key);
}
