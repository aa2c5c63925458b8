/**
 * Writes every mutation of a file into its text, each switched by its number, and what holds up loops without end.
 *
 * @module
 */

import { ts } from "ts-morph";
import type { Mutation } from "./mutation.ts";

/** What the instrumented text asks whether a mutation is on: a function of its number. */
export const IS_ON = "__mutant";

/** What it calls in each round of a loop, and in each call of an async function with {@linkcode CALL_WEIGHT}. */
export const ROUND = "__round";

/** How many rounds a call of an async function counts for: one that begins itself again goes on without a loop. */
export const CALL_WEIGHT = 100;

/**
 * Writes mutations into a file.
 *
 * @param text The file.
 * @param mutations Its mutations, outer ones before inner ones.
 * @returns The text with all of them.
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

/** Insertions around pieces of a text, one within the other. */
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

/** What ends somewhere comes before what begins there; the longer piece is the outer one. */
function compared(a: Edit, b: Edit): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.closes !== b.closes) return a.closes ? -1 : 1;
  if (a.from !== b.from) return b.from - a.from;
  return a.closes ? b.order - a.order : a.order - b.order;
}
