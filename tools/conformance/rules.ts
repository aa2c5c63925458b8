/**
 * The rules of the bridge as data: `docs/rules/*.jsonc`, a file for each namespace.
 *
 * @module
 */

import * as v from "valibot";
import { checkValue } from "../../host_stdio/schema_check.ts";
import { fixtureSchema } from "../fixtures/fixture_schema.ts";
import { JsoncDocument } from "../fixtures/jsonc.ts";
import { filesOf, root } from "../tree.ts";

/** A sentence or a row of a table that the bridge has to hold. */
export interface Rule {
  /** What fixtures call it, such as `queue.add/tracks-before-track`. */
  readonly id: string;
  /** What it says. */
  readonly text: string;
  /** Where it stands: the document, the section and the place there, with commas between them. */
  readonly source: string;
  /** The test that shows it instead of a fixture: for what no exchange can show, such as how much memory is taken. */
  readonly test?: string | undefined;
  /** Where it is written down, as `file:line:column`. */
  readonly place: string;
}

/** The rules of one file. */
export interface RuleFile {
  /** The namespace: the file's name without its ending. */
  readonly namespace: string;
  readonly rules: readonly Rule[];
}

/** The folder of the rules, as a path from the root. */
const FOLDER = "docs/rules/";
const ENDING = ".jsonc";

/** What holds for all of them, then the namespaces in the order of the specification; what is not among them follows. */
const order = [
  "protocol",
  "everywhere",
  "clipboard",
  "console",
  "log",
  "menu",
  "misc",
  "panel",
  "system",
  "test",
  "jitQueue",
  "queue",
  "selection",
];

const text = v.pipe(v.string("must be a string"), v.trim(), v.nonEmpty("must not be empty"));
const rule = v.strictObject({
  id: fixtureSchema.entries.rules.wrapped.item,
  text,
  source: text,
  test: v.optional(text),
}, ({ expected, path }) => {
  if (!path) return "must be an object";
  return expected === "never" ? "does not belong here" : "is missing";
});
const schema = v.array(rule, "must be an array");

/**
 * Reads a file of rules.
 *
 * @param file Its path from the root.
 * @param content What stands in it.
 * @returns The rules, in their order.
 * @throws {PlacedError} When it is no list of rules.
 */
export function readRules(file: string, content: string): readonly Rule[] {
  const document = new JsoncDocument(file, content);
  const outcome = checkValue(schema, document.value);
  if (outcome.misfit) {
    const { message, path, place } = outcome.misfit;
    throw document.errorAt(path, `${place} ${message}`.trim());
  }
  return outcome.value.map((rule, index) => {
    const { line, column } = document.placeAt([index, "id"]);
    return { ...rule, place: `${file}:${line}:${column}` };
  });
}

/**
 * Reads all rules.
 *
 * @returns The files, in the order of the specification.
 * @throws {PlacedError} When one of them is no list of rules.
 */
export async function readAllRules(): Promise<readonly RuleFile[]> {
  const paths = (await Array.fromAsync(filesOf(ENDING, FOLDER))).sort();
  const files = await Promise.all(paths.map(async (path): Promise<RuleFile> => ({
    namespace: path.slice(FOLDER.length, -ENDING.length),
    rules: readRules(path, await Deno.readTextFile(new URL(path, root))),
  })));
  return files.toSorted((a, b) => rank(a.namespace) - rank(b.namespace));
}

function rank(namespace: string): number {
  const known = order.indexOf(namespace);
  return known < 0 ? order.length : known;
}
