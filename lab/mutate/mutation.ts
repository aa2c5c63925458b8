/**
 * One small way to break a file of the bridge.
 *
 * @module
 */

/** What is done to the code. */
export type MutationKind =
  | "text"
  | "number"
  | "limit"
  | "boolean"
  | "condition"
  | "comparison"
  | "arithmetic"
  | "logic"
  | "default"
  | "await"
  | "statement"
  | "order"
  | "field"
  | "element"
  | "function"
  | "expression"
  | "assignment"
  | "method";

/**
 * How a mutation is written into the instrumented text: around an expression, around a statement, around a member of an
 * object or an array, or as a statement that moves behind the next one.
 */
export type MutationForm = "expression" | "statement" | "property" | "element" | "swap";

/** A mutation as it is found in a file. */
export interface FoundMutation {
  /** What is done. */
  readonly kind: MutationKind;
  /** How it is written. */
  readonly form: MutationForm;
  /** Where the code that is changed begins, in UTF-16 code units. */
  readonly start: number;
  /** Where it ends; with `swap`, the first of the two statements. */
  readonly end: number;
  /** What stands there instead; empty when it is removed. With `swap`, the text of the second statement. */
  readonly becomes: string;
  /** With `swap`, where the second statement ends. */
  readonly secondEnd?: number;
  /** The names around it, from the outermost declaration on, joined by dots; empty at the top of a file. */
  readonly where: string;
}

/** A mutation of the tree. */
export interface Mutation extends FoundMutation {
  /** Its number in this run. */
  readonly id: number;
  /** The file, from the root of the tree. */
  readonly file: string;
  /** What it is called in `lab/mutate/equivalent.jsonc`: it stays the same while other lines of the file change. */
  readonly name: string;
  /** The line where it begins, from 1. */
  readonly line: number;
  /** The lines that change: before and after. */
  readonly diff: readonly string[];
}

/** The most of a text that becomes part of a name. */
const MAX_IN_NAME = 70;

/**
 * Gives the mutations of a file their names, numbers and places.
 *
 * @param file The file, from the root of the tree.
 * @param text Its text.
 * @param found Its mutations.
 * @param firstId The number of the first.
 * @returns The mutations, in the same order.
 */
export function named(
  file: string,
  text: string,
  found: readonly FoundMutation[],
  firstId: number,
): Mutation[] {
  const counts = new Map<string, number>();
  return found.map((mutation, index) => {
    const was = text.slice(mutation.start, mutation.end);
    const change = mutation.becomes === "" ? "removed" : `→ ${short(mutation.becomes)}`;
    const plain = `${file} ${mutation.where}: ${mutation.kind}: ${short(was)} ${change}`;
    const count = (counts.get(plain) ?? 0) + 1;
    counts.set(plain, count);
    return {
      ...mutation,
      id: firstId + index,
      file,
      name: count === 1 ? plain : `${plain} (${count})`,
      line: text.slice(0, mutation.start).split("\n").length,
      diff: diffOf(text, mutation),
    };
  });
}

function short(code: string): string {
  const line = code.replaceAll(/\s+/g, " ");
  return line.length <= MAX_IN_NAME ? line : `${line.slice(0, MAX_IN_NAME - 1)}…`;
}

/** The changed lines before and after, each with its mark. */
function diffOf(text: string, { form, start, end, secondEnd, becomes }: FoundMutation): string[] {
  const last = secondEnd ?? end;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const to = text.indexOf("\n", last) < 0 ? text.length : text.indexOf("\n", last);
  const instead = form === "swap" ? `${becomes} ${text.slice(start, end)}` : becomes;
  const before = text.slice(from, to).split("\n");
  const after = (text.slice(from, start) + instead + text.slice(last, to)).split("\n");
  const isGone = after.every((line) => /^\s*[;,]?\s*$/.test(line));
  return [...before.map((line) => `- ${line}`), ...isGone ? [] : after.map((line) => `+ ${line}`)];
}
