/** What fixtures and tests cover: the statements that they name, and the messages that fixtures contain. */

import type { Fixture } from "../fixtures/fixture.ts";
import { isObject } from "../fixtures/forms.ts";
import { findFixtures, fixturesFolder, loadFixture } from "../fixtures/load_fixtures.ts";
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

  for (const { kind, step: { [kind]: value } } of fixture.steps.flatMap(({ inside }) => inside)) {
    if (kind === "< error" && isObject(value) && typeof value["code"] === "number") {
      errorCodes.add(value["code"]);
    }
    if (typeof value !== "string") continue;
    if (kind === "> signal") names.add(`signal.${value}`);
    if (kind === "< action" || kind === "< event") names.add(value);
    if (kind === "> call" || kind === "> notify") (value.startsWith("signal.") ? names : calls).add(value);
  }
  return { path, shows: fixture.shows, calls, names, errorCodes };
}
