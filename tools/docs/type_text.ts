/** Writes JSON Schema in the notation of TypeScript, with `integer` for whole numbers. */

import type { JsonSchema } from "./json_schema.ts";
import { shapeName } from "./shape_name.ts";

const INDENT = "  ";
/** Maximum length of an object written on one line, in characters. */
const MAX_LINE = 70;

/**
 * Writes a schema as a type. Longer objects take several lines, with the descriptions of members as comments. `indent` is
 * the indent of the first line.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(typeText({ type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } }), "(string | null)[]");
 * ```
 */
export function typeText(schema: JsonSchema, indent = ""): string {
  const { $ref, anyOf, oneOf, type, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) return shapeName($ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices) return unionText(choices.map((choice) => typeText(choice, indent)), indent);
  if (type === "array") return arrayText(items, indent);
  if (type === "object" && properties && Object.keys(properties).length > 0) {
    return objectText(schema, indent);
  }
  if (type === "object") {
    return typeof additionalProperties === "object"
      ? `Record<string, ${typeText(additionalProperties, indent)}>`
      : "object";
  }
  return typeof type === "string" ? type : "any";
}

function unionText(types: readonly string[], indent: string): string {
  const distinct = [...new Set(types)];
  const separator = distinct.some((text) => text.includes("\n")) ? `\n${indent}| ` : " | ";
  return distinct.join(separator);
}

function arrayText(items: JsonSchema["items"], indent: string): string {
  if (items === undefined) return "[]";
  if (isTuple(items)) return `[${items.map((item) => typeText(item, indent)).join(", ")}]`;
  const text = typeText(items, indent);
  return / \| /.test(text) && !text.startsWith("{") ? `(${text})[]` : `${text}[]`;
}

function isTuple(items: JsonSchema | readonly JsonSchema[]): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

function objectText({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const short = shortObjectText(properties, required);
  if (short !== undefined) return short;
  const inner = indent + INDENT;
  const lines = Object.entries(properties).map(([key, schema]) => {
    const mark = required.includes(key) ? "" : "?";
    const text = typeText(schema, inner);
    if (schema.description === undefined) return `${inner}${key}${mark}: ${text};`;
    return text.includes("\n")
      ? `${inner}// ${schema.description}\n${inner}${key}${mark}: ${text};`
      : `${inner}${key}${mark}: ${text}; // ${schema.description}`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** Returns an object on one line; undefined when it is too long or has descriptions. */
function shortObjectText(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): string | undefined {
  const members = Object.entries(properties).map(([key, schema]) => {
    const text = schema.description === undefined ? typeText(schema) : "\n";
    return `${key}${required.includes(key) ? "" : "?"}: ${text}`;
  });
  const text = `{ ${members.join("; ")} }`;
  return text.includes("\n") || text.length > MAX_LINE ? undefined : text;
}

/** Removes null from a schema, because null means the same as a missing parameter. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const others = anyOf?.filter(({ type }) => type !== "null");
  if (!others || others.length === anyOf?.length) return schema;
  const [only, second] = others;
  return only && !second ? { ...only, ...rest } : { ...rest, anyOf: others };
}
