/**
 * What the fixtures show: which rules they name, and what goes over the wire in them.
 *
 * @module
 */

import type { Expectation, Fixture, PlayerInput } from "../fixtures/fixture.ts";
import { findFixtures, fixturesFolder, loadFixture } from "../fixtures/load_fixtures.ts";
import { memberOf, type Template } from "../fixtures/template.ts";

/** A fixture as the document needs it. */
export interface Evidence {
  /** Its path from the root. */
  readonly path: string;
  readonly title: string;
  /** The ids of the rules that it names. */
  readonly rules: readonly string[];
  /** The names of what the player calls. */
  readonly calls: ReadonlySet<string>;
  /** Calls that the bridge has to answer. */
  readonly exchanges: number;
  /** Names of native actions and of events that the bridge has to send, and of signals that the player sends. */
  readonly names: ReadonlySet<string>;
  /** Codes of the errors that the bridge has to answer. */
  readonly errorCodes: ReadonlySet<number>;
}

/** The folder of the fixtures, as a path from the root. */
export const FIXTURES = "fixtures/";

/**
 * Reads what all fixtures of the project show.
 *
 * @returns One for each fixture, sorted by path.
 * @throws {PlacedError} When a file there is no fixture.
 */
export async function readEvidence(): Promise<readonly Evidence[]> {
  const paths = await findFixtures([fixturesFolder]);
  return await Promise.all(paths.map(async (path) => evidenceOf(path, await loadFixture(path))));
}

/**
 * Tells what a fixture shows.
 *
 * @param path Its path from the root.
 * @param fixture The fixture.
 * @returns What it shows.
 */
export function evidenceOf(path: string, fixture: Fixture): Evidence {
  const names = new Set<string>();
  const calls = new Set<string>();
  const errorCodes = new Set<number>();
  let exchanges = 0;
  for (const step of fixture.steps) {
    if (step.kind === "send") {
      for (const input of eachInput(step.input)) {
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
  return { path, title: fixture.title, rules: fixture.rules, calls, exchanges, names, errorCodes };
}

function* eachInput(input: PlayerInput): Generator<PlayerInput> {
  yield input;
  if (input.kind === "together") { for (const part of input.inputs) yield* eachInput(part); }
}

/** What stands beside the key that says what an expectation is. */
function valueOf({ template, kind }: Expectation): Template {
  return memberOf(template, kind);
}

function literalOf(template: Template): unknown {
  return template.kind === "literal" ? template.value : undefined;
}
