/** Valibot's schemas as JSON Schema (draft-07, which OpenRPC uses), with references to the named shapes. */

import { type JsonSchema as AnyJsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { documentedSchema } from "../../handlers/core/documented_schema.ts";
import { type NamedShape, namedShapes } from "./named_shapes.ts";

/** A JSON Schema, as far as the documents use it. */
export interface JsonSchema {
  readonly $ref?: string | undefined;
  readonly description?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly const?: unknown | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly default?: unknown | undefined;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly oneOf?: readonly JsonSchema[] | undefined;
  readonly items?: JsonSchema | readonly JsonSchema[] | undefined;
  readonly additionalItems?: boolean | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | JsonSchema | undefined;
  readonly propertyNames?: JsonSchema | undefined;
}

/** Where the named shapes stand in an OpenRPC document. */
export const SHAPES = "#/components/schemas/";

/** Whether a schema is that of what is given, defaults not filled in, or of what comes out. */
export type Side = "input" | "output";

const shapes: Readonly<Record<string, NamedShape>> = namedShapes;

const definitions = Object.fromEntries(
  Object.entries(shapes).map(([name, { schema }]) => [name, schema]),
);

/**
 * Writes a schema as JSON Schema. Bounds that only say that a number is held exactly are left out.
 *
 * @throws {Error} When a part of it has no equivalent.
 */
export function jsonSchemaOf(schema: v.GenericSchema, side: Side): JsonSchema {
  const { $schema: _version, $defs, ...converted } = convert(documentedSchema(schema), side);
  // The converter writes every schema as an object, although JSON Schema knows `true` and `false` as well.
  return tidied(converted as JsonSchema, unnamed($defs));
}

/** Writes the named shapes as JSON Schema. */
export function shapeSchemas(side: Side): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      const { $defs } = convert(shape.schema, side);
      const found = ($defs ?? {})[name];
      if (typeof found !== "object") throw new Error(`${name} was not converted`);
      return [name, described(tidied(found as JsonSchema, unnamed($defs)), shape)];
    }),
  );
}

function convert(schema: v.GenericSchema, side: Side): AnyJsonSchema {
  return toJsonSchema(schema, {
    target: "draft-07",
    typeMode: side,
    definitions,
    overrideRef: ({ referenceId }) => SHAPES + referenceId,
    overrideSchema({ valibotSchema }) {
      // Whatever is checked by a function alone is an object, unless metadata behind it say something else.
      return valibotSchema.type === "custom" ? { type: "object" } : undefined;
    },
    overrideAction({ valibotAction, jsonSchema }) {
      const action: { type: string; metadata?: unknown; requirement?: unknown } = valibotAction;
      switch (action.type) {
        case "metadata":
          return convertMetadata(action.metadata, side);
        case "regex":
          return { ...jsonSchema, pattern: patternOf(action.requirement) };
        case "check":
        case "raw_check":
          // A rule in words: the description has them.
          return jsonSchema;
        default:
          return undefined;
      }
    },
  });
}

function convertMetadata(metadata: unknown, side: Side): AnyJsonSchema {
  if (typeof metadata !== "object" || metadata === null || !("documented" in metadata)) {
    throw new Error("metadata that the documents do not know");
  }
  const { $schema: _version, $defs: _shapes, ...converted } = convert(
    metadata.documented as v.GenericSchema,
    side,
  );
  return converted;
}

/** The source of a regular expression; JSON Schema knows no flags, so `i` is written out for hexadecimal digits. */
function patternOf(requirement: unknown): string {
  if (!(requirement instanceof RegExp)) throw new Error("a regex without a regular expression");
  const { flags, source } = requirement;
  if (flags === "") return source;
  const spelled = source.replaceAll("[0-9a-f]", "[0-9a-fA-F]");
  if (flags !== "i" || /[a-z]/i.test(spelled.replaceAll("[0-9a-fA-F]", ""))) {
    throw new Error(`the flags of ${requirement} cannot be written out`);
  }
  return spelled;
}

/** Schemas that the converter has numbered because they refer to others by a function. */
function unnamed($defs: AnyJsonSchema["$defs"]): ReadonlyMap<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  for (const [name, schema] of Object.entries($defs ?? {})) {
    if (!Object.hasOwn(shapes, name)) found.set(SHAPES + name, schema as JsonSchema);
  }
  return found;
}

/** Puts numbered schemas in the place of references to them, and drops bounds of exactness and empty lists. */
function tidied(schema: JsonSchema, numbered: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const inlined = schema.$ref === undefined ? undefined : numbered.get(schema.$ref);
  if (inlined) {
    const { $ref: _reference, ...rest } = schema;
    return tidied({ ...inlined, ...rest }, numbered);
  }
  if (schema.type === "array" && schema.items && isList(schema.items) && schema.items.length === 0) {
    // JSON Schema knows no empty tuple.
    return { type: "array", ...(schema.description && { description: schema.description }), maxItems: 0 };
  }
  const each = (list: readonly JsonSchema[]) => list.map((part) => tidied(part, numbered));
  const { anyOf, oneOf, items, properties, additionalProperties, propertyNames, ...rest } = schema;
  const { minimum, maximum, required, default: usual, ...others } = rest;
  return {
    ...others,
    ...(usual !== undefined && { default: usual }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(items && { items: isList(items) ? each(items) : tidied(items, numbered) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, tidied(value, numbered)]),
      ),
    }),
    ...(required && required.length > 0 && { required }),
    ...(additionalProperties !== undefined && {
      additionalProperties: typeof additionalProperties === "boolean"
        ? additionalProperties
        : tidied(additionalProperties, numbered),
    }),
    // Every key of a JSON object is a string.
    ...(propertyNames && propertyNames.type !== "string" &&
      { propertyNames: tidied(propertyNames, numbered) }),
  };
}

function isList(items: JsonSchema | readonly JsonSchema[]): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

/** Adds the words for a shape and its fields, at every level that has a field of that name. */
function described(schema: JsonSchema, { description, fields = {} }: NamedShape): JsonSchema {
  return { description, ...withWords(schema, fields) };
}

function withWords(schema: JsonSchema, fields: Readonly<Record<string, string>>): JsonSchema {
  const { anyOf, oneOf, properties, ...rest } = schema;
  const each = (list: readonly JsonSchema[]) => list.map((part) => withWords(part, fields));
  return {
    ...rest,
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => {
          const text = Object.hasOwn(fields, key) ? fields[key] : undefined;
          return [
            key,
            text === undefined || value.description !== undefined ? value : { ...value, description: text },
          ];
        }),
      ),
    }),
  };
}
