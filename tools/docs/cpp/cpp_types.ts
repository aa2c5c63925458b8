/** Converts JSON Schema to C++ types: structs whose members are named as on the wire. */

import type { JsonSchema } from "../json_schema.ts";
import { shapeName } from "../shape_name.ts";

/** A struct or enum with the declarations inside it. */
export interface Declaration {
  readonly name: string;
  readonly description?: string | undefined;
  /** Strings of an enum, in order; undefined for a struct. */
  readonly values?: readonly string[];
  readonly members: readonly Member[];
  /** Declarations inside, in order of use. */
  readonly inner: readonly Declaration[];
}

export interface Member {
  /** Name on the wire, with a `_` where C++ reserves it. */
  readonly name: string;
  /** C++ type, without `std::optional`. */
  readonly type: string;
  /** Whether the type is a number, boolean or enum, which has no constructor. */
  readonly isScalar: boolean;
  /** Whether messages may leave it out. */
  readonly optional: boolean;
  /** Whether it may be null in messages. */
  readonly nullable: boolean;
  readonly description?: string | undefined;
}

/** C++ keywords, which cannot be names of members or enumerators. */
const reserved = new Set(
  ("and asm auto bool break case catch char class const continue default delete do double else enum explicit export " +
    "extern false float for friend goto if inline int long mutable namespace new not operator or private protected " +
    "public register requires return short signed sizeof static struct switch template this throw true try typedef " +
    "union unsigned using virtual void volatile while xor").split(" "),
);

/** Returns a valid C++ identifier: `default_` for `default`. */
export function identifier(name: string): string {
  return reserved.has(name) || name === "" || /^[0-9]/.test(name)
    ? `${name.replace(/^([0-9])/, "_$1")}_`
    : name;
}

/**
 * Declares a struct for an object or a choice of objects. A choice has the members of all its objects. A member is optional
 * unless all of them require it.
 *
 * @throws {Error} When the schema allows a value that is not an object.
 */
export function structOf(schema: JsonSchema, name: string, scope = ""): Declaration {
  const choices = objectsOf(schema);
  const path = `${scope}::${name}`;
  const inner: Declaration[] = [];
  const members = [...new Set(choices.flatMap(({ properties }) => Object.keys(properties ?? {})))].map(
    (wire): Member => {
      const schemas = choices.flatMap(({ properties }) => properties?.[wire] ?? []);
      const { type, nullable } = typeOf(schemas, pascal(wire), path, inner);
      const isEnum = inner.some((each) => each.name === type && each.values !== undefined);
      return {
        name: identifier(wire),
        type,
        isScalar: isEnum || ["bool", "double", "std::int64_t"].includes(type),
        nullable,
        optional: !choices.every(({ required }) => required?.includes(wire) ?? false),
        description: schemas[0]?.description,
      };
    },
  );
  return { name, description: schema.description, members, inner };
}

/** Returns the C++ type of a schema that is not an object. A choice becomes `Json`. */
export function aliasOf(schema: JsonSchema): string {
  return plainType(schema, "", "", []);
}

/** Converts a name to PascalCase: `QueueGet` for `queue.get`. */
export function pascal(name: string): string {
  return name.split(/[.:_]/).map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("");
}

interface CppType {
  readonly type: string;
  readonly nullable: boolean;
}

function typeOf(given: readonly JsonSchema[], name: string, scope: string, inner: Declaration[]): CppType {
  const schemas = distinct(given.flatMap((schema) => schema.anyOf ?? schema.oneOf ?? [schema]));
  const choices = schemas.filter(({ type }) => type !== "null");
  const nullable = choices.length < schemas.length;
  const declare = (declaration: Declaration): CppType => {
    inner.push(declaration);
    return { type: declaration.name, nullable };
  };
  const [first] = choices;
  if (first === undefined) throw new Error(`${scope}::${name} has only the type null`);
  if (choices.every((choice) => textsOf(choice) !== undefined)) {
    const values = [...new Set(choices.flatMap((choice) => textsOf(choice) ?? []))];
    return declare({ name, values, members: [], inner: [] });
  }
  if (choices.every(({ type, properties }) => type === "object" && properties !== undefined)) {
    if (choices.every(({ properties }) => Object.keys(properties ?? {}).length === 0)) {
      return { type: "Json", nullable };
    }
    return declare(structOf({ anyOf: choices }, name, scope));
  }
  const types = [...new Set(choices.map((choice) => plainType(choice, name, scope, inner)))];
  if (types.includes("Json")) return { type: "Json", nullable };
  return { type: types.length === 1 ? types[0] ?? "" : `std::variant<${types.join(", ")}>`, nullable };
}

function plainType(schema: JsonSchema, name: string, scope: string, inner: Declaration[]): string {
  const { $ref, type, items, properties } = schema;
  if ($ref !== undefined) return shapeName($ref);
  if (typeof schema.const === "boolean") return "bool";
  if (type === "array" && items !== undefined && !("length" in items)) {
    const item = typeOf([items], `${name}Item`, scope, inner);
    return `std::vector<${item.nullable ? `std::optional<${item.type}>` : item.type}>`;
  }
  if (type === "object" && properties && Object.keys(properties).length > 0) {
    const declaration = structOf(schema, name, scope);
    inner.push(declaration);
    return declaration.name;
  }
  switch (type) {
    case "string":
      return "std::string";
    case "integer":
      return "std::int64_t";
    case "number":
      return "double";
    case "boolean":
      return "bool";
    default:
      return "Json";
  }
}

function textsOf(schema: JsonSchema): readonly string[] | undefined {
  const values = schema.const !== undefined ? [schema.const] : schema.enum;
  return values?.every((value) => typeof value === "string") ? values : undefined;
}

function objectsOf(schema: JsonSchema): readonly JsonSchema[] {
  const choices = (schema.anyOf ?? schema.oneOf ?? [schema]).flatMap((each) =>
    each.anyOf ?? each.oneOf ?? [each]
  );
  for (const { type } of choices) {
    if (type !== "object") throw new Error(`not an object: ${JSON.stringify(schema)}`);
  }
  return choices;
}

function distinct(schemas: readonly JsonSchema[]): JsonSchema[] {
  return [
    ...new Map(schemas.map(({ description: _, default: __, ...schema }) => [JSON.stringify(schema), schema]))
      .values(),
  ];
}
