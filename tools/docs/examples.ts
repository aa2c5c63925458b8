/**
 * Examples for the documents, taken from the fixtures: each is a call that a test replays.
 *
 * @module
 */

import { findFixtures, fixturesFolder } from "../fixtures/find_fixtures.ts";
import type { Expectation, Fixture, Saying } from "../fixtures/fixture.ts";
import { readFixture } from "../fixtures/read_fixture.ts";
import { Scope } from "../fixtures/scope.ts";
import type { Template } from "../fixtures/template.ts";
import { isObject } from "../fixtures/template_match.ts";
import { valueOf } from "../fixtures/template_value.ts";

/** A call and what it is answered. */
export interface Example {
  /** The fixture, as a path from the root. */
  readonly file: string;
  /** What the fixture shows. */
  readonly title: string;
  /** The operation. */
  readonly method: string;
  /** Its parameters. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Its result. */
  readonly result: unknown;
}

/** The profile directory in examples. */
const PROFILE = "/home/user/profile";

/** More than this is no help to a reader, in UTF-16 code units of JSON. */
const MAX_LENGTH = 2000;

/**
 * Finds an example for each operation that the fixtures have one for: one that succeeds, has parameters where the
 * operation takes any, and is short.
 *
 * @returns The examples by the operations' names.
 */
export async function findExamples(): Promise<ReadonlyMap<string, Example>> {
  const best = new Map<string, Example>();
  for (const file of await findFixtures([fixturesFolder])) {
    for (const example of examplesIn(readFixture(file, await Deno.readTextFile(file)), file)) {
      const present = best.get(example.method);
      if (!present || isBetter(example, present)) best.set(example.method, example);
    }
  }
  return best;
}

/**
 * The calls of a fixture that are answered with a result which is known beforehand.
 *
 * @param fixture The fixture.
 * @param file Its file, as a path from the root.
 * @returns The examples in it.
 */
export function examplesIn(fixture: Fixture, file: string): Example[] {
  const calls = new Map<string, { method: string; params: Readonly<Record<string, unknown>> }>();
  const examples: Example[] = [];
  const scope = new Scope(PROFILE);
  const say = (saying: Saying): void => {
    if (saying.kind === "together") saying.sayings.forEach(say);
    if (saying.kind !== "call" || saying.id === undefined) return;
    const [id, method, params] = [known(saying.id, scope), known(saying.method, scope), saying.params];
    const given = params === undefined ? {} : known(params, scope);
    if (typeof method === "string" && isObject(given)) {
      calls.set(JSON.stringify(id), { method, params: given });
    }
  };
  const expect = ({ kind, template }: Expectation): void => {
    if (kind !== "< result") return;
    const message = known(template, scope);
    if (!isObject(message)) return;
    const call = calls.get(JSON.stringify(message["id"]));
    if (call) examples.push({ file, title: fixture.title, ...call, result: message["< result"] });
  };
  for (const step of fixture.steps) {
    if (step.kind === "say") say(step.saying);
    else if (step.kind === "expect") expect(step.expectation);
    else if (step.kind === "expectAll") step.expectations.forEach(expect);
  }
  return examples.filter((example) => lengthOf(example) <= MAX_LENGTH);
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
  const [merit, other] = [meritOf(example), meritOf(present)];
  return merit !== other ? merit > other : lengthOf(example) < lengthOf(present);
}

function meritOf({ params, result }: Example): number {
  const succeeds = !isObject(result) || result["success"] !== false;
  return (succeeds ? 2 : 0) + (Object.keys(params).length > 0 ? 1 : 0);
}

function lengthOf({ params, result }: Example): number {
  return JSON.stringify([params, result]).length;
}
