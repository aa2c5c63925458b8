/**
 * The names that `log.write` takes for its file (specification, "log.write"; contract-decisions.md, "log").
 *
 * @module
 */

import { hasControlCharacter, utf8Length } from "../../text/unicode.ts";

/** The number of trailing lines when `lines` is left out. */
export const DEFAULT_LOG_LINES = 100;

/**
 * The most bytes of text that are read for one answer, however many lines are asked for. An answer carries its text
 * twice, in `lines` and in `content`; more than this would not fit a frame of 64 MiB anyhow.
 */
export const MAX_LOG_TAIL_BYTES = 32 * 1024 * 1024;

/**
 * The largest file that is read, in bytes: its lines have to be counted, at some seconds for each GiB, and meanwhile the
 * other log operations wait. No document sets a limit; no log comes near this one, but a file that somebody has put in
 * its place may.
 */
export const MAX_LOG_FILE_BYTES = 4 * 1024 * 1024 * 1024;

/** The text for lines that are larger together. */
export const logTailTooLarge = `Log lines exceed maximum size (${MAX_LOG_TAIL_BYTES})`;

/** The component log file, which is also where `log.write` writes when no name is given. */
export const DEFAULT_LOG_FILE = "webview_ui.log";

/** The most bytes that a name may have in UTF-8. */
const MAX_BYTES = 255;

// None of these has the flag u: with it, `ſ` and `K` would fold into ASCII letters.
const EXTENSION = /.\.(?:log|txt)$/is;
const FORBIDDEN = /[/\\:*?"<>|]/;
const DEVICE = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])$/i;

/**
 * Whether a value is a name that a log file may have: a leaf name on every operating system, and no device on any.
 *
 * @param value Any value.
 * @returns Whether it is.
 */
export function isLogFileName(value: unknown): value is string {
  return typeof value === "string" &&
    utf8Length(value, MAX_BYTES) <= MAX_BYTES &&
    EXTENSION.test(value) &&
    !FORBIDDEN.test(value) &&
    !hasControlCharacter(value) &&
    !/^[ .]|[ .]$/.test(value) &&
    !isDeviceName(value);
}

/**
 * Windows takes a device's name for the device with any extension and with blanks before the dot.
 *
 * @param name A name with an extension.
 */
function isDeviceName(name: string): boolean {
  return DEVICE.test(name.slice(0, name.indexOf(".")).replace(/^ +| +$/g, ""));
}
