/**
 * Parses the lines of the prompt.
 *
 * @module
 */

import json5 from "json5";
import { didYouMean } from "../../limits/names.ts";
import { UsageError } from "../support/options.ts";

/** A parsed line. */
export type PromptLine =
  /** Blank, or a comment. */
  | { readonly kind: "nothing" }
  | {
    readonly kind: "call";
    /** The operation. */
    readonly name: string;
    /** Undefined when the line has none. */
    readonly params: object | undefined;
    /** Whether the next line starts before the answer. */
    readonly background: boolean;
  }
  | {
    readonly kind: "command";
    /** The name, without the colon. */
    readonly name: string;
    /** The text after the name. */
    readonly rest: string;
  };

/** The name of an operation, a lifecycle message or a plugin's operation. */
const OPERATION = /^([A-Za-z]\w*\.[^\s{[]+)\s*(.*)$/su;
const COMMAND = /^:(\S*)\s*(.*)$/su;
/** Commands that need no colon. */
const BARE = /^(help|exit|quit)(?:\s+(.*))?$/su;
const BACKGROUND = /\s*&$/u;

/**
 * Parses a line: `queue.add {tracks: [1]}` calls an operation, a trailing `&` does not wait for the answer,
 * `:menu choose play` is a command, `help`, `exit` and `quit` are commands without a colon, and `#` begins a comment.
 *
 * @param known Valid beginnings of a line, for "did you mean".
 * @throws {UsageError} When the line is neither a call nor a command.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const call = { kind: "call", name: "queue.add", params: { tracks: [1] }, background: false } as const;
 * assertEquals(readPromptLine("queue.add {tracks: [1]}"), call);
 * assertEquals(readPromptLine(":menu choose play"), { kind: "command", name: "menu", rest: "choose play" });
 * ```
 */
export function readPromptLine(line: string, known: Iterable<string> = []): PromptLine {
  const text = line.trim();
  if (text === "" || text.startsWith("#")) return { kind: "nothing" };
  const [, command, rest = ""] = COMMAND.exec(text) ?? [];
  if (command !== undefined) return { kind: "command", name: command, rest };
  const [, bare, after = ""] = BARE.exec(text) ?? [];
  if (bare !== undefined) return { kind: "command", name: bare, rest: after };
  const background = BACKGROUND.test(text);
  const [, name, given = ""] = OPERATION.exec(text.replace(BACKGROUND, "")) ?? [];
  if (name === undefined) {
    throw new UsageError(
      `${JSON.stringify(text)} is neither an operation with its parameters, as in queue.add {tracks: [1]}, ` +
        `nor a command, as in :help${didYouMean(text.split(/[\s{]/u, 1)[0] ?? "", known)}`,
    );
  }
  const params = given === ""
    ? undefined
    : readParams(given, line.indexOf(given, line.indexOf(name) + name.length));
  return { kind: "call", name, params, background };
}

/**
 * Parses JSON5 and refuses values that JSON does not have.
 *
 * @param text The parameters.
 * @param column The zero-based column in which they begin.
 * @throws {UsageError} When the text is not an object.
 */
export function readParams(text: string, column: number): object {
  let value: unknown;
  try {
    value = json5.parse(text, (key, member: unknown) => {
      if (typeof member === "number" && !Number.isFinite(member)) {
        throw new UsageError(`${key === "" ? "the parameters" : key}: JSON has no number ${member}`);
      }
      return member;
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(syntaxText(error, text, column));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError("the parameters must be an object, as in {tracks: [1]}");
  }
  return value;
}

function syntaxText(error: SyntaxError, text: string, column: number): string {
  const [, what = error.message] = /^JSON5: (.*?)(?: at \d+:\d+)?$/su.exec(error.message) ?? [];
  if (what === "invalid end of input") return `the parameters ${JSON.stringify(text)} are incomplete`;
  const place = "columnNumber" in error ? ` in column ${column + Number(error.columnNumber)}` : "";
  return `the parameters are neither JSON nor JSON5: ${what}${place}`;
}

/** The arguments of a command, read word by word. */
export class Words {
  #rest: string;

  constructor(text: string) {
    this.#rest = text.trim();
  }

  /** Whether no word is left. */
  get done(): boolean {
    return this.#rest === "";
  }

  /**
   * Takes the next word.
   *
   * @param what Names the word in error messages, as in "the event".
   * @throws {UsageError} When no word is left.
   */
  word(what: string): string {
    const [word = ""] = this.#rest.split(/\s+/u, 1);
    if (word === "") throw new UsageError(`${what} is missing`);
    this.#rest = this.#rest.slice(word.length).trimStart();
    return word;
  }

  /**
   * Takes the next word as a decimal number.
   *
   * @throws {UsageError} When no word is left or the word is not a number.
   */
  number(what: string): number {
    const word = this.word(what);
    if (!/^-?\d+(?:\.\d+)?$/u.test(word)) {
      throw new UsageError(`${what} must be a number, not ${JSON.stringify(word)}`);
    }
    return Number(word);
  }

  /**
   * Takes the next word as a zero-based index.
   *
   * @throws {UsageError} When no word is left or the word is not a whole number.
   */
  index(what: string): number {
    const word = this.word(what);
    const number = Number(word);
    if (!/^\d+$/u.test(word) || !Number.isSafeInteger(number)) {
      throw new UsageError(`${what} must be a whole number, 0 or more, not ${JSON.stringify(word)}`);
    }
    return number;
  }

  /**
   * Takes all remaining words as indexes.
   *
   * @throws {UsageError} When no word is left or a word is not a whole number.
   */
  indices(what: string): number[] {
    const numbers = [this.index(what)];
    while (!this.done) numbers.push(this.index(what));
    return numbers;
  }

  /**
   * Takes the next word, `on` or `off`.
   *
   * @throws {UsageError} When the word is something else.
   */
  onOrOff(): boolean {
    const word = this.word("on or off");
    if (word !== "on" && word !== "off") throw new UsageError(`say on or off, not ${JSON.stringify(word)}`);
    return word === "on";
  }

  /**
   * Takes the remaining text, spaces included.
   *
   * @throws {UsageError} When no text is left.
   */
  text(what: string): string {
    const text = this.#rest;
    if (text === "") throw new UsageError(`${what} is missing`);
    this.#rest = "";
    return text;
  }

  /**
   * Checks that no word is left.
   *
   * @throws {UsageError} When one is.
   */
  end(): void {
    if (!this.done) throw new UsageError(`unexpected ${JSON.stringify(this.#rest)} at the end`);
  }
}
