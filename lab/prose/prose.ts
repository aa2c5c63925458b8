/**
 * Checks the spelling and prose of documents with Harper (https://writewithharper.com), a linter compiled to WebAssembly.
 *
 * @module
 */

import { binary, Dialect, LocalLinter } from "../packages/harper.ts";
import { filesOf, root } from "../../tools/tree.ts";

/** The rules of the linter that fit technical documents. The others guess, or ask for another style. */
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
const leftOut = ["docs/operations/", "docs/conformance/", "docs/conformance.md", "docs/specification.md"];

/** Names in code, not words: with a digit, an underscore or a capital behind a small letter; and acronyms. */
const names = /\b(?:\w*[a-z][A-Z]\w*|\w*[0-9_]\w*|[A-Z]{2,}s?)\b/g;

/** Lists the documents, as paths from the root. */
export async function documents(): Promise<string[]> {
  const paths = (await Array.fromAsync(filesOf(".md"))).toSorted();
  return paths.filter((path) => !leftOut.some((each) => path.startsWith(each)));
}

/** Checks texts of Markdown. */
export class ProseLinter implements AsyncDisposable {
  readonly #linter: LocalLinter;
  readonly #words: ReadonlySet<string>;

  private constructor(linter: LocalLinter, words: ReadonlySet<string>) {
    this.#linter = linter;
    this.#words = words;
  }

  /** Loads the linter with the rules and the project's words. */
  static async open(): Promise<ProseLinter> {
    const linter = new LocalLinter({ binary, dialect: Dialect.British });
    const all = Object.keys(await linter.getDefaultLintConfig());
    const missing = rules.filter((rule) => !all.includes(rule));
    if (missing.length > 0) throw new Error(`the linter has no rule ${missing.join(", ")}`);
    await linter.setLintConfig(Object.fromEntries(all.map((rule) => [rule, rules.includes(rule)])));
    const list = await Deno.readTextFile(new URL("words.txt", import.meta.url));
    const words = new Set(list.trim().split("\n"));
    await linter.importWords([...words]);
    return new ProseLinter(linter, words);
  }

  /** Returns a line for each flaw: line, column, text, and what is wrong. */
  async flaws(text: string): Promise<string[]> {
    // A word that is imported again in capitals is no longer known in small letters.
    const found = new Set(text.match(names)).values().filter((name) => !this.#words.has(name.toLowerCase()));
    await this.#linter.importWords([...found]);
    const lints = await this.#linter.lint(text, { language: "markdown" });
    return lints.map((lint) => {
      const before = text.slice(0, lint.span().start).split("\n");
      const column = (before.at(-1) ?? "").length + 1;
      return `${before.length}:${column}: ${JSON.stringify(lint.get_problem_text())}: ${lint.message()}`;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#linter.dispose();
  }
}

/** Returns the flaws of documents, each with its path. */
export async function flawsOf(paths: readonly string[]): Promise<string[]> {
  await using linter = await ProseLinter.open();
  const flaws: string[] = [];
  for (const path of paths) {
    const text = await Deno.readTextFile(new URL(path, root));
    flaws.push(...(await linter.flaws(text)).map((flaw) => `${path}:${flaw}`));
  }
  return flaws;
}
