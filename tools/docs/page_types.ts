/** Writes fb2k.d.ts: the types of a page, in one file that a person can read, from the document of the bridge. */

import { failureCodes } from "../../handlers/core/operation.ts";
import { listedTrack, pageTrack } from "../../handlers/extensions/shared/page_track.ts";
import { root } from "../tree.ts";
import { type JsonSchema, jsonSchemaOf } from "./json_schema.ts";
import { bridgeDocument, type Method, type OpenRpcDocument } from "./open_rpc.ts";
import { shapeName } from "./shape_name.ts";

/** A member of an object type. */
interface Member {
  readonly text: string;
  readonly optional: boolean;
  readonly description: string | undefined;
}

const INDENT = "  ";
/** An event that the player's client library sends, when a bridge that has died is replaced. */
const RESTARTED = "bridge:restarted";

/** Shapes that the document writes out wherever they occur. */
const shapes: ReadonlyMap<string, JsonSchema> = new Map([
  ["PageTrack", { ...jsonSchemaOf(pageTrack(), "output"), description: "A track." }],
  ["ListedTrack", { ...jsonSchemaOf(listedTrack(), "output"), description: "A track in a list." }],
]);
const shapeNames: ReadonlyMap<string, string> = new Map(
  [...shapes].map(([name, { properties }]) => [JSON.stringify(properties), name]),
);

const textOf = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(" | ");
/** The codes of failed results, which nearly every operation has. */
const CODES = textOf(failureCodes);

/** Writes fb2k.d.ts for the bridge of this tree. */
export async function ownPageTypes(): Promise<string> {
  return pageTypes(bridgeDocument(new Map()), await Deno.readTextFile(new URL("panels/panel.d.ts", root)));
}

/**
 * Writes the types of the operations and events that a page has.
 *
 * @param document The document of the bridge.
 * @param declarations `panels/panel.d.ts`, whose declarations between the marks are copied.
 */
export function pageTypes(document: OpenRpcDocument, declarations: string): string {
  const methods = document.methods.filter(({ name }) => !/^(?:bridge|signal)\./.test(name));
  const namespaces = Map.groupBy(methods, ({ name }) => name.slice(0, name.indexOf(".")));
  const types = Object.entries({ ...document.components.schemas, ...Object.fromEntries(shapes) }).map(
    ([name, schema]) =>
      `${comment(schema.description, "")}export type ${name} = ${typeOf(schema, "", false)};\n`,
  );
  const apis = [...namespaces].map(([namespace, of]) =>
    `/** The operations of \`${namespace}\`. */\nexport interface ${apiName(namespace)} {\n${
      of.map(methodText).join("")
    }}\n`
  );
  const events = Object.entries(document["x-events"] ?? {}).map(([name, { summary, payload }]) =>
    `${comment(summary, INDENT)}${INDENT}"${name}": ${typeOf(payload, INDENT)};\n`
  );
  return [
    `/** The types of a page in a player with Tonearm ${document.info.version} (docs/panels.md). Generated from openrpc.json. */\n`,
    copied(declarations),
    `/** The operations by their full names. */\nexport interface Operations {\n${
      methods.map(({ name }) =>
        `${INDENT}"${name}": ${apiName(name.split(".", 1)[0] ?? "")}["${methodOf(name)}"];\n`
      )
        .join("")
    }}\n`,
    `/** The events by their names, with their payloads. */\nexport interface Events extends OwnEvents {\n${
      events.join("")
    }${INDENT}/** A new bridge has replaced one that died. What the page had begun, such as a session of \`jitQueue\`, is over. */\n${INDENT}"${RESTARTED}": {};\n}\n`,
    `/** The operations as functions of their namespaces. */\nexport interface Namespaces {\n${
      [...namespaces.keys()].map((namespace) => `${INDENT}readonly ${namespace}: ${apiName(namespace)};\n`)
        .join("")
    }}\n`,
    ...apis,
    `/** Why a call has failed. */\nexport type FailureCode = ${CODES};\n`,
    ...types,
  ].join("\n");
}

/** Returns the part of the hand-written declarations that both kinds of types have. */
function copied(declarations: string): string {
  const [, text] = /^\/\/ Also in fb2k\.d\.ts:\n+(.*)^\/\/ End\.\n/ms.exec(declarations) ?? [];
  if (text === undefined) throw new Error("panel.d.ts has no marks");
  return text;
}

function apiName(namespace: string): string {
  return `${namespace.charAt(0).toUpperCase()}${namespace.slice(1)}Api`;
}

function methodOf(name: string): string {
  return name.slice(name.indexOf(".") + 1);
}

/** The operations whose results panel.js makes arrays. */
const LISTS = ["artwork.getAvailableTypes", "playlist.getAll"];

function methodText(method: Method): string {
  const { name, summary, params, result } = method;
  const members = params.map((param) => {
    const { name, required, schema, description = schema.description } = param;
    const usual = schema.default === undefined ? "" : ` Default: \`${JSON.stringify(schema.default)}\`.`;
    return [name, {
      text: typeOf(schema, INDENT + INDENT),
      optional: required !== true,
      description: `${description ?? ""}${usual}`,
    }] as const;
  });
  const any = method["x-any-params"] ? `${INDENT}${INDENT}[name: string]: unknown;\n` : "";
  const isOptional = members.every(([, { optional }]) => optional);
  const given = members.length === 0 && any === ""
    ? "params?: {}"
    : `params${isOptional ? "?" : ""}: {\n${membersText(members, INDENT + INDENT)}${any}${INDENT}}`;
  const answer = LISTS.includes(name) ? `AsList<${resultText(result)}>` : resultText(result);
  return `${comment(summary, INDENT, returnsOf(method))}${INDENT}${
    methodOf(name)
  }(${given}): Promise<${answer}>;\n`;
}

function returnsOf({ "x-failures": failures = [] }: Method): string | undefined {
  if (failures.length === 0) return undefined;
  return `@returns The result, or a failure such as ${failures.map((text) => `\`${text}\``).join(", ")}.`;
}

function resultText(result: Method["result"]): string {
  return result === undefined ? "void" : typeOf(result.schema, INDENT);
}

/**
 * Writes a schema as a type.
 *
 * @param indent The indent of the line in which it begins.
 * @param isNamed Whether a shape is written as its name.
 */
function typeOf(schema: JsonSchema, indent: string, isNamed = true): string {
  const { $ref, type, items, additionalProperties } = schema;
  if ($ref !== undefined) return shapeName($ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    const text = textOf(schema.enum);
    return text === CODES ? "FailureCode" : text;
  }
  const choices = choicesOf(schema);
  if (choices.length > 1) return unionText(choices, indent);
  const [only = schema] = choices;
  if (only !== schema) return typeOf(only, indent);
  if (type === "array") return arrayText(items, indent);
  if (type === "object" && schema.properties) {
    const name = isNamed ? shapeNames.get(JSON.stringify(schema.properties)) : undefined;
    return name ?? objectText(schema, [], indent);
  }
  if (type === "object") {
    return typeof additionalProperties === "object"
      ? `Record<string, ${typeOf(additionalProperties, indent)}>`
      : "Record<string, unknown>";
  }
  if (type === "integer") return "number";
  return typeof type === "string" ? type : "unknown";
}

/** The choices of a schema, also those of its choices. */
function choicesOf(schema: JsonSchema): readonly JsonSchema[] {
  const choices = schema.anyOf ?? schema.oneOf;
  return choices ? choices.flatMap(choicesOf) : [schema];
}

/** Each object has the members of the others too, so that a page can destructure the result before it tests it. */
function unionText(choices: readonly JsonSchema[], indent: string): string {
  const keys = new Set(choices.flatMap(({ properties = {} }) => Object.keys(properties)));
  const texts = choices.map((choice) => {
    if (!choice.properties) return typeOf(choice, indent);
    const { properties } = choice;
    return objectText(choice, [...keys].filter((key) => !Object.hasOwn(properties, key)), indent);
  });
  return [...new Set(texts)].join(" | ");
}

function arrayText(items: JsonSchema["items"], indent: string): string {
  if (items === undefined) return "[]";
  if (isTuple(items)) return `[${items.map((item) => typeOf(item, indent)).join(", ")}]`;
  const text = typeOf(items, indent);
  return choicesOf(items).length > 1 || items.enum ? `(${text})[]` : `${text}[]`;
}

function isTuple(items: JsonSchema | readonly JsonSchema[]): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

function objectText(
  { properties = {}, required = [] }: JsonSchema,
  missing: readonly string[],
  indent: string,
): string {
  const inner = indent + INDENT;
  const members = Object.entries(properties).map(([key, schema]) =>
    [key, {
      text: typeOf(schema, inner),
      optional: !required.includes(key),
      description: schema.description,
    }] as const
  );
  if (members.every(([, { description, text }]) => description === undefined && !text.includes("\n"))) {
    const all = [...members.map(([key, member]) => memberText(key, member)), ...missing.map(absent)];
    return all.length === 0 ? "{}" : `{ ${all.join("; ")} }`;
  }
  const absents = missing.length === 0 ? "" : `${inner}${missing.map(absent).join("; ")};\n`;
  return `{\n${membersText(members, inner)}${absents}${indent}}`;
}

function membersText(members: readonly (readonly [string, Member])[], indent: string): string {
  return members.map(([key, member]) =>
    `${comment(member.description, indent)}${indent}${memberText(key, member)};\n`
  ).join("");
}

function memberText(key: string, { text, optional }: Member): string {
  return `${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}${optional ? "?" : ""}: ${text}`;
}

function absent(key: string): string {
  return `${key}?: undefined`;
}

function comment(text: string | undefined, indent: string, more?: string): string {
  if (text === undefined || text === "") return "";
  const safe = text.replaceAll("*/", "*\\/");
  return more === undefined
    ? `${indent}/** ${safe} */\n`
    : `${indent}/**\n${indent} * ${safe}\n${indent} *\n${indent} * ${
      more.replaceAll("*/", "*\\/")
    }\n${indent} */\n`;
}
