/** Writes all mutations of a file into its text, each behind a switch, and counters against endless loops. */

import { ts } from "ts-morph";
import type { Mutation } from "./mutation.ts";

/** The name of the function that returns whether the mutation with an id is active. */
export const IS_ON = "__mutant";

/** The name of the function that each loop iteration calls, and each async function with {@linkcode CALL_WEIGHT}. */
export const ROUND = "__round";

/** Number of rounds that a call of an async function counts as: an endless recursion has no loop. */
export const CALL_WEIGHT = 100;

/**
 * Returns the text with its mutations and counters.
 *
 * @param mutations The mutations of the text, outer ones before inner ones.
 */
export function instrument(text: string, mutations: readonly Mutation[]): string {
  const edits = new Edits();
  for (const mutation of mutations) write(edits, text, mutation);
  const source = ts.createSourceFile("file.ts", text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false)) {
      const { statement } = node;
      edits.around(statement.getStart(source), statement.getEnd(), `{ ${ROUND}(); `, " }");
    }
    if (isAsync(node) && node.body && ts.isBlock(node.body)) {
      const { body } = node;
      edits.around(body.getStart(source) + 1, body.getEnd() - 1, ` ${ROUND}(${CALL_WEIGHT});`, "");
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edits.applied(text);
}

function isAsync(node: ts.Node): node is ts.FunctionLikeDeclaration {
  if (!ts.isFunctionLike(node) || !ts.canHaveModifiers(node)) return false;
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false;
}

function write(edits: Edits, text: string, { form, id, start, end, becomes, secondEnd }: Mutation): void {
  const isOn = `${IS_ON}(${id})`;
  switch (form) {
    case "expression":
      return edits.around(start, end, `(${isOn} ? (${becomes}) : (`, "))");
    case "statement":
      return edits.around(start, end, `{ if (!${isOn}) { `, " } }");
    case "property":
      return edits.around(start, end, `...(${isOn} ? {} : { `, " })");
    case "element":
      return edits.around(start, end, `...(${isOn} ? [] : [`, "])");
    case "swap":
      edits.around(start, end, `{ if (!${isOn}) { `, " } }");
      return edits.around(start, secondEnd ?? end, "", ` if (${isOn}) { ${text.slice(start, end)} }`);
  }
}

interface Edit {
  readonly at: number;
  readonly from: number;
  readonly order: number;
  readonly text: string;
  readonly closes: boolean;
}

/** Insertions around nested pieces of a text. */
class Edits {
  readonly #edits: Edit[] = [];
  #count = 0;

  around(start: number, end: number, before: string, after: string): void {
    const order = this.#count++;
    this.#edits.push({ at: start, from: end, order, text: before, closes: false });
    this.#edits.push({ at: end, from: start, order, text: after, closes: true });
  }

  applied(text: string): string {
    let result = "";
    let at = 0;
    for (const edit of this.#edits.sort(compared)) {
      result += text.slice(at, edit.at) + edit.text;
      at = edit.at;
    }
    return result + text.slice(at);
  }
}

/** Closing insertions come before opening ones at the same place; the longer piece is the outer one. */
function compared(a: Edit, b: Edit): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.closes !== b.closes) return a.closes ? -1 : 1;
  if (a.from !== b.from) return b.from - a.from;
  return a.closes ? b.order - a.order : a.order - b.order;
}
