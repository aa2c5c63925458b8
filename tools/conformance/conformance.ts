/**
 * Rules and fixtures together: which fixtures cover a rule, and which rules and messages lack one.
 *
 * @module
 */

import { allEvents, allOperationTable } from "../../handlers/all.ts";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import { signals } from "../../host_stdio/api/signals.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { type Evidence, readEvidence } from "./evidence.ts";
import { readAllRules, type Rule, type RuleFile } from "./rules.ts";

/** All rules and all fixtures. */
export interface Conformance {
  readonly files: readonly RuleFile[];
  readonly fixtures: readonly Evidence[];
}

/** A message of the wire and the fixtures that contain it. */
export interface WireRow {
  /** Name of a native action or signal, or code of an error. */
  readonly name: string;
  readonly description: string;
  readonly fixtures: readonly Evidence[];
}

/** The error that no fixture can cause: only a defect of the bridge leads to it. */
const { internal } = rpcErrors;

/**
 * Reads the rules and fixtures of the project.
 *
 * @throws {PlacedError} When a file is not a list of rules or a fixture.
 */
export async function readConformance(): Promise<Conformance> {
  return { files: await readAllRules(), fixtures: await readEvidence() };
}

/** Lists the fixtures that name a rule. */
export function fixturesOf(rule: Rule, { fixtures }: Conformance): readonly Evidence[] {
  return fixtures.filter(({ rules }) => rules.includes(rule.id));
}

/** Whether neither a fixture nor a test covers a rule. */
export function isOpen(rule: Rule, conformance: Conformance): boolean {
  return rule.test === undefined && fixturesOf(rule, conformance).length === 0;
}

/** Lists native actions, signals and error codes, by heading, with the fixtures that contain them. */
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
      description: code === internal.code ? `${message}: a defect of the bridge` : message,
      fixtures: fixtures.filter(({ errorCodes }) => errorCodes.has(code)),
    })),
  };
}

/** Lists everything that is missing or inconsistent, one sentence each. */
export function gaps(conformance: Conformance): readonly string[] {
  const rules = conformance.files.flatMap(({ rules }) => rules);
  return [
    ...repeatedIds(rules),
    ...rules.filter((rule) => isOpen(rule, conformance)).map(({ id, place }) =>
      `${place}: ${id} has no fixture`
    ),
    ...unknownRules(rules, conformance),
    ...uncalledOperations(conformance),
    ...namesWithoutRule(rules),
    ...messagesWithoutFixture(conformance),
  ];
}

function repeatedIds(rules: readonly Rule[]): string[] {
  const first = new Map<string, Rule>();
  const repeated: string[] = [];
  for (const rule of rules) {
    const other = first.get(rule.id);
    if (other) repeated.push(`${rule.place}: ${rule.id} is already at ${other.place}`);
    else first.set(rule.id, rule);
  }
  return repeated;
}

function unknownRules(rules: readonly Rule[], { fixtures }: Conformance): string[] {
  const known = new Set(rules.map(({ id }) => id));
  return fixtures.flatMap(({ path, rules }) =>
    rules.filter((id) => !known.has(id)).map((id) => `${path}: there is no rule ${id}`)
  );
}

/** Finds fixtures that name a rule of an operation without calling the operation. */
function uncalledOperations({ fixtures }: Conformance): string[] {
  return fixtures.flatMap(({ path, rules, calls }) =>
    rules.flatMap((id) => {
      const [operation = ""] = id.split("/");
      return allOperationTable.has(operation) && !calls.has(operation)
        ? [`${path}: names ${id} but never calls ${operation}`]
        : [];
    })
  );
}

function namesWithoutRule(rules: readonly Rule[]): string[] {
  const kinds: Readonly<Record<string, readonly string[]>> = {
    operation: [...allOperationTable.keys()],
    event: allEvents.map(({ name }) => name),
    "error code": Object.values(rpcErrors).map(({ code }) => String(code)),
  };
  return Object.entries(kinds).flatMap(([kind, names]) =>
    names.filter((name) => !rules.some((rule) => mentions(rule, name)))
      .map((name) => `no rule mentions the ${kind} ${name}`)
  );
}

/** Whether a rule belongs to a name or has it in its text as a whole word. */
function mentions({ id, text }: Rule, name: string): boolean {
  return id.startsWith(`${name}/`) || new RegExp(`(?<![\\w.:])${RegExp.escape(name)}(?!\\w)`).test(text);
}

function messagesWithoutFixture(conformance: Conformance): string[] {
  return Object.entries(wireRows(conformance)).flatMap(([heading, rows]) =>
    rows.filter(({ name, fixtures }) => fixtures.length === 0 && name !== String(internal.code))
      .map(({ name }) => `${heading}: ${name} occurs in no fixture`)
  );
}
