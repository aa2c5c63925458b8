/**
 * The rules that the bridge follows: `docs/rules/*.jsonc`, one file for each namespace.
 *
 * @module
 */

import * as v from "valibot";
import { checkValue } from "../../host_stdio/schema_check.ts";
import { fixtureSchema } from "../fixtures/fixture_schema.ts";
import { JsoncDocument } from "../fixtures/jsonc.ts";
import { filesOf, root } from "../tree.ts";

/** One sentence or table row of a document. */
export interface Rule {
  /** Name that fixtures use, such as `queue.add/tracks-before-track`. */
  readonly id: string;
  readonly text: string;
  /** Document, section and position in the section, separated by commas. */
  readonly source: string;
  /** Path of the test that covers the rule, when no exchange can show it, as with memory use. */
  readonly test?: string | undefined;
  /** Position in the rule file: `file:line:column`. */
  readonly place: string;
}

/** The rules of one file. */
export interface RuleFile {
  /** File name without its extension. */
  readonly namespace: string;
  readonly rules: readonly Rule[];
}

const FOLDER = "docs/rules/";
const EXTENSION = ".jsonc";

/** Rules for all namespaces first, then the namespaces in the order of the specification. Unlisted files come last. */
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
 * Reads one file of rules.
 *
 * @param file Path for error messages.
 * @throws {PlacedError} When the content is not a list of rules.
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
 * Reads all rule files, in the order of the specification.
 *
 * @throws {PlacedError} When a file is not a list of rules.
 */
export async function readAllRules(): Promise<readonly RuleFile[]> {
  const paths = (await Array.fromAsync(filesOf(EXTENSION, FOLDER))).sort();
  const files = await Promise.all(paths.map(async (path): Promise<RuleFile> => ({
    namespace: path.slice(FOLDER.length, -EXTENSION.length),
    rules: readRules(path, await Deno.readTextFile(new URL(path, root))),
  })));
  return files.toSorted((a, b) => rank(a.namespace) - rank(b.namespace));
}

function rank(namespace: string): number {
  const index = order.indexOf(namespace);
  return index < 0 ? order.length : index;
}
