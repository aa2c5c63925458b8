/**
 * Limits of the namespace `log` (specification, "Limits") and the file names of `log.write` (specification,
 * "log.write"; decisions.md, "log").
 */

import { hasControlCharacter, utf8Length } from "../../limits/unicode.ts";

/** The number of lines that `log.read` returns when `lines` is left out. */
export const DEFAULT_LOG_LINES = 100;

/**
 * The largest text of one `log.read` answer, in bytes. The answer has the text twice, in `lines` and in `content`; more
 * would not fit in a frame of 64 MiB.
 */
export const MAX_LOG_TAIL_BYTES = 32 * 1024 * 1024;

/**
 * The largest file that `log.read` reads, in bytes. Counting the lines takes some seconds per GiB, and other log
 * operations wait meanwhile. No real log comes near it.
 */
export const MAX_LOG_FILE_BYTES = 4 * 1024 * 1024 * 1024;

/** The error text for lines over {@linkcode MAX_LOG_TAIL_BYTES}. */
export const logTailTooLarge = `Log lines exceed maximum size (${MAX_LOG_TAIL_BYTES})`;

/** The component log file, and the file of `log.write` without a name. */
export const DEFAULT_LOG_FILE = "webview_ui.log";

/** The longest name, in bytes of UTF-8. */
const MAX_BYTES = 255;

// Without the flag u: with it, `ſ` and `K` would match ASCII letters.
const EXTENSION = /.\.(?:log|txt)$/is;
const FORBIDDEN = /[/\\:*?"<>|]/;
const DEVICE = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9\u00b9\u00b2\u00b3])$/i;

/** Whether a value is a valid log file name: a leaf name on every operating system that names no device on any. */
export function isLogFileName(value: unknown): value is string {
  return typeof value === "string" &&
    utf8Length(value, MAX_BYTES) <= MAX_BYTES &&
    EXTENSION.test(value) &&
    !FORBIDDEN.test(value) &&
    !hasControlCharacter(value) &&
    !/^[ .]|[ .]$/.test(value) &&
    !isDeviceName(value);
}

/** Windows treats a device name with any extension, and with blanks before the dot, as the device. */
function isDeviceName(name: string): boolean {
  return DEVICE.test(name.slice(0, name.indexOf(".")).replace(/^ +| +$/g, ""));
}
