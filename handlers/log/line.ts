/**
 * How a line of a log file is written (contract-decisions.md, "log").
 *
 * @module
 */

/** What a line is made of. */
export interface LineParts {
  /** The text. */
  readonly text: string;
  /** The level, any text. */
  readonly level: string;
  /** Milliseconds since 1970-01-01 UTC; undefined for a line without timestamp. */
  readonly time: number | undefined;
}

/**
 * Writes a line.
 *
 * @param parts What it is made of.
 * @returns `[YYYY-MM-DD HH:MM:SS.mmm][LEVEL] text` in local time, or `[LEVEL] text`, and its end.
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
