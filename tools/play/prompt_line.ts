/**
 * What a line at the prompt says.
 *
 * @module
 */

import json5 from "json5";
import { didYouMean } from "../../text/names.ts";

/** A line, understood. */
export type PromptLine =
  /** Blank, or a comment. */
  | { readonly kind: "nothing" }
  | {
    readonly kind: "call";
    /** The name of the operation. */
    readonly name: string;
    /** Its parameters; undefined when none are given. */
    readonly params: object | undefined;
    /** Whether the next line is not to wait for the answer. */
    readonly background: boolean;
  }
  | {
    readonly kind: "command";
    /** Its name, without the colon. */
    readonly name: string;
    /** What follows the name. */
    readonly rest: string;
  };

/** A line that cannot be carried out as it was typed: the message says why and what to do. */
export class Misuse extends Error {
  override name = "Misuse";
}

/** What an operation, a lifecycle message or a plugin's operation is called. */
const OPERATION = /^([A-Za-z]\w*\.[^\s{[]+)\s*(.*)$/su;
const COMMAND = /^:(\S*)\s*(.*)$/su;
/** The commands that need no colon. */
const BARE = /^(help|exit|quit)(?:\s+(.*))?$/su;
/** An `&` that ends a line, behind the parameters or the name. */
const BACKGROUND = /\s*&$/u;

/**
 * Reads a line: `queue.add {tracks: [1]}` calls an operation, with `&` at its end without waiting, `:menu choose play` is
 * a command, as are `help`, `exit` and `quit` without the colon, and what begins with `#` is a comment.
 *
 * @param line The line.
 * @param known What a line can begin with, to guess what an unknown beginning was meant to be.
 * @returns What it says.
 * @throws {Misuse} When it says nothing that can be done.
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
    throw new Misuse(
      `${JSON.stringify(text)} is neither an operation with its parameters, as in queue.add {tracks: [1]}, ` +
        `nor a command, as in :help${didYouMean(text.split(/[\s{]/u, 1)[0] ?? "", known)}`,
    );
  }
  const params = given === ""
    ? undefined
    : readParams(given, line.indexOf(given, line.indexOf(name) + name.length));
  return { kind: "call", name, params, background };
}

/** Reads JSON5, of which only what JSON can say is taken; `before` is how many characters of the line are before it. */
function readParams(text: string, before: number): object {
  let value: unknown;
  try {
    value = json5.parse(text, (key, member: unknown) => {
      if (typeof member === "number" && !Number.isFinite(member)) {
        throw new Misuse(`${key === "" ? "the parameters" : key}: ${member} is no number that JSON has`);
      }
      return member;
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Misuse(syntaxText(error, text, before));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Misuse("the parameters have to be an object, as in {tracks: [1]}");
  }
  return value;
}

function syntaxText(error: SyntaxError, text: string, before: number): string {
  const [, what = error.message] = /^JSON5: (.*?)(?: at \d+:\d+)?$/su.exec(error.message) ?? [];
  if (what === "invalid end of input") {
    return `the parameters are not finished: ${JSON.stringify(text)} lacks its end`;
  }
  const column = "columnNumber" in error ? ` in column ${before + Number(error.columnNumber)}` : "";
  return `the parameters are no object in JSON or JSON5: ${what}${column}`;
}
