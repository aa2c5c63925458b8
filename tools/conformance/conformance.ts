/**
 * Rules and fixtures side by side: what holds which rule, and what is missing.
 *
 * @module
 */

import { events } from "../../handlers/core/events.ts";
import { operationTable } from "../../handlers/mod.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { nativeActions } from "../../host_stdio/native_actions.ts";
import { signals } from "../../host_stdio/signals.ts";
import { type Evidence, readEvidence } from "./evidence.ts";
import { readAllRules, type Rule, type RuleFile } from "./rules.ts";

/** All rules and all fixtures. */
export interface Conformance {
  readonly files: readonly RuleFile[];
  readonly fixtures: readonly Evidence[];
}

/** Something that goes over the wire, and the fixtures in which it does. */
export interface WireRow {
  /** The name of a native action or a signal, or the code of an error. */
  readonly name: string;
  readonly description: string;
  readonly fixtures: readonly Evidence[];
}

/** The error that no exchange can bring about: it is a defect of the bridge. */
const { internal } = rpcErrors;

/**
 * Reads the rules and the fixtures of the project.
 *
 * @returns Both.
 * @throws {PlacedError} When a file of either is none.
 */
export async function readConformance(): Promise<Conformance> {
  return { files: await readAllRules(), fixtures: await readEvidence() };
}

/**
 * Finds the fixtures of a rule.
 *
 * @param rule The rule.
 * @param conformance All fixtures.
 * @returns Those that name it.
 */
export function fixturesOf(rule: Rule, { fixtures }: Conformance): readonly Evidence[] {
  return fixtures.filter(({ rules }) => rules.includes(rule.id));
}

/**
 * Everything that a player and the bridge can say to each other beside calls and events, and where it is said.
 *
 * @param conformance All fixtures.
 * @returns The rows by their headings.
 */
export function wireRows({ fixtures }: Conformance): Readonly<Record<string, readonly WireRow[]>> {
  const named = ([name, { description }]: [string, { description: string }]): WireRow => ({
    name,
    description,
    fixtures: fixtures.filter(({ names }) => names.has(name)),
  });
  return {
    "Native actions": Object.entries(nativeActions).map(named),
    "Signals": Object.entries(signals).map(named),
    "Error codes": Object.values(rpcErrors).map(({ code, message }) => ({
      name: String(code),
      description: code === internal.code
        ? `${message}: a defect of the bridge, so no exchange brings it about`
        : message,
      fixtures: fixtures.filter(({ errorCodes }) => errorCodes.has(code)),
    })),
  };
}

/**
 * Lists what is missing or does not fit together.
 *
 * @param conformance All rules and fixtures.
 * @returns A sentence for each, with its place where it has one; empty when nothing is missing.
 */
export function gaps(conformance: Conformance): readonly string[] {
  const rules = conformance.files.flatMap(({ rules }) => rules);
  return [
    ...repeatedIds(rules),
    ...unheldRules(rules, conformance),
    ...unknownRules(rules, conformance),
    ...uncalledOperations(conformance),
    ...unruledNames(rules),
    ...unsaidOnTheWire(conformance),
  ];
}

function repeatedIds(rules: readonly Rule[]): string[] {
  const first = new Map<string, Rule>();
  const repeated: string[] = [];
  for (const rule of rules) {
    const other = first.get(rule.id);
    if (other) repeated.push(`${rule.place}: ${rule.id} stands at ${other.place} already`);
    else first.set(rule.id, rule);
  }
  return repeated;
}

function unheldRules(rules: readonly Rule[], { fixtures }: Conformance): string[] {
  const held = new Set(fixtures.flatMap(({ rules }) => rules));
  return rules.filter(({ id, test }) => test === undefined && !held.has(id))
    .map(({ id, place }) => `${place}: ${id} has no fixture`);
}

function unknownRules(rules: readonly Rule[], { fixtures }: Conformance): string[] {
  const known = new Set(rules.map(({ id }) => id));
  return fixtures.flatMap(({ path, rules }) =>
    rules.filter((id) => !known.has(id)).map((id) => `${path}: there is no rule ${id}`)
  );
}

/** Fixtures that name a rule of an operation and never call it. */
function uncalledOperations({ fixtures }: Conformance): string[] {
  return fixtures.flatMap(({ path, rules, calls }) =>
    rules.flatMap((id) => {
      const [operation = ""] = id.split("/");
      return operationTable.has(operation) && !calls.has(operation)
        ? [`${path}: it is to show ${id} and never calls ${operation}`]
        : [];
    })
  );
}

/** Operations, events and error codes that no rule is about. */
function unruledNames(rules: readonly Rule[]): string[] {
  const kinds: Readonly<Record<string, readonly string[]>> = {
    operation: [...operationTable.keys()],
    event: Object.keys(events),
    "error code": Object.values(rpcErrors).map(({ code }) => String(code)),
  };
  return Object.entries(kinds).flatMap(([kind, names]) =>
    names.filter((name) => !rules.some((rule) => isAbout(rule, name)))
      .map((name) => `no rule is about the ${kind} ${name}`)
  );
}

/** Whether a rule is of something, or speaks of it. */
function isAbout({ id, text }: Rule, name: string): boolean {
  return id.startsWith(`${name}/`) || new RegExp(`(?<![\\w.:])${RegExp.escape(name)}(?!\\w)`).test(text);
}

function unsaidOnTheWire(conformance: Conformance): string[] {
  return Object.entries(wireRows(conformance)).flatMap(([heading, rows]) =>
    rows.filter(({ name, fixtures }) => fixtures.length === 0 && name !== String(internal.code))
      .map(({ name }) => `${heading}: ${name} occurs in no fixture`)
  );
}
