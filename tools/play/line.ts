/** Reads a line of the prompt, and knows the operations. */

import json5 from "json5";
import { didYouMean } from "../../limits/names.ts";
import type { Method, OpenRpcDocument } from "../docs/open_rpc.ts";
import { UsageError } from "../support/options.ts";
import { root } from "../tree.ts";

export const api: OpenRpcDocument = JSON.parse(Deno.readTextFileSync(new URL("docs/openrpc.json", root)));

/** The operations, then the lifecycle messages that have an answer, by name. */
export const methods: ReadonlyMap<string, Method> = new Map(
  api.methods.filter(({ result }) => result !== undefined).map((method) => [method.name, method]),
);

/** An operation or a signal with the text of its parameters, or a command, which begins with a colon. */
export interface PromptLine {
  readonly name: string;
  readonly text: string;
}

const LINE = /^\s*([A-Za-z]\w*\.[^\s{[]+|:\S*|(?:help|exit|quit)(?!\S))\s*(.*?)\s*$/su;

/**
 * Reads a line; undefined for a blank one or a comment.
 *
 * @param known Beginnings of a line, for the hint at a wrong one.
 * @throws {UsageError} When the line is neither a call nor a command.
 */
export function readPromptLine(line: string, known: Iterable<string> = []): PromptLine | undefined {
  if (/^\s*(?:#|$)/u.test(line)) return undefined;
  const [, name, text = ""] = LINE.exec(line.replace(/^\s*:?exit(?![\w.])/u, "quit")) ?? [];
  if (name !== undefined) return { name: /^\w+$/.test(name) ? `:${name}` : name, text };
  const [word = ""] = /[^\s{]*/u.exec(line.trim()) ?? [];
  const names = [...known];
  const isNamespace = !names.includes(`:${word}`) && names.some((name) => name.startsWith(`${word}.`));
  const hint = isNamespace ? `; help ${word} lists its operations` : didYouMean(word, names);
  throw new UsageError(
    `${JSON.stringify(line.trim())} is neither an operation with its parameters, as in ` +
      `queue.add {tracks: [1]}, nor a command, as in :help${hint}`,
  );
}

/**
 * Reads the parameters of an operation in JSON or JSON5; undefined when it has none.
 *
 * @throws {UsageError} When they are no object, or have a number that JSON lacks.
 */
export function readParams({ text }: PromptLine): object | undefined {
  if (text === "") return undefined;
  const value = readJson5(text);
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

function readJson5(text: string): unknown {
  try {
    return json5.parse(text, (key, member: unknown) => {
      if (typeof member !== "number" || Number.isFinite(member)) return member;
      throw new UsageError(`${key === "" ? "the parameters" : key}: JSON has no number ${member}`);
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(
      `the parameters are neither JSON nor JSON5: ${error.message.replace("JSON5: ", "")}`,
    );
  }
}

/** A text on one line, with single spaces. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();
