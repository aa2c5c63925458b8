/**
 * Formats values, events and native actions as one or two lines of text.
 *
 * @module
 */

import { cyan, dim, magenta, yellow } from "@std/fmt/colors";
import type { EventMessage } from "../../clients/typescript/bridge_client.ts";
import { plainText } from "../../limits/unicode.ts";

/** Minimum space for a value on its line, in characters. */
const LEAST_ROOM = 20;

/** What the player answered to a native action. */
export type ActionAnswer = { readonly result: unknown } | { readonly error: { readonly message: string } };

/** Formats an event as one line. */
export function eventLine({ event, panel, data }: EventMessage, width: number): string {
  const name = plainText(event);
  const target = panel === undefined ? "to every panel" : `to ${plainText(panel)}`;
  const room = Math.max(LEAST_ROOM, width - name.length - target.length - 8);
  return `    ${magenta("⚑")} ${magenta(name)} ${dim(target)} ${shortText(data, room)}`;
}

/** Formats a native action and its answer as one line. */
export function actionLine(action: string, params: unknown, answer: ActionAnswer, width: number): string {
  const name = plainText(action);
  const room = Math.max(2 * LEAST_ROOM, width - name.length - 10);
  const result = "result" in answer && !isEmpty(answer.result) ? answer.result : undefined;
  // Each side gets at least half of the line, and the space that the other leaves.
  const reserved = result === undefined ? 0 : Math.min(Math.floor(room / 2), shortText(result, room).length);
  const asked = isEmpty(params) ? "" : ` ${shortText(params, room - reserved)}`;
  const answered = "error" in answer
    ? yellow(plainText(answer.error.message))
    : result === undefined
    ? ""
    : shortText(result, room - asked.length);
  return `    ${dim("→")} ${cyan(name)}${asked}${answered === "" ? "" : `${dim(" ← ")}${answered}`}`;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Replaces every run of white space with one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Limits on what is shown of a value. */
interface Budget {
  /** Elements of an array. */
  readonly elements: number;
  /** Members of an object. */
  readonly members: number;
  /** Characters of a string. */
  readonly characters: number;
  /** Nesting depth of arrays and objects. */
  readonly depth: number;
}

/** From large to small. The first budget with which the value fits is used. */
const budgets: readonly Budget[] = [
  { elements: 10, members: 30, characters: 160, depth: 9 },
  { elements: 6, members: 20, characters: 80, depth: 6 },
  { elements: 4, members: 12, characters: 60, depth: 5 },
  { elements: 3, members: 10, characters: 48, depth: 4 },
  { elements: 2, members: 8, characters: 36, depth: 4 },
  { elements: 2, members: 6, characters: 28, depth: 3 },
  { elements: 1, members: 5, characters: 24, depth: 3 },
  { elements: 1, members: 4, characters: 20, depth: 2 },
  { elements: 1, members: 3, characters: 16, depth: 2 },
  { elements: 1, members: 2, characters: 12, depth: 1 },
];

/** The length above which a string fits on no line, in characters. */
const HUGE = 1000;
/** Maximum number of characters shown of such a string. */
const HUGE_SHOWN = 30;

/**
 * Formats a JSON value on one line: keys without quotes where possible, an ellipsis for the parts that do not fit.
 *
 * @param width The maximum length, in characters.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(shortText({ found: true, files: ["a.flac"] }, 80), `{found: true, files: ["a.flac"]}`);
 * assertEquals(shortText([..."abcdefghij"], 30), `["a", "b", "c", "d", … 6 more]`);
 * ```
 */
export function shortText(value: unknown, width: number): string {
  let text = "";
  for (const budget of budgets) {
    text = textOf(value, budget, 0);
    if (text.length <= width) return text;
  }
  return `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** Breaks a text at its spaces into lines of at most `width` characters. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const blank = rest.lastIndexOf(" ", width);
    const end = blank > width / 2 ? blank : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

function textOf(value: unknown, budget: Budget, depth: number): string {
  if (typeof value === "string") return textOfString(value, budget.characters);
  if (Array.isArray(value)) {
    if (value.length > 0 && depth >= budget.depth) return `[… ${value.length}]`;
    const parts = value.slice(0, budget.elements).map((element) => textOf(element, budget, depth + 1));
    if (value.length > budget.elements) parts.push(`… ${value.length - budget.elements} more`);
    return `[${parts.join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined);
    if (entries.length > 0 && depth >= budget.depth) return "{…}";
    const parts = entries.slice(0, budget.members).map(([key, member]) =>
      `${keyOf(key)}: ${textOf(member, budget, depth + 1)}`
    );
    if (entries.length > budget.members) parts.push("…");
    return `{${parts.join(", ")}}`;
  }
  return JSON.stringify(value) ?? "nothing";
}

/** A string in quotes. A long one keeps both ends: the end of a path tells files apart. */
function textOfString(text: string, characters: number): string {
  if (text.length <= characters) return quoted(text);
  const shown = text.length > HUGE ? Math.min(characters, HUGE_SHOWN) : characters;
  const head = Math.ceil((shown - 1) / 2);
  return quoted(`${text.slice(0, head)}…${text.slice(head + 1 - shown)}`);
}

/** A string in quotes, its control characters escaped. */
function quoted(text: string): string {
  return plainText(JSON.stringify(text));
}

function keyOf(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}
