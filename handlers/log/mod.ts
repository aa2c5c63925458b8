/**
 * Namespace `log`: the component log file and further log files beside it (specification, "log").
 *
 * @module
 */

import * as v from "valibot";
import { DEFAULT_LOG_FILE, isLogFileName } from "../../limits/log_file_name.ts";
import { DEFAULT_LOG_LINES } from "../../limits/log_lines.ts";
import { messageParams } from "../message.ts";
import { defineOperation, noParams, succeeded } from "../operation.ts";
import { boolean, integer, params, string, withDefault } from "../params.ts";
import { formatLine } from "./line.ts";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const clear = defineOperation({
  name: "log.clear",
  description: "Truncates the component log file.",
  params: noParams,
  result: v.strictObject({ success: v.literal(true) }),
  async handle(_params, { services, signal }) {
    await services.log.clear(signal);
    return succeeded();
  },
});

const read = defineOperation({
  name: "log.read",
  description: "Reads the last lines of the component log file.",
  params: params({
    lines: withDefault(v.pipe(integer, v.minValue(0, "lines must be non-negative")), DEFAULT_LOG_LINES),
  }),
  result: v.strictObject({
    success: v.literal(true),
    content: v.string(),
    lines: v.array(v.string()),
    lineCount: count,
    totalLines: count,
  }),
  async handle({ lines: wanted }, { services, signal }) {
    const { lines, totalLines } = await services.log.read(wanted, signal);
    return succeeded({ content: lines.join("\n"), lines, lineCount: lines.length, totalLines });
  },
});

const write = defineOperation({
  name: "log.write",
  description: "Appends a line to a log file.",
  params: messageParams({
    file: withDefault(v.custom<string>(isLogFileName, "Invalid log file name"), DEFAULT_LOG_FILE),
    level: withDefault(string, "info"),
    append: withDefault(boolean, true),
    timestamp: withDefault(boolean, true),
  }),
  result: v.strictObject({ success: v.literal(true), path: v.string() }),
  async handle({ text, file, level, append, timestamp }, { clock, services, signal }) {
    const line = formatLine({ text, level, time: timestamp ? clock.now() : undefined });
    const path = await services.log.write({ file, line, truncate: !append }, signal);
    return succeeded({ path });
  },
});

/** The operations of the namespace `log`. */
export const logOperations = [clear, read, write] as const;
