/** Reads a line of the prompt, and the words after a command. */

import json5 from "json5";
import { didYouMean } from "../../limits/names.ts";
import { UsageError } from "../support/options.ts";

/** What a line says. */
export type PromptLine =
  /** Blank, or a comment. */
  | { readonly kind: "nothing" }
  /** An operation. */
  | { readonly kind: "call"; readonly name: string; readonly params: object | undefined }
  /** A command, without its colon, and the text after it. */
  | { readonly kind: "command"; readonly name: string; readonly rest: string };

const OPERATION = /^([A-Za-z]\w*\.[^\s{[]+)\s*(.*)$/su;
const COMMAND = /^(?::(\S*)|(help|exit|quit)(?!\S))\s*(.*)$/su;

/**
 * Reads a line.
 *
 * @param known Beginnings of a line, for the hint at a wrong one.
 * @throws {UsageError} When the line is neither a call nor a command, or its parameters are no object in JSON5.
 */
export function readPromptLine(line: string, known: Iterable<string> = []): PromptLine {
  const text = line.trim();
  if (text === "" || text.startsWith("#")) return { kind: "nothing" };
  const [isCommand, command, bare = "", rest = ""] = COMMAND.exec(text) ?? [];
  if (isCommand !== undefined) return { kind: "command", name: command ?? bare, rest };
  const [, name, given = ""] = OPERATION.exec(text) ?? [];
  if (name === undefined) {
    throw new UsageError(
      `${JSON.stringify(text)} is neither an operation with its parameters, as in queue.add {tracks: [1]}, ` +
        `nor a command, as in :help${didYouMean(text.split(/[\s{]/u, 1)[0] ?? "", known)}`,
    );
  }
  const column = line.indexOf(given, line.indexOf(name) + name.length);
  return { kind: "call", name, params: given === "" ? undefined : readParams(given, column) };
}

/**
 * Reads parameters in JSON or JSON5.
 *
 * @param column The column of the line in which they begin, from 0.
 * @throws {UsageError} When the text is no object, or has a number that JSON lacks.
 */
export function readParams(text: string, column = 0): object {
  let value: unknown;
  try {
    value = json5.parse(text, (key, member: unknown) => {
      if (typeof member !== "number" || Number.isFinite(member)) return member;
      throw new UsageError(`${key === "" ? "the parameters" : key}: JSON has no number ${member}`);
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, what = error.message] = /^JSON5: (.*?)(?: at \d+:\d+)?$/su.exec(error.message) ?? [];
    if (what === "invalid end of input") {
      throw new UsageError(`the parameters ${JSON.stringify(text)} are incomplete`);
    }
    const place = "columnNumber" in error ? ` in column ${column + Number(error.columnNumber)}` : "";
    throw new UsageError(`the parameters are neither JSON nor JSON5: ${what}${place}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UsageError("the parameters must be an object, as in {tracks: [1]}");
}

/** The value of a word or, for the last one of a usage, of all words that are left. */
export type Word = string | number | boolean | number[];

const INDICES = ["PLAYLIST", "ITEM", "COUNT", "ORDER"];
const NUMBERS = ["SECONDS", "PERCENT"];
const SINGLE = ["EVENT", "SIGNAL", "VERB"];

/**
 * Reads the words after a command as its usage says: `SECONDS` and `PERCENT` are numbers, `ITEM` and its like indices from 0, `ITEM…`
 * one index or more, `on | off` a boolean, `EVENT` and its like one word, everything else all that is left. Words in
 * brackets may be left out.
 *
 * @throws {UsageError} When a word is missing, has another form, or is one too many.
 */
export function readWords(usage: string, text: string): Word[] {
  let rest = text.trim();
  const words: Word[] = [];
  for (const [, bracket, what = ""] of usage.matchAll(/(\[?)(on \| off|[A-Z]+…?)/gu)) {
    const named = what === "on | off"
      ? what.replace("|", "or")
      : `the ${what.toLowerCase().replace("…", "")}`;
    if (rest === "" && bracket !== "") return words;
    if (rest === "") throw new UsageError(`${named} is missing`);
    const takesOne = what === "on | off" || [...INDICES, ...NUMBERS, ...SINGLE].includes(what);
    const [word = ""] = takesOne ? rest.split(/\s+/u, 1) : [rest];
    rest = rest.slice(word.length).trimStart();
    words.push(valueOf(what, named, word));
  }
  if (rest !== "") throw new UsageError(`unexpected ${JSON.stringify(rest)} at the end`);
  return words;
}

function valueOf(what: string, named: string, word: string): Word {
  if (what === "on | off") {
    if (word === "on" || word === "off") return word === "on";
    throw new UsageError(`say on or off, not ${JSON.stringify(word)}`);
  }
  if (what.endsWith("…")) {
    return word === "all" ? word : word.split(/\s+/u).map((each) => indexOf(named, each));
  }
  if (INDICES.includes(what)) return indexOf(named, word);
  if (!NUMBERS.includes(what)) return word;
  if (/^-?\d+(?:\.\d+)?$/u.test(word)) return Number(word);
  throw new UsageError(`${named} must be a number, not ${JSON.stringify(word)}`);
}

function indexOf(named: string, word: string): number {
  if (/^\d+$/u.test(word) && Number.isSafeInteger(Number(word))) return Number(word);
  throw new UsageError(`${named} must be a whole number, 0 or more, not ${JSON.stringify(word)}`);
}
