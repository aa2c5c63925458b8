/** Examples for the documents, taken from the fixtures: each is a call that a test replays. */

import { operationTable } from "../../handlers/mod.ts";
import { findFixtures, fixturesFolder, loadFixture } from "../fixtures/load_fixtures.ts";
import type { Expectation, Fixture, PlayerInput } from "../fixtures/fixture.ts";
import { isObject, Scope, valueOf } from "../fixtures/template_match.ts";
import type { Template } from "../fixtures/template.ts";
import { type Judge, judges } from "./fits.ts";
import { jsonSchemaOf, shapeSchemas } from "./json_schema.ts";

/** A call and what it is answered. */
export interface Example {
  /** The fixture, as a path from the root. */
  readonly file: string;
  /** What the fixture shows. */
  readonly title: string;
  /** How many calls are made in it. */
  readonly calls: number;
  /** The operation. */
  readonly method: string;
  /** Its parameters. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Its result. */
  readonly result: unknown;
}

const judgeOf = judges(shapeSchemas("input"));
const paramsJudges = new Map<string, Judge>();

/** The profile directory in examples. */
const PROFILE = "/home/user/profile";

/** More than this is no help to a reader, in UTF-16 code units of JSON. */
const MAX_LENGTH = 2000;
/** As much as a reader takes in at once, in UTF-16 code units of JSON. */
const GOOD_LENGTH = 300;

/**
 * Finds an example for each operation that the fixtures have one for: one that succeeds, gives what documents say it has
 * to give, much of it, and whose result is neither empty nor long.
 */
export async function findExamples(): Promise<ReadonlyMap<string, Example>> {
  const best = new Map<string, Example>();
  for (const file of await findFixtures([fixturesFolder])) {
    for (const example of examplesIn(await loadFixture(file), file)) {
      if (!operationTable.has(example.method)) continue;
      const present = best.get(example.method);
      if (!present || isBetter(example, present)) best.set(example.method, example);
    }
  }
  return best;
}

/** The calls of a fixture that are answered with a result which is known beforehand. */
export function examplesIn(fixture: Fixture, file: string): Example[] {
  const calls = new Map<string, { method: string; params: Readonly<Record<string, unknown>> } | undefined>();
  const examples: Omit<Example, "calls">[] = [];
  let said = 0;
  const scope = new Scope(PROFILE);
  const say = (input: PlayerInput): void => {
    if (input.kind === "together") input.inputs.forEach(say);
    if (input.kind !== "call" || input.id === undefined) return;
    const [id, method, params] = [known(input.id, scope), known(input.method, scope), input.params];
    const given = params === undefined ? {} : known(params, scope);
    const key = JSON.stringify(id);
    said++;
    const call = typeof method === "string" && isObject(given) ? { method, params: given } : undefined;
    // Of an id that is used twice, the fixture alone does not tell which call an answer belongs to.
    calls.set(key, calls.has(key) ? undefined : call);
  };
  const expect = ({ kind, template }: Expectation): void => {
    if (kind !== "< result" && kind !== "< error") return;
    const id = template.kind === "object" ? template.members.find(([name]) => name === "id")?.[1] : undefined;
    const key = JSON.stringify(id && known(id, scope));
    const call = calls.get(key);
    // Answered, it is forgotten: its id may be another call's from now on.
    calls.delete(key);
    const message = kind === "< result" ? known(template, scope) : undefined;
    if (call && isObject(message)) {
      examples.push({ file, title: fixture.title, ...call, result: message[kind] });
    }
  };
  for (const step of fixture.steps) {
    if (step.kind === "send") say(step.input);
    else if (step.kind === "expect") expect(step.expectation);
    else if (step.kind === "expectAll") step.expectations.forEach(expect);
  }
  return examples.map((example) => ({ ...example, calls: said })).filter(({ params, result }) =>
    JSON.stringify([params, result]).length <= MAX_LENGTH
  );
}

/** The value that a template stands for; undefined when it stands for more than one. */
function known(template: Template, scope: Scope): unknown {
  try {
    return valueOf(template, scope);
  } catch {
    // valueOf says why it is no single value, which is no matter here.
    return undefined;
  }
}

function isBetter(example: Example, present: Example): boolean {
  const [merits, others] = [meritsOf(example), meritsOf(present)];
  for (const [index, merit] of merits.entries()) {
    const other = others[index] ?? 0;
    if (merit !== other) return merit > other;
  }
  return false;
}

/** What speaks for an example, the weightiest first. */
function meritsOf(example: Example): readonly number[] {
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
    // One of many shows something out of the ordinary.
    -calls,
    -length,
  ];
}

/** Whether parameters are exactly what documents say: no key that is not known, nothing that is null. */
function isAsDocumented(method: string, params: Readonly<Record<string, unknown>>): boolean {
  const schema = operationTable.get(method)?.params;
  if (!schema) return false;
  const judge = paramsJudges.get(method) ?? judgeOf(jsonSchemaOf(schema, "input"));
  paramsJudges.set(method, judge);
  return judge(params) && !Object.values(params).includes(null);
}

/** How many texts in a value are empty. */
function emptyTexts(value: unknown): number {
  if (value === "") return 1;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + emptyTexts(part), 0);
}

/** Parameters of which only the first one counts when both are given. */
const alternatives: Readonly<Record<string, readonly [string, string]>> = {
  "queue.add": ["tracks", "track"],
  "queue.remove": ["index", "indices"],
  "misc.showPopupMessage": ["message", "msg"],
};

function hasIdleParameter(method: string, params: Readonly<Record<string, unknown>>): boolean {
  return alternatives[method]?.every((key) => Object.hasOwn(params, key)) ?? false;
}

/** Whether something is in a value that shows nothing: an empty list or an empty object. */
function hasHoles(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const parts = Object.values(value);
  return parts.length === 0 || parts.some(hasHoles);
}
