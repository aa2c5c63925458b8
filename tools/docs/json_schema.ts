/** Converts valibot schemas to JSON Schema (draft-07, as in OpenRPC) with references to named shapes. */

import { type JsonSchema as AnyJsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { documentedSchema } from "../../handlers/core/documented_schema.ts";
import { type NamedShape, namedShapes } from "./named_shapes.ts";
import { SHAPES } from "./shape_name.ts";

/** The part of JSON Schema that the documents use. */
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

/** Whether a schema describes the input, without defaults, or the output. */
export type Side = "input" | "output";

const shapes: Readonly<Record<string, NamedShape>> = namedShapes;

const definitions = Object.fromEntries(
  Object.entries(shapes).map(([name, { schema }]) => [name, schema]),
);

/**
 * Converts a schema, or the schema that its metadata give for the documents. Bounds at the limits of safe integers are
 * left out.
 *
 * @throws {Error} When a part has no equivalent.
 */
export function jsonSchemaOf(schema: v.GenericSchema, side: Side): JsonSchema {
  const { $schema: _version, $defs, ...converted } = convert(documentedSchema(schema), side);
  // The converter's type allows `true` and `false`, but it only writes objects.
  return tidied(converted as JsonSchema, unnamed($defs));
}

/** Converts the named shapes, with their descriptions. */
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
      // A schema checked by a function is an object, unless its metadata say otherwise.
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
          // The description explains the rule.
          return jsonSchema;
        default:
          return undefined;
      }
    },
  });
}

function convertMetadata(metadata: unknown, side: Side): AnyJsonSchema {
  if (typeof metadata !== "object" || metadata === null || !("documented" in metadata)) {
    throw new Error("the documents support no such metadata");
  }
  const { $schema: _version, $defs: _shapes, ...converted } = convert(
    metadata.documented as v.GenericSchema,
    side,
  );
  return converted;
}

/**
 * Returns the source of a regular expression. JSON Schema has no flags, so `i` is spelled out for hexadecimal digits.
 */
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

/** Returns the numbered definitions that the converter makes for lazy schemas, which refer to a schema by a function. */
function unnamed($defs: AnyJsonSchema["$defs"]): ReadonlyMap<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  for (const [name, schema] of Object.entries($defs ?? {})) {
    if (!Object.hasOwn(shapes, name)) found.set(SHAPES + name, schema as JsonSchema);
  }
  return found;
}

/** Inlines numbered definitions, and removes bounds at the limits of safe integers and empty lists. */
function tidied(schema: JsonSchema, numbered: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const inlined = schema.$ref === undefined ? undefined : numbered.get(schema.$ref);
  if (inlined) {
    const { $ref: _reference, ...rest } = schema;
    return tidied({ ...inlined, ...rest }, numbered);
  }
  if (schema.type === "array" && schema.items && isList(schema.items) && schema.items.length === 0) {
    // JSON Schema has no empty tuple.
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
    // All keys of a JSON object are strings.
    ...(propertyNames && propertyNames.type !== "string" &&
      { propertyNames: tidied(propertyNames, numbered) }),
  };
}

function isList(items: JsonSchema | readonly JsonSchema[]): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

/** Adds the descriptions of a shape and of its fields, at every level with a field of that name. */
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
