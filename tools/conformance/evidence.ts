/**
 * What fixtures and tests cover: the statements that they name, and the messages that fixtures contain.
 *
 * @module
 */

import type { Expectation, Fixture, PlayerInput } from "../fixtures/fixture.ts";
import { findFixtures, fixturesFolder, loadFixture } from "../fixtures/load_fixtures.ts";
import { memberOf, type Template } from "../fixtures/template.ts";
import { filesOf, root } from "../tree.ts";

/** What a file names. */
export interface Naming {
  /** Path from the root. */
  readonly path: string;
  /** The statements that it names. */
  readonly shows: readonly string[];
}

/** The coverage of one fixture. */
export interface Evidence extends Naming {
  /** Methods that the player calls. */
  readonly calls: ReadonlySet<string>;
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

/** Reads the tests that name a statement, which no fixture can show: those with a comment that begins with `Shows: `. */
export async function readTests(): Promise<readonly Naming[]> {
  const paths = (await Array.fromAsync(filesOf("_test.ts", "tests/"))).sort();
  const tests = await Promise.all(
    paths.map(async (path) => ({ path, shows: namedIn(await Deno.readTextFile(new URL(path, root))) })),
  );
  return tests.filter(({ shows }) => shows.length > 0);
}

/** Finds the statements that a program names in comments, which may have several lines. */
export function namedIn(program: string): string[] {
  return [...program.matchAll(/^ *\/\/ Shows: .*(?:\r?\n *\/\/ .*)*/gm)].map(([comment]) =>
    comment.split(/\r?\n/).map((line) => line.trim().replace(/^\/\/ (?:Shows: )?/, "")).join(" ")
  );
}

/** Collects the coverage of a fixture. */
export function evidenceOf(path: string, fixture: Fixture): Evidence {
  const names = new Set<string>();
  const calls = new Set<string>();
  const errorCodes = new Set<number>();

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
      if (expectation.kind === "< error") {
        const code = literalOf(memberOf(value, "code"));
        if (typeof code === "number") errorCodes.add(code);
      }
      const name = literalOf(value);
      if (typeof name === "string" && ["< action", "< event"].includes(expectation.kind)) names.add(name);
    }
  }
  return { path, shows: fixture.shows, calls, names, errorCodes };
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
