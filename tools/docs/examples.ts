/** Examples for the generated documents. Each one is a call from a fixture, so a test replays it. */

import { Ajv } from "ajv";
import { allOperationTable } from "../../handlers/all.ts";
import type { Fixture } from "../fixtures/fixture.ts";
import { isObject, Scope, valueOf } from "../fixtures/forms.ts";
import { findFixtures, fixturesFolder, loadFixture } from "../fixtures/load_fixtures.ts";
import { type JsonSchema, jsonSchemaOf, shapeSchemas } from "./json_schema.ts";
import { SHAPES } from "./shape_name.ts";

/** A call with its result. */
export interface Example {
  /** Path of the fixture from the root. */
  readonly file: string;
  /** Title of the fixture. */
  readonly title: string;
  /** Number of calls in the fixture. */
  readonly calls: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

const validatorOf = validators(shapeSchemas("input"));
const paramsValidators = new Map<string, Validator>();

/** The profile directory in examples. */
const PROFILE = "/home/user/profile";

/** Maximum length of an example, in UTF-16 code units of JSON. */
const MAX_LENGTH = 2000;
/** Examples up to this length are preferred, in UTF-16 code units of JSON. */
const GOOD_LENGTH = 300;

/**
 * Finds the best example for each operation: one that succeeds, shows many parameters, all of them documented, and has a
 * result that is neither empty nor long.
 */
export function findExamples(): Promise<ReadonlyMap<string, Example>> {
  return examples ??= readExamples();
}

let examples: Promise<ReadonlyMap<string, Example>> | undefined;

async function readExamples(): Promise<ReadonlyMap<string, Example>> {
  const best = new Map<string, Example>();
  for (const file of await findFixtures([fixturesFolder])) {
    for (const example of examplesIn(await loadFixture(file), file)) {
      if (!allOperationTable.has(example.method)) continue;
      const present = best.get(example.method);
      if (!present || isBetter(example, present)) best.set(example.method, example);
    }
  }
  return best;
}

/** Lists the calls of a fixture whose result is a fixed value, without placeholders. */
export function examplesIn(fixture: Fixture, file: string): Example[] {
  const calls = new Map<string, { method: string; params: Readonly<Record<string, unknown>> } | undefined>();
  const examples: Omit<Example, "calls">[] = [];
  let sent = 0;
  const scope = new Scope(PROFILE);
  for (const { kind, step } of fixture.steps.flatMap(({ inside }) => inside)) {
    const key = JSON.stringify(known(step["id"], scope));
    if (kind === "> call") {
      const message = known(step, scope);
      if (!isObject(message)) continue;
      const { "> call": method, params = {} } = message;
      sent++;
      const call = typeof method === "string" && isObject(params) ? { method, params } : undefined;
      // With a repeated id, it is unclear which call an answer belongs to.
      calls.set(key, calls.has(key) ? undefined : call);
    }
    if (kind !== "< result" && kind !== "< error") continue;
    const call = calls.get(key);
    // Another call may use the id after the answer.
    calls.delete(key);
    const message = kind === "< result" ? known(step, scope) : undefined;
    if (call && isObject(message)) {
      examples.push({ file, title: fixture.title, ...call, result: message[kind] });
    }
  }
  return examples.map((example) => ({ ...example, calls: sent })).filter(({ params, result }) =>
    JSON.stringify([params, result]).length <= MAX_LENGTH
  );
}

/** Returns the value of a template; undefined when it matches more than one. */
function known(template: unknown, scope: Scope): unknown {
  try {
    return valueOf(template, scope);
  } catch {
    return undefined;
  }
}

function isBetter(example: Example, present: Example): boolean {
  const [qualities, others] = [qualitiesOf(example), qualitiesOf(present)];
  for (const [index, quality] of qualities.entries()) {
    const other = others[index] ?? 0;
    if (quality !== other) return quality > other;
  }
  return false;
}

/** Lists the qualities of an example, the most important first. */
function qualitiesOf(example: Example): readonly number[] {
  const { file, calls, method, params, result } = example;
  const succeeds = !isObject(result) || result["success"] !== false;
  const length = JSON.stringify([params, result]).length;
  return [
    Number(succeeds),
    Number(isAsDocumented(method, params)),
    Number(!hasIdleParameter(method, params)),
    Number(!hasHoles(result)),
    -emptyTexts([params, result]),
    -Math.max(0, length - GOOD_LENGTH),
    Object.keys(params).length,
    isObject(result) ? Object.keys(result).length : 0,
    Number(file.includes(`/${method.slice(0, method.indexOf("."))}/`)),
    // A fixture with many calls tends to show an unusual case.
    -calls,
    -length,
  ];
}

/** Whether the parameters are as documented: no unknown keys, no null. */
function isAsDocumented(method: string, params: Readonly<Record<string, unknown>>): boolean {
  const schema = allOperationTable.get(method)?.params();
  if (!schema) return false;
  const validate = paramsValidators.get(method) ?? validatorOf(jsonSchemaOf(schema, "input"));
  paramsValidators.set(method, validate);
  return validate(params) && !Object.values(params).includes(null);
}

function emptyTexts(value: unknown): number {
  if (value === "") return 1;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + emptyTexts(part), 0);
}

/** Pairs of parameters of which the bridge uses the first when both are given. */
const alternatives: Readonly<Record<string, readonly [string, string]>> = {
  "queue.add": ["tracks", "track"],
  "queue.remove": ["index", "indices"],
  "misc.showPopupMessage": ["message", "msg"],
};

function hasIdleParameter(method: string, params: Readonly<Record<string, unknown>>): boolean {
  return alternatives[method]?.every((key) => Object.hasOwn(params, key)) ?? false;
}

/** Whether a value contains an empty array or object. */
function hasHoles(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const parts = Object.values(value);
  return parts.length === 0 || parts.some(hasHoles);
}

/** Named shapes that schemas refer to. */
export type Shapes = Readonly<Record<string, JsonSchema>>;

export type Validator = (value: unknown) => boolean;

/** Makes validators for schemas. They refuse keys that the schema does not name, although the bridge ignores them. */
export function validators(shapes: Shapes): (schema: JsonSchema) => Validator {
  const ajv = new Ajv({ strictTuples: false });
  for (const [name, shape] of Object.entries(shapes)) ajv.addSchema(closed(shape), shapeId(name));
  return (schema) => {
    const validate = ajv.compile(closed(schema));
    return (value) => validate(value) === true;
  };
}

/** Forbids additional members in every object whose members are named. */
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
