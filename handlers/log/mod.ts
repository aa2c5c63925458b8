/**
 * Namespace `log`: the component log file and further log files in the same directory (specification, "log").
 */

import * as v from "valibot";
import type { Context } from "../core/context.ts";
import { described, documentedAs } from "../core/documented_schema.ts";
import { messageParams, messageRequired } from "../core/message.ts";
import { defineNamespace } from "../core/namespace.ts";
import { defineOperation, noParams, succeeded } from "../core/operation.ts";
import { boolean, integer, params, string, withDefault } from "../core/params.ts";
import { diskErrors } from "./disk.ts";
import { DEFAULT_LOG_FILE, DEFAULT_LOG_LINES, isLogFileName, logTailTooLarge } from "./limits.ts";
import { LogFiles } from "./log_files.ts";
import { notRegular } from "./regular_file.ts";

export interface LineParts {
  readonly text: string;
  /** Any text. */
  readonly level: string;
  /** Milliseconds since 1970-01-01 UTC; undefined for a line without timestamp. */
  readonly time: number | undefined;
}

/**
 * Formats a line of a log file (decisions.md, "log").
 *
 * @returns `[YYYY-MM-DD HH:MM:SS.mmm][LEVEL] text` in local time, or `[LEVEL] text`, with a line end.
 */
export function formatLine({ text, level, time }: LineParts): string {
  const timestamp = time === undefined ? "" : `[${localTime(time)}]`;
  return `${timestamp}[${level.toUpperCase()}] ${text}\n`;
}

function localTime(time: number): string {
  const at = new Date(time);
  const day = `${digits(at.getFullYear(), 4)}-${digits(at.getMonth() + 1, 2)}-${digits(at.getDate(), 2)}`;
  const hour = `${digits(at.getHours(), 2)}:${digits(at.getMinutes(), 2)}:${digits(at.getSeconds(), 2)}`;
  return `${day} ${hour}.${digits(at.getMilliseconds(), 3)}`;
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, "0");
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const invalidLogFileName = "Invalid log file name";

const clear = defineOperation({
  name: "log.clear",
  description: "Truncates the component log file.",
  params: noParams,
  result: () => v.strictObject({ success: v.literal(true) }),
  errors: [notRegular, ...diskErrors("clear")],
  async handle(_params, { state, cancelSignal }: Context<LogFiles>) {
    await state.clear(cancelSignal);
    return succeeded();
  },
});

const read = defineOperation({
  name: "log.read",
  description: "Reads the last lines of the component log file.",
  params: () =>
    params({
      lines: described(
        withDefault(v.pipe(integer, v.minValue(0, "lines must be non-negative")), DEFAULT_LOG_LINES),
        "How many lines, counted from the end of the file.",
      ),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      content: described(v.string(), "The lines joined by `\\n`."),
      lines: v.array(v.string()),
      lineCount: described(count, "How many lines were read."),
      totalLines: described(count, "How many lines the file has."),
    }),
  errors: [notRegular, logTailTooLarge, ...diskErrors("read")],
  async handle({ lines: wanted }, { state, signal }: Context<LogFiles>) {
    const { lines, totalLines } = await state.read(wanted, signal);
    return succeeded({ content: lines.join("\n"), lines, lineCount: lines.length, totalLines });
  },
});

const write = defineOperation({
  name: "log.write",
  description: "Appends a line to a log file.",
  params: () =>
    messageParams({
      file: described(
        withDefault(
          documentedAs(v.custom<string>(isLogFileName, invalidLogFileName), v.string()),
          DEFAULT_LOG_FILE,
        ),
        "The file's name in the log directory: no path, ending in `.log` or `.txt`.",
      ),
      level: described(withDefault(string, "info"), "Written in upper case before the text."),
      append: described(withDefault(boolean, true), "When false, the file is emptied first."),
      timestamp: described(withDefault(boolean, true), "Whether the line begins with the time."),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      path: described(v.string(), "The full path of the file."),
    }),
  errors: [messageRequired, invalidLogFileName, notRegular, ...diskErrors("write")],
  async handle({ text, file, level, append, timestamp }, { clock, state, cancelSignal }: Context<LogFiles>) {
    const line = formatLine({ text, level, time: timestamp ? clock.now() : undefined });
    const path = await state.write({ file, line, truncate: !append }, cancelSignal);
    return succeeded({ path });
  },
});

export const log = defineNamespace({
  name: "log",
  operations: [clear, read, write],
  createState: (connection) => new LogFiles(connection),
  listeners: (files) => files,
});
