/** Whether a value fits a JSON Schema and has no member that it does not know, for the choice of examples. */

import { Ajv } from "ajv";
import { type JsonSchema, SHAPES } from "./json_schema.ts";

/** The shapes that schemas refer to, by their names. */
export type Shapes = Readonly<Record<string, JsonSchema>>;

/** Tells whether a value fits. */
export type Judge = (value: unknown) => boolean;

/**
 * Makes what judges values by schemas. Every object is taken as closed: a key that no schema names does not fit, although
 * the bridge would ignore it.
 */
export function judges(shapes: Shapes): (schema: JsonSchema) => Judge {
  const ajv = new Ajv({ strictTuples: false });
  for (const [name, shape] of Object.entries(shapes)) ajv.addSchema(closed(shape), shapeId(name));
  return (schema) => {
    const validate = ajv.compile(closed(schema));
    return (value) => validate(value) === true;
  };
}

/** A schema in which every object with members that it names has no others. */
function closed(schema: JsonSchema): object {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "$ref" && typeof value === "string") return shapeId(value.slice(SHAPES.length));
    const isOpen = typeof value === "object" && value !== null && value.type === "object" &&
      value.properties !== undefined && value.additionalProperties === undefined;
    return isOpen ? { ...value, additionalProperties: false } : value;
  });
}

function shapeId(name: string): string {
  return `https://shapes.invalid/${name}`;
}
