/**
 * The strict schema of results and the error texts of an operation, derived from its definition. For documents and
 * tests; the bridge does not load this file.
 */

import * as v from "valibot";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { documentedSchema } from "./documented_schema.ts";
import { extensionOf, failureCodes, type Operation } from "./operation.ts";
import { mustBe } from "./params.ts";

/** The fields of valibot's schemas and actions that are read here; `type` decides which exist. */
interface SchemaParts extends v.GenericSchema {
  readonly message?: unknown;
  readonly pipe?: readonly SchemaParts[];
  readonly entries?: Readonly<Record<string, SchemaParts>>;
  readonly item?: SchemaParts;
  readonly wrapped?: SchemaParts;
  readonly options?: readonly SchemaParts[];
}

/**
 * Lists the texts of an operation's own failures: those of its parameters' schema, then those of its handler. The texts
 * of wrong types, negative counts and a failing player are the same everywhere and left out.
 *
 * @returns The texts without repetition; `<…>` stands for a variable part.
 */
export function errorTexts({ params, errors = [] }: Operation): readonly string[] {
  const texts = new Set<string>();
  const schema = schemaOf(params);
  collect(schema, texts);
  collect(documentedSchema(schema), texts);
  for (const text of errors) texts.add(text);
  return [...texts];
}

function collect(part: SchemaParts, texts: Set<string>): void {
  const { message, pipe, entries, item, wrapped, options } = part;
  if (pipe) {
    for (const step of pipe) collect(step, texts);
    return;
  }
  const text = textOf(message, entries !== undefined);
  // A message that begins with `$` is one of mustBe.
  if (text !== undefined && !text.startsWith("$")) texts.add(text);
  for (const child of [...Object.values(entries ?? {}), item, wrapped, ...(options ?? [])]) {
    if (child) collect(child, texts);
  }
}

/** The text for a missing value. For a missing member of an object, the member's own schema has the text. */
function textOf(message: unknown, isObject: boolean): string | undefined {
  const text = typeof message === "function" && !isObject ? message({ input: undefined }) : message;
  return typeof text === "string" ? text : undefined;
}

const ofParameter = new RegExp(
  String.raw`^\w+(?:\[\d+\]|\.\w+)* (?:${Object.values(mustBe).map((text) => text.slice(2)).join("|")})$`,
);

/** Whether a failed result of an operation may have a text in its `error` field. */
export function isErrorText(operation: Operation, text: string): boolean {
  const { playerDidNotAnswer, playerActionFailed } = rpcErrors;
  return ofParameter.test(text) ||
    text === playerDidNotAnswer.message ||
    text.startsWith(`${playerActionFailed.message}: `) ||
    text.startsWith("Not supported by this player: player.") ||
    errorTexts(operation).some((pattern) => isLike(text, pattern));
}

/** Whether a text matches a pattern, in which `<…>` stands for any text. */
function isLike(text: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split(/<\w+>/);
  if (rest.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    if (index === rest.length - 1) return text.length - part.length >= at && text.endsWith(part);
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return false;
}

const schemas = new WeakMap<Operation, v.GenericSchema>();

/** Returns the strict schema of an operation's results, failures included. It is built once. */
export function resultSchema(operation: Operation): v.GenericSchema {
  let schema = schemas.get(operation);
  if (!schema) {
    schema = buildResultSchema(operation);
    schemas.set(operation, schema);
  }
  return schema;
}

/** Returns the schemas of the fields of a failed result besides `success` and `error`. */
export function failureEntries(operation: Operation): v.ObjectEntries {
  return { ...extensionOf(operation) && { code: v.picklist(failureCodes) }, ...operation.failureFields?.() };
}

function buildResultSchema(operation: Operation): v.GenericSchema {
  if (operation.failure !== undefined) return operation.result();
  const error = v.pipe(
    v.string(),
    v.check((text) => isErrorText(operation, text), "an error text that the operation does not name"),
  );
  return v.union([
    operation.result(),
    v.strictObject({ success: v.literal(false), error, ...failureEntries(operation) }),
  ]);
}
