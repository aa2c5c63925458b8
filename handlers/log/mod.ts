/**
 * Namespace `log`: the component log file and further log files beside it (specification, "log").
 *
 * @module
 */

import type { ConnectionContext } from "../context.ts";
import type { NamespaceServices, ServiceOptions } from "../services.ts";
import { LogFiles } from "./log_files.ts";
import * as v from "valibot";
import { DEFAULT_LOG_FILE, isLogFileName } from "../../limits/log_file_name.ts";
import { DEFAULT_LOG_LINES, logTailTooLarge } from "../../limits/log_lines.ts";
import { described, documentedAs } from "../documented_schema.ts";
import { messageParams, messageRequired } from "../message.ts";
import { defineOperation, noParams, succeeded } from "../operation.ts";
import { boolean, integer, params, string, withDefault } from "../params.ts";
import { diskErrors } from "./disk_failure.ts";
import { formatLine } from "./line.ts";
import { notRegular } from "./regular_file.ts";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const invalidLogFileName = "Invalid log file name";

const clear = defineOperation({
  name: "log.clear",
  description: "Truncates the component log file.",
  params: noParams,
  result: v.strictObject({ success: v.literal(true) }),
  errors: [notRegular, ...diskErrors("clear")],
  async handle(_params, { services, signal }) {
    await services.log.clear(signal);
    return succeeded();
  },
});

const read = defineOperation({
  name: "log.read",
  description: "Reads the last lines of the component log file.",
  params: params({
    lines: described(
      withDefault(v.pipe(integer, v.minValue(0, "lines must be non-negative")), DEFAULT_LOG_LINES),
      "How many lines, counted from the end of the file.",
    ),
  }),
  result: v.strictObject({
    success: v.literal(true),
    content: described(v.string(), "The lines joined by `\\n`."),
    lines: v.array(v.string()),
    lineCount: described(count, "How many lines were read."),
    totalLines: described(count, "How many lines the file has."),
  }),
  errors: [notRegular, logTailTooLarge, ...diskErrors("read")],
  async handle({ lines: wanted }, { services, signal }) {
    const { lines, totalLines } = await services.log.read(wanted, signal);
    return succeeded({ content: lines.join("\n"), lines, lineCount: lines.length, totalLines });
  },
});

const write = defineOperation({
  name: "log.write",
  description: "Appends a line to a log file.",
  params: messageParams({
    file: described(
      withDefault(
        documentedAs(v.custom<string>(isLogFileName, invalidLogFileName), v.string()),
        DEFAULT_LOG_FILE,
      ),
      "The file's name in the log directory: no path, ending in `.log` or `.txt`.",
    ),
    level: described(withDefault(string, "info"), "Written in upper case before the text."),
    append: described(withDefault(boolean, true), "When false, the file is emptied first."),
    timestamp: described(withDefault(boolean, true), "Whether the time stands before the line."),
  }),
  result: v.strictObject({
    success: v.literal(true),
    path: described(v.string(), "The full path of the file."),
  }),
  errors: [messageRequired, invalidLogFileName, notRegular, ...diskErrors("write")],
  async handle({ text, file, level, append, timestamp }, { clock, services, signal }) {
    const line = formatLine({ text, level, time: timestamp ? clock.now() : undefined });
    const path = await services.log.write({ file, line, truncate: !append }, signal);
    return succeeded({ path });
  },
});

/** The operations of the namespace `log`. */
export const logOperations = [clear, read, write] as const;

/** What the namespace `log` keeps for a connection. */
export function logServices(
  { diagnostics, isOutputFull }: ConnectionContext,
  { logDirectory, disk }: ServiceOptions,
) {
  return { log: new LogFiles(logDirectory, diagnostics, disk, isOutputFull) } satisfies NamespaceServices;
}
