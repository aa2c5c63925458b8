/**
 * Checks the spelling and prose of documents with Harper (https://writewithharper.com), a linter compiled to WebAssembly.
 */

import { binary, Dialect, LocalLinter } from "../packages/harper.ts";
import { filesOf, root } from "../tree.ts";

/** The rules of the linter that fit technical documents. The other rules guess, or require another style. */
const rules = [
  "SpellCheck",
  "AnA",
  "AvoidAndAlso",
  "CorrectNumberSuffix",
  "Hedging",
  "ItsContraction",
  "ItsPossessive",
  "LongSentences",
  "ModalOf",
  "OneOfTheSingular",
  "PronounVerbAgreement",
  "RepeatedWords",
  "SimplePastToPastParticiple",
  "SingleBe",
  "TheTheToThatThe",
  "ThenThan",
  "ThereIsAgreement",
  "VeryUnique",
];

/** Documents that are generated, or never changed. */
const leftOut = ["docs/operations.md", "docs/specification.md"];

/** Names in code, with a digit, an underscore or a capital after a small letter, and acronyms. They are not checked as words. */
const names = /\b(?:\w*[a-z][A-Z]\w*|\w*[0-9_]\w*|[A-Z]{2,}s?)\b/g;

/** Lists the documents, as paths from the root. */
export async function documents(): Promise<string[]> {
  const paths = (await Array.fromAsync(filesOf(".md"))).toSorted();
  return paths.filter((path) => !leftOut.some((each) => path.startsWith(each)));
}

/**
 * Checks texts in Markdown.
 *
 * @param texts The texts by their paths.
 * @returns A line for each flaw: path, line, column, text, and what is wrong.
 */
export async function flawsIn(texts: ReadonlyMap<string, string>): Promise<string[]> {
  const linter = new LocalLinter({ binary, dialect: Dialect.British });
  const all = Object.keys(await linter.getDefaultLintConfig());
  const missing = rules.filter((rule) => !all.includes(rule));
  if (missing.length > 0) throw new Error(`the linter has no rule ${missing.join(", ")}`);
  await linter.setLintConfig(Object.fromEntries(all.map((rule) => [rule, rules.includes(rule)])));
  const list = await Deno.readTextFile(new URL("words.txt", import.meta.url));
  const words = new Set(list.trim().split("\n"));
  for (const text of texts.values()) {
    for (const [name] of text.matchAll(names)) words.add(name);
  }
  await linter.importWords([...words]);
  const flaws: string[] = [];
  for (const [path, text] of texts) {
    for (const lint of await linter.lint(text, { language: "markdown" })) {
      const problem = lint.get_problem_text();
      // The linter keeps only one of several words that differ in capitals, such as kB and KB.
      if (words.has(problem)) continue;
      const before = text.slice(0, lint.span().start).split("\n");
      const column = (before.at(-1) ?? "").length + 1;
      flaws.push(`${path}:${before.length}:${column}: ${JSON.stringify(problem)}: ${lint.message()}`);
    }
  }
  await linter.dispose();
  return flaws;
}

/** Reads documents. */
export async function textsOf(paths: readonly string[]): Promise<Map<string, string>> {
  const texts = paths.map(async (path) => [path, await Deno.readTextFile(new URL(path, root))] as const);
  return new Map(await Promise.all(texts));
}
