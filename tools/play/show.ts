/** Values, events and native actions in one line each. */

import { cyan, dim, magenta, yellow } from "@std/fmt/colors";
import type { EventMessage } from "../../clients/typescript/bridge_client.ts";
import { plainText } from "../../limits/unicode.ts";

/** What the player answered to a native action. */
export type ActionAnswer = { readonly result: unknown } | { readonly error: { readonly message: string } };

const SHOWN_ELEMENTS = 6;
const SHOWN_CHARACTERS = 80;
/** The least room for a value, in characters. */
const LEAST_ROOM = 40;

/** A value on one line, cut to a width. Long lists and texts are cut inside, so that the line says what they begin with. */
export function shortText(value: unknown, width: number): string {
  const text = textOf(value);
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

function textOf(value: unknown): string {
  if (typeof value === "string") {
    const cut = value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS - 1)}…` : value;
    return plainText(JSON.stringify(cut));
  }
  if (Array.isArray(value)) {
    const more = value.length > SHOWN_ELEMENTS ? [`… ${value.length - SHOWN_ELEMENTS} more`] : [];
    return `[${[...value.slice(0, SHOWN_ELEMENTS).map(textOf), ...more].join(", ")}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "nothing";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const keyOf = (key: string) => /^[A-Za-z_$][\w$]*$/.test(key) ? key : textOf(key);
  return `{${members.map(([key, member]) => `${keyOf(key)}: ${textOf(member)}`).join(", ")}}`;
}

/** An event on one line. */
export function eventLine({ event, panel, data }: EventMessage, width: number): string {
  const target = panel === undefined ? "to every panel" : `to ${plainText(panel)}`;
  const head = `    ${magenta("⚑")} ${magenta(plainText(event))} ${dim(target)} `;
  return head + shortText(data, Math.max(LEAST_ROOM, width - event.length - target.length - 8));
}

/** A native action and its answer on one line. */
export function actionLine(name: string, params: unknown, answer: ActionAnswer, width: number): string {
  const room = Math.max(2 * LEAST_ROOM, width - name.length - 10);
  const shown = (value: unknown, room: number) =>
    typeof value === "object" && value !== null && Object.keys(value).length > 0
      ? shortText(value, room)
      : "";
  // Each side gets at least half of the line, and the space that the other leaves.
  const result = "error" in answer ? answer.error.message : answer.result;
  const asked = shown(params, room - Math.min(room / 2, shown(result, room).length));
  const answered = "error" in answer
    ? yellow(plainText(answer.error.message))
    : shown(result, room - asked.length);
  return `    ${dim("→")} ${cyan(plainText(name))}${asked === "" ? "" : ` ${asked}`}${
    answered === "" ? "" : `${dim(" ← ")}${answered}`
  }`;
}

/** A text on one line, with single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Breaks a text into lines at its spaces. */
export function wrapped(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
