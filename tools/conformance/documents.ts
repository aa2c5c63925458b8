/** The sentences and table rows of the normative documents, each of which a fixture or a test can name. */

import { root } from "../tree.ts";

/** A sentence, or a row of a table. */
export interface Statement {
  readonly document: string;
  /** Line number, from 1. */
  readonly line: number;
  /** The heading above it, without what it has in brackets, or the operation in bold that begins its paragraph or one before. */
  readonly heading: string;
  /** The sentence alone, or the cells of the row, without line breaks. */
  readonly parts: readonly string[];
}

/** The documents that bind the bridge. */
export const normativeDocuments = ["specification", "decisions", "protocol", "native-actions", "extensions"]
  .map((name) => `docs/${name}.md`);

/** Reads the statements of all normative documents. */
export async function readStatements(): Promise<readonly Statement[]> {
  const texts = await Promise.all(normativeDocuments.map((path) => Deno.readTextFile(new URL(path, root))));
  return normativeDocuments.flatMap((path, index) => statementsOf(path, texts[index] ?? ""));
}

/** Finds the statements of a document. */
export function statementsOf(document: string, markdown: string): Statement[] {
  const statements: Statement[] = [];
  let heading = "";
  for (const block of blocksOf(markdown)) {
    const [first = ""] = block.lines;
    const title = /^#+ (.*?)(?: \(.*)?$/.exec(first)?.[1];
    if (title !== undefined) {
      heading = title;
    } else if (first.startsWith("|")) {
      for (const [index, row] of block.lines.entries()) {
        const isHead = index < 2;
        if (!isHead) statements.push({ document, line: block.line + index, heading, parts: cellsOf(row) });
      }
    } else {
      const text = block.lines.map((line) => line.trim()).join(" ").replace(/^(?:[-*]|\d+\.) /, "");
      const [, operations, rest = text] = /^((?:\*\*[A-Za-z]+\.\w+\*\*(?:, )?)+)\. (.*)/.exec(text) ?? [];
      if (operations !== undefined) heading = operations.replaceAll("*", "");
      for (const sentence of sentencesOf(rest)) {
        statements.push({ document, line: block.line, heading, parts: [sentence] });
      }
    }
  }
  return statements;
}

interface Block {
  readonly line: number;
  readonly lines: string[];
}

/** Splits a document into headings, tables, paragraphs and items of lists. Code blocks are left out. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of markdown.replaceAll("\r\n", "\n").split("\n").entries()) {
    const inTable = open?.lines[0]?.startsWith("|") ?? false;
    const begins = /^#+ |^\s*(?:[-*]|\d+\.) /.test(line) || inTable !== line.startsWith("|");
    if (line.trim() === "" || /^ {4}\S/.test(line) && !open) open = undefined;
    else if (open && !begins) open.lines.push(line);
    else blocks.push(open = { line: index + 1, lines: [line.trim()] });
    if (/^#+ /.test(line)) open = undefined;
  }
  return blocks;
}

function cellsOf(row: string): string[] {
  return row.replace(/^\| ?|\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** Splits a text at the ends of its sentences: not in code, and not in brackets. What ends in a colon introduces a list. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let begin = 0;
  let inCode = false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === "`") inCode = !inCode;
    if (inCode) continue;
    if (sign === "(") depth++;
    if (sign === ")") depth--;
    if (depth > 0 || !text.startsWith(". ", at)) continue;
    sentences.push(text.slice(begin, at + 1));
    begin = at + 2;
  }
  sentences.push(text.slice(begin));
  return sentences.filter((sentence) => !/^$|:$/.test(sentence));
}

/** The statements that each reference names. A good reference names one. */
export type References = ReadonlyMap<string, readonly Statement[]>;

/**
 * Lists the references to all statements: a sentence, a heading and a sentence, or a heading and the first cells of a
 * row, joined by ` | `.
 */
export function statementsByReference(statements: readonly Statement[]): References {
  const named = new Map<string, Statement[]>();
  for (const statement of statements) {
    for (const reference of referencesTo(statement)) {
      const others = named.get(reference);
      if (others) others.push(statement);
      else named.set(reference, [statement]);
    }
  }
  return named;
}

/** The shortest reference that names a statement and no other. */
export function referenceTo(statement: Statement, references: References): string {
  const names = referencesTo(statement).sort((a, b) => a.length - b.length);
  return names.find((name) => references.get(name)?.length === 1) ?? names.at(-1) ?? "";
}

function referencesTo({ heading, parts }: Statement): string[] {
  const names = parts.map((_, index) => [heading, ...parts.slice(0, index + 1)].join(" | "));
  return parts.length === 1 ? [...names, ...parts] : names;
}
