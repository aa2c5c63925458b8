/**
 * Finds out where in a value a text that is still being typed has got to.
 *
 * @module
 */

/** Where the next character goes. */
export interface JsonPlace {
  /** Whether it belongs to the key of a member, to a value, or to punctuation between them. */
  readonly at: "key" | "value" | "between";
  /** Leads to the object or array that is being written and, of a value, on to it. */
  readonly path: readonly (string | number)[];
  /** What is there of the key or the value; a string has its quote. */
  readonly fragment: string;
  /** The keys that the object has already. */
  readonly keys: readonly string[];
}

/** An object or an array that is not closed yet. */
interface Open {
  readonly kind: "object" | "array";
  readonly keys: string[];
  /** The number of the element that is being written. */
  index: number;
  /** What comes next in it. */
  expects: "key" | "colon" | "value" | "comma";
}

/** Punctuation, a string that may lack its end, or a word. Comments and blanks are no tokens. */
const TOKEN =
  /\/\/.*|\/\*.*?(?:\*\/|$)|\s+|[{}[\]:,]|"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|[^\s{}[\]:,"'/]+|\//gsu;

/**
 * Reads JSON5 up to where it breaks off.
 *
 * @param text The text up to the cursor.
 * @returns The place; undefined when the text cannot go on, as behind the last brace or after an error.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(placeIn("{mode: 'au"), { at: "value", path: ["mode"], fragment: "'au", keys: ["mode"] });
 * ```
 */
export function placeIn(text: string): JsonPlace | undefined {
  const stack: Open[] = [];
  const tokens = text.match(TOKEN) ?? [];
  const last = tokens.at(-1) ?? "";
  const unfinished = isUnfinished(last);
  for (const token of unfinished ? tokens.slice(0, -1) : tokens) {
    if (/^(?:\s|\/[/*])/u.test(token)) continue;
    if (!take(token, stack)) return undefined;
  }
  const open = stack.at(-1);
  if (!open) return undefined;
  const fragment = unfinished ? last : "";
  const { expects, keys } = open;
  if (expects === "key") return { at: "key", path: pathOf(stack.slice(0, -1)), fragment, keys };
  if (expects === "value") return { at: "value", path: pathOf(stack), fragment, keys };
  return fragment === "" ? { at: "between", path: pathOf(stack.slice(0, -1)), fragment, keys } : undefined;
}

/** Whether more of the same token may follow: a word, or a string without its end. */
function isUnfinished(token: string): boolean {
  if (/^["']/u.test(token)) return !/^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/su.test(token);
  return /^[^\s{}[\]:,/]/u.test(token);
}

function take(token: string, stack: Open[]): boolean {
  const open = stack.at(-1);
  if (open?.expects === "value" || !open) return takeValue(token, stack);
  if (token === "}" && open.kind === "object") return close(stack);
  if (token === "]" && open.kind === "array") return close(stack);
  switch (open.expects) {
    case "key":
      if (/^[{}[\]:,]/u.test(token)) return false;
      open.keys.push(keyOf(token));
      open.expects = "colon";
      return true;
    case "colon":
      open.expects = "value";
      return token === ":";
    case "comma":
      open.index++;
      open.expects = open.kind === "object" ? "key" : "value";
      return token === ",";
  }
}

function takeValue(token: string, stack: Open[]): boolean {
  const open = stack.at(-1);
  if (token === "{") stack.push({ kind: "object", keys: [], index: 0, expects: "key" });
  else if (token === "[") stack.push({ kind: "array", keys: [], index: 0, expects: "value" });
  // A comma may stand behind the last element.
  else if (token === "]" && open?.kind === "array") return close(stack);
  else if (!open || /^[}\]:,]/u.test(token)) return false;
  else open.expects = "comma";
  return true;
}

function close(stack: Open[]): boolean {
  stack.pop();
  const outer = stack.at(-1);
  if (outer) outer.expects = "comma";
  return true;
}

function pathOf(stack: readonly Open[]): (string | number)[] {
  return stack.map(({ kind, keys, index }) => kind === "array" ? index : keys.at(-1) ?? "");
}

/** A key without its quotes. One with escapes in it is no known key, whatever it says. */
function keyOf(token: string): string {
  return /^["']/u.test(token) ? token.slice(1, -1) : token;
}
