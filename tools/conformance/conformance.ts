/**
 * Documents, fixtures and tests together: what fixtures and tests name, and which statements and messages lack one.
 */

import { allEvents, allOperationTable } from "../../handlers/all.ts";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import { signals } from "../../host_stdio/api/signals.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { readStatements, referenceTo, type Statement, statementsByReference } from "./documents.ts";
import { type Evidence, type Naming, readEvidence, readTests } from "./evidence.ts";

/** The statements of the documents, and all that name one. */
export interface Conformance {
  readonly statements: readonly Statement[];
  readonly fixtures: readonly Evidence[];
  readonly tests: readonly Naming[];
}

/** The error that no fixture can cause: only a defect of the bridge leads to it. */
const { internal } = rpcErrors;

/**
 * Reads the documents, fixtures and tests of the project.
 *
 * @throws {PlacedError} When a file is not a fixture.
 */
export async function readConformance(): Promise<Conformance> {
  return { statements: await readStatements(), fixtures: await readEvidence(), tests: await readTests() };
}

/** Lists everything that is missing or inconsistent, one sentence each. */
export function gaps(conformance: Conformance): readonly string[] {
  return [
    ...unknownStatements(conformance),
    ...uncalledOperations(conformance),
    ...namesWithoutStatement(conformance),
    ...messagesWithoutFixture(conformance),
  ];
}

/**
 * Lists the statements that no fixture and no test names, as `file:line: reference`. The row of a native action or signal
 * is shown by every fixture in which it occurs.
 */
export function unnamedStatements({ statements, fixtures, tests }: Conformance): readonly string[] {
  const byReference = statementsByReference(statements);
  const named = new Set(
    [...fixtures, ...tests].flatMap(({ shows }) => shows.flatMap((name) => byReference.get(name) ?? [])),
  );
  const messages = new Set(fixtures.flatMap(({ names }) => [...names]));
  return statements.filter((statement) => !named.has(statement) && !messages.has(statement.parts[0] ?? ""))
    .map((statement) => `${statement.document}:${statement.line}: ${referenceTo(statement, byReference)}`);
}

/** Finds references to no statement, or to more than one. */
function unknownStatements({ statements, fixtures, tests }: Conformance): string[] {
  const byReference = statementsByReference(statements);
  return [...fixtures, ...tests].flatMap(({ path, shows }) =>
    shows.flatMap((name) => {
      const [first, second] = byReference.get(name) ?? [];
      if (!first) return [`${path}: no document has ${JSON.stringify(name)}`];
      if (!second) return [];
      const places = [first, second].map(({ document, line }) => `${document}:${line}`);
      return [
        `${path}: ${JSON.stringify(name)} is at ${
          places.join(" and ")
        }; put the heading or more cells before it`,
      ];
    })
  );
}

/** Finds fixtures that name a statement about an operation without calling the operation. */
function uncalledOperations({ statements, fixtures }: Conformance): string[] {
  const byReference = statementsByReference(statements);
  return fixtures.flatMap(({ path, shows, calls }) =>
    shows.flatMap((name) => {
      const operations = (byReference.get(name) ?? []).flatMap(operationsOf);
      if (operations.length === 0 || operations.some((operation) => calls.has(operation))) return [];
      return [`${path}: names ${JSON.stringify(name)} but never calls ${operations.join(" or ")}`];
    })
  );
}

/** The operations under whose name a statement stands: in its heading, or in the first cell of its row. */
function operationsOf({ heading, parts: [first = "", ...cells] }: Statement): string[] {
  const inRow = cells.length === 0 ? [] : first.split(", ").flatMap((name) => [name, `${heading}.${name}`]);
  return [...heading.split(", "), ...inRow].flatMap((name) =>
    name.endsWith(".*")
      ? [...allOperationTable.keys()].filter((operation) => operation.startsWith(name.slice(0, -1)))
      : allOperationTable.has(name)
      ? [name]
      : []
  );
}

function namesWithoutStatement({ statements }: Conformance): string[] {
  const kinds: Readonly<Record<string, readonly string[]>> = {
    operation: [...allOperationTable.keys()],
    event: allEvents.map(({ name }) => name),
    "error code": Object.values(rpcErrors).map(({ code }) => String(code)),
  };
  return Object.entries(kinds).flatMap(([kind, names]) =>
    names.filter((name) => !statements.some((statement) => mentions(statement, name)))
      .map((name) => `no document mentions the ${kind} ${name}`)
  );
}

/** Whether a statement has a name. In the section of its namespace, an operation goes by its method. */
function mentions({ heading, parts }: Statement, name: string): boolean {
  const text = [heading, ...parts].join(" | ");
  const [namespace = "", method] = name.split(".");
  if (hasWord(text, name)) return true;
  return method !== undefined && hasWord(heading, namespace) && hasWord(text, method);
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w.:])${RegExp.escape(word)}(?!\\w)`).test(text);
}

/** Finds operations, events, native actions, signals and error codes that no fixture has. */
function messagesWithoutFixture({ fixtures }: Conformance): string[] {
  const occurring = new Set(
    fixtures.flatMap(({ calls, names, errorCodes }) => [...calls, ...names, ...[...errorCodes].map(String)]),
  );
  const kinds: Readonly<Record<string, readonly string[]>> = {
    operation: [...allOperationTable.keys()],
    event: allEvents.map(({ name }) => name),
    "native action": Object.keys(nativeActions),
    signal: Object.keys(signals),
    "error code": Object.values(rpcErrors).filter((error) => error !== internal).map(({ code }) =>
      String(code)
    ),
  };
  return Object.entries(kinds).flatMap(([kind, names]) =>
    names.filter((name) => !occurring.has(name)).map((name) => `no fixture has the ${kind} ${name}`)
  );
}
