/**
 * Completes lines at the prompt: operations, commands, and parameters from the schemas of the definitions.
 *
 * @module
 */

import type { JsonSchema } from "../docs/json_schema.ts";
import type { Api } from "./api.ts";
import type { CommandContext } from "./command.ts";
import { commands } from "./commands.ts";

/** The candidates and the part of the line that they replace, as node:readline takes them. */
export type Completion = readonly [candidates: readonly string[], fragment: string];

/**
 * Completes a line. Operations that the player does not support are not offered.
 *
 * @param line The line up to the cursor.
 */
export function complete(line: string, context: CommandContext): Completion {
  const text = line.trimStart();
  const [, name, params] = /^([^\s:{]+)(?:\s+(?=\S)|\s+$|(?=\{))(.*)$/su.exec(text) ?? [];
  if (name !== undefined && params !== undefined) return completeParams(context.api, name, params);
  if (!text.startsWith(":")) return completeName(text, context);
  const [, command, rest] = /^:(\S+)\s+(.*)$/su.exec(text) ?? [];
  if (command === undefined || rest === undefined) {
    return [commands.map(({ name }) => `:${name} `).filter((each) => each.startsWith(text)), text];
  }
  const words = rest.split(/\s+/u);
  const fragment = words.pop() ?? "";
  const found = commands.find((each) => each.name === command)?.complete?.(words, context) ?? [];
  return [[...found].filter((word) => word.startsWith(fragment)), fragment];
}

function completeName(text: string, { api, session }: CommandContext): Completion {
  const supported = [...api.methods.values()].filter(({ name }) => !session.unsupported.has(name));
  const ofPlugins = session.operations.filter((name) => !api.methods.has(name));
  const names = [...supported.map(({ name, params }) => params.length > 0 ? `${name} ` : name), ...ofPlugins];
  const found = names.filter((name) => name.startsWith(text));
  // First the namespaces: all operations would fill the screen.
  const choices = text.includes(".")
    ? found
    : [...new Set(found.map((name) => name.slice(0, name.indexOf(".") + 1)))];
  return [choices, text];
}

/** Completes parameters: keys, enumerations, booleans, and the opening bracket of a value. */
function completeParams(api: Api, name: string, text: string): Completion {
  if (text === "") return [api.methods.get(name)?.params.length ? ["{"] : [], ""];
  const place = placeIn(text);
  if (!place || place.at === "between") return [[], ""];
  const { at, path, fragment, keys } = place;
  const quote = /^["']/u.exec(fragment)?.[0];
  const schemas = api.schemasAt(name, path);
  const words = at === "key"
    ? schemas.flatMap(({ properties = {} }) => Object.keys(properties)).filter((key) => !keys.includes(key))
      .map((key) => `${quoted(key, quote ?? (isIdentifier(key) ? "" : '"'))}: `)
    : schemas.flatMap((schema) => valuesOf(schema, quote ?? '"'));
  return [[...new Set(words)].filter((word) => word.startsWith(fragment)), fragment];
}

function valuesOf(schema: JsonSchema, quote: string): string[] {
  const { type, enum: values, const: only } = schema;
  const known = values ?? (only === undefined ? undefined : [only]);
  if (known) {
    return known.map((value) => typeof value === "string" ? quoted(value, quote) : JSON.stringify(value));
  }
  switch (type) {
    case "boolean":
      return ["true", "false"];
    case "object":
      return ["{"];
    case "array":
      return ["["];
    default:
      return [];
  }
}

function quoted(word: string, quote: string): string {
  return `${quote}${word}${quote}`;
}

function isIdentifier(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/u.test(key);
}

/** The place of the cursor in unfinished JSON5. */
export interface JsonPlace {
  readonly at: "key" | "value" | "between";
  /** The path of the value, or of the object that gets the key. */
  readonly path: readonly (string | number)[];
  /** The typed part of the key or value, with its opening quote. */
  readonly fragment: string;
  /** The keys that the object already has. */
  readonly keys: readonly string[];
}

/** An unclosed object or array. */
interface Open {
  readonly kind: "object" | "array";
  readonly keys: string[];
  /** The index of the current element. */
  index: number;
  expects: "key" | "colon" | "value" | "comma";
}

/** Comments, white space, punctuation, strings (perhaps unfinished) and words. */
const TOKEN =
  /\/\/.*|\/\*.*?(?:\*\/|$)|\s+|[{}[\]:,]|"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|[^\s{}[\]:,"'/]+|\//gsu;

/**
 * Parses JSON5 up to the cursor.
 *
 * @returns The place; undefined after the closing brace and after a syntax error.
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

/** Whether the token may continue: a word, or a string without its closing quote. */
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
  // A trailing comma.
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

/** Returns a key without its quotes. Escapes stay: no parameter name needs one. */
function keyOf(token: string): string {
  return /^["']/u.test(token) ? token.slice(1, -1) : token;
}
