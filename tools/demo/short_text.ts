/**
 * Values as a line or two that a person takes in at a glance.
 *
 * @module
 */

import { plainText } from "../../text/unicode.ts";

/** How much of a value is shown. */
interface Budget {
  /** Elements of an array. */
  readonly elements: number;
  /** Members of an object. */
  readonly members: number;
  /** Characters of a string. */
  readonly characters: number;
  /** Arrays and objects within each other. */
  readonly depth: number;
}

/** From generous to thrifty; the first that fits is taken. */
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

/** Strings longer than this are huge, in characters. */
const HUGE = 1000;
/** How many characters of a huge string are shown. */
const HUGE_SHOWN = 30;

/**
 * Writes a value on one line: like JSON, but keys that need no quotes have none, and an ellipsis stands for what does
 * not fit.
 *
 * @param value Any JSON value.
 * @param width How many characters the line may have.
 * @returns The line.
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

/**
 * Breaks a line at its blanks.
 *
 * @param text The line.
 * @param width How many characters a line may have.
 * @returns The lines.
 */
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

/** A string in quotes; of a long one both ends, for the end of a path says most. */
function textOfString(text: string, characters: number): string {
  if (text.length <= characters) return quoted(text);
  // Of a text that no line could hold, more does not say more.
  const shown = text.length > HUGE ? Math.min(characters, HUGE_SHOWN) : characters;
  const head = Math.ceil((shown - 1) / 2);
  return quoted(`${text.slice(0, head)}…${text.slice(head + 1 - shown)}`);
}

/** A string in quotes, with nothing in it that a terminal would obey. */
function quoted(text: string): string {
  return plainText(JSON.stringify(text));
}

function keyOf(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}
