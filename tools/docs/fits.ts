/**
 * Whether a value fits a JSON Schema, for the choice of examples; the keywords that the documents use and no others.
 *
 * @module
 */

import { type JsonSchema, SHAPES } from "./json_schema.ts";

/** The shapes that schemas refer to, by their names. */
export type Shapes = Readonly<Record<string, JsonSchema>>;

/**
 * Whether a value is what a schema says, and has no members that it does not know.
 *
 * @param value Any JSON value.
 * @param schema The schema.
 * @param shapes The shapes that it refers to.
 * @returns Whether it fits.
 */
export function fits(value: unknown, schema: JsonSchema, shapes: Shapes): boolean {
  const {
    $ref,
    anyOf,
    oneOf,
    type,
    items,
    properties,
    required = [],
    minimum = -Infinity,
    maximum = Infinity,
  } = schema;
  if ($ref !== undefined) return fits(value, shapes[$ref.slice(SHAPES.length)] ?? {}, shapes);
  if (schema.const !== undefined) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  const choices = anyOf ?? oneOf;
  if (choices) return choices.some((choice) => fits(value, choice, shapes));
  switch (type) {
    case "array":
      return Array.isArray(value) &&
        (items === undefined || value.every((item) => fits(item, items as JsonSchema, shapes)));
    case "integer":
    case "number":
      return typeof value === "number" && value >= minimum && value <= maximum &&
        (type === "number" || Number.isSafeInteger(value));
    case "null":
      return value === null;
    case "object":
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      return required.every((key) => Object.hasOwn(value, key)) &&
        Object.entries(value).every(([key, member]) => {
          const known = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
          return known !== undefined && fits(member, known, shapes);
        });
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    default:
      return type === undefined;
  }
}
