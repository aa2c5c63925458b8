/**
 * Diagnostics on stderr, written by LogTape. LogTape is loaded with the first line, because loading takes 11 ms and
 * most bridges never report anything.
 */

import { plainText } from "../../limits/unicode.ts";
import { type DiagnosticLevel, diagnosticLevels, type Diagnostics } from "../diagnostics.ts";

/** Maximum number of lines that wait to be written. Later lines are dropped. */
const MAX_WAITING = 1000;

/**
 * Maximum length of a property's text, in UTF-16 code units. Longer texts are cut, because properties can be as long as
 * a frame, and up to {@linkcode MAX_WAITING} lines wait in memory.
 */
const MAX_TEXT_LENGTH = 1000;

type Report = (
  level: DiagnosticLevel,
  message: string,
  properties: Readonly<Record<string, unknown>>,
) => void;

/** Writes diagnostics to stderr. A full or closed stderr does not block the bridge. */
export class StderrDiagnostics implements Diagnostics {
  readonly #shown: ReadonlySet<DiagnosticLevel>;
  #waiting: Parameters<Report>[] = [];
  #report: Report | undefined;
  #loading: Promise<void> | undefined;
  #drain: (() => Promise<void>) | undefined;

  /** @param level The least important level to show. */
  constructor(level: DiagnosticLevel) {
    this.#shown = new Set(diagnosticLevels.slice(diagnosticLevels.indexOf(level)));
  }

  shows(level: DiagnosticLevel): boolean {
    return this.#shown.has(level);
  }

  report(level: DiagnosticLevel, message: string, properties: Readonly<Record<string, unknown>> = {}): void {
    if (!this.shows(level)) return;
    const shown = shortened(properties);
    if (this.#report) return this.#report(level, message, shown);
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push([level, message, shown]);
    this.#loading ??= this.#load();
  }

  /** Settles when all reported lines are written or cannot be written. */
  async flush(): Promise<void> {
    await this.#loading;
    await this.#drain?.();
  }

  async #load(): Promise<void> {
    const { configure, drain, fromAsyncSink, getLogger, getTextFormatter } = await import("@logtape/logtape");
    const format = getTextFormatter({ timestamp: "date-time-tz", level: "full" });
    const encoder = new TextEncoder();
    const sink = fromAsyncSink(async (record) => {
      const line = encoder.encode(`${plainText(format(record).trimEnd())}\n`);
      try {
        for (let at = 0; at < line.length;) at += await Deno.stderr.write(line.subarray(at));
      } catch {
        // stderr is closed, and the error cannot be reported anywhere else.
      }
    }, { maxQueueSize: MAX_WAITING, overflow: "drop-newest" });
    await configure({
      sinks: { stderr: sink },
      loggers: [
        { category: "tonearm", lowestLevel: "debug", sinks: ["stderr"] },
        { category: ["logtape", "meta"], lowestLevel: "error", sinks: ["stderr"] },
      ],
    });
    const logger = getLogger("tonearm");
    this.#drain = drain;
    this.#report = (level, message, properties) => logger[level](message, { ...properties });
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const report of waiting) this.#report(...report);
  }
}

/** Cuts long strings and error messages. */
function shortened(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      if (typeof value === "string") return [name, beginningOf(value)];
      if (value instanceof Error && value.message.length > MAX_TEXT_LENGTH) {
        return [name, `${value.name}: ${beginningOf(value.message)}`];
      }
      return [name, value];
    }),
  );
}

function beginningOf(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  // A slice would keep the whole text in memory, so copy the characters.
  return `${Array.from(text.slice(0, MAX_TEXT_LENGTH)).join("")}…`;
}
