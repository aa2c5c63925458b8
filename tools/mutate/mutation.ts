/** A mutation: one small change that breaks a file of the bridge. */

/** The changed part of the code. */
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
 * How a mutation is written into the instrumented text: around an expression, a statement, a member of an object or an element
 * of an array, or by moving a statement after the next one.
 */
export type MutationForm = "expression" | "statement" | "property" | "element" | "swap";

/** A mutation of a file. */
export interface FoundMutation {
  readonly kind: MutationKind;
  readonly form: MutationForm;
  /** The start of the changed code, in UTF-16 code units. */
  readonly start: number;
  /** Its end; with `swap`, the end of the first statement. */
  readonly end: number;
  /** The replacement; empty when the code is removed. With `swap`, the second statement. */
  readonly becomes: string;
  /** With `swap`, the end of the second statement. */
  readonly secondEnd?: number;
  /** The names of the declarations around it, joined by dots; empty at the top level. */
  readonly where: string;
}

/** A mutation of the tree. */
export interface Mutation extends FoundMutation {
  readonly id: number;
  /** The file, from the root of the tree. */
  readonly file: string;
  /** Its name in `tools/mutate/equivalent.jsonc`, which does not depend on other lines of the file. */
  readonly name: string;
  /** The first line, one-based. */
  readonly line: number;
  /** The changed lines before and after, with `-` and `+`. */
  readonly diff: readonly string[];
}

/** Maximum number of characters of code in a name. */
const MAX_IN_NAME = 70;

/** Adds names, ids from `firstId`, and places to the mutations of a file. */
export function named(
  file: string,
  text: string,
  found: readonly FoundMutation[],
  firstId: number,
): Mutation[] {
  const counts = new Map<string, number>();
  return found.map((mutation, index) => {
    const code = text.slice(mutation.start, mutation.end);
    // The value of a field may contain a description, whose wording must not change the name.
    const was = mutation.form === "property" ? code.replace(/(?<=^[\w"]+):.*/s, "") : code;
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
