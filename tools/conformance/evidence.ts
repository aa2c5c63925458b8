/**
 * What fixtures cover: the rules that they name, and the messages that they contain.
 *
 * @module
 */

import type { Expectation, Fixture, PlayerInput } from "../fixtures/fixture.ts";
import { findFixtures, fixturesFolder, loadFixture } from "../fixtures/load_fixtures.ts";
import { memberOf, type Template } from "../fixtures/template.ts";

/** The coverage of one fixture. */
export interface Evidence {
  /** Path from the root. */
  readonly path: string;
  /** Ids of the rules that the fixture names. */
  readonly rules: readonly string[];
  /** Methods that the player calls. */
  readonly calls: ReadonlySet<string>;
  /** How many calls the bridge answers. */
  readonly exchanges: number;
  /** Names of the native actions, events and signals. */
  readonly names: ReadonlySet<string>;
  /** Codes of the errors that the bridge answers. */
  readonly errorCodes: ReadonlySet<number>;
}

/**
 * Reads the coverage of all fixtures of the project, sorted by path.
 *
 * @throws {PlacedError} When a file is not a fixture.
 */
export async function readEvidence(): Promise<readonly Evidence[]> {
  const paths = await findFixtures([fixturesFolder]);
  return await Promise.all(paths.map(async (path) => evidenceOf(path, await loadFixture(path))));
}

/** Collects the coverage of a fixture. */
export function evidenceOf(path: string, fixture: Fixture): Evidence {
  const names = new Set<string>();
  const calls = new Set<string>();
  const errorCodes = new Set<number>();
  let exchanges = 0;
  for (const step of fixture.steps) {
    if (step.kind === "send") {
      for (const input of flattened(step.input)) {
        const method = input.kind === "call" ? literalOf(input.method) : undefined;
        if (typeof method !== "string") continue;
        if (method.startsWith("signal.")) names.add(method);
        else calls.add(method);
      }
    }
    const expectations = step.kind === "expect"
      ? [step.expectation]
      : step.kind === "expectAll"
      ? step.expectations
      : [];
    for (const expectation of expectations) {
      const value = valueOf(expectation);
      if (expectation.kind === "< result") exchanges++;
      if (expectation.kind === "< error") {
        exchanges++;
        const code = literalOf(memberOf(value, "code"));
        if (typeof code === "number") errorCodes.add(code);
      }
      const name = literalOf(value);
      if (typeof name === "string" && ["< action", "< event"].includes(expectation.kind)) names.add(name);
    }
  }
  return { path, rules: fixture.rules, calls, exchanges, names, errorCodes };
}

function* flattened(input: PlayerInput): Generator<PlayerInput> {
  yield input;
  if (input.kind === "together") { for (const part of input.inputs) yield* flattened(part); }
}

/** Returns the value beside the key that names the kind, such as `< action`. */
function valueOf({ template, kind }: Expectation): Template {
  return memberOf(template, kind);
}

function literalOf(template: Template): unknown {
  return template.kind === "literal" ? template.value : undefined;
}
