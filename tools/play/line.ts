/** Reads a line of the prompt, and knows the operations. */

import json5 from "json5";
import { didYouMean } from "../../limits/names.ts";
import type { Method, OpenRpcDocument } from "../docs/open_rpc.ts";
import { UsageError } from "../support/options.ts";
import { root } from "../tree.ts";

/** The document of the API. */
export const api: OpenRpcDocument = JSON.parse(Deno.readTextFileSync(new URL("docs/openrpc.json", root)));

/** The operations, then the lifecycle messages that have an answer, by name. */
export const methods: ReadonlyMap<string, Method> = new Map(
  api.methods.filter(({ result }) => result !== undefined).map((method) => [method.name, method]),
);

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
  const value = readJson5(text, column);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UsageError("the parameters must be an object, as in {tracks: [1]}");
}

/**
 * Reads arguments in JSON or JSON5, with commas between them.
 *
 * @throws {UsageError} When the text is no list, or has a number that JSON lacks.
 */
export function readArguments(text: string): readonly unknown[] {
  return readJson5(`[${text}]`) as readonly unknown[];
}

function readJson5(text: string, column?: number): unknown {
  try {
    return json5.parse(text, (key, member: unknown) => {
      if (typeof member !== "number" || Number.isFinite(member)) return member;
      throw new UsageError(`${key === "" ? "the parameters" : key}: JSON has no number ${member}`);
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, what = error.message] = /^JSON5: (.*?)(?: at \d+:\d+)?$/su.exec(error.message) ?? [];
    if (what === "invalid end of input") {
      throw new UsageError(`the parameters ${JSON.stringify(text)} are incomplete`);
    }
    const place = "columnNumber" in error && column !== undefined
      ? ` in column ${column + Number(error.columnNumber)}`
      : "";
    throw new UsageError(`the parameters are neither JSON nor JSON5: ${what}${place}`);
  }
}

/** A text on one line, with single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
