/**
 * Diagnostics on stderr, through LogTape. LogTape is loaded when there is first something to say: it costs 11 ms of a
 * start of 15, and most bridges never say anything.
 *
 * @module
 */

import { type DiagnosticLevel, diagnosticLevels, type Diagnostics } from "../host_stdio/diagnostics.ts";
import { plainText } from "../text/unicode.ts";

/** How many lines may wait for somebody to read stderr; later ones are dropped. */
const MAX_WAITING = 1000;

/**
 * The most UTF-16 code units of one property that are shown. Many are texts of the player or a page, which may be as long
 * as a frame, and a thousand of those must not wait in memory.
 */
const MAX_TEXT_LENGTH = 1000;

type Report = (
  level: DiagnosticLevel,
  message: string,
  properties: Readonly<Record<string, unknown>>,
) => void;

/** Writes diagnostics to stderr. Nobody has to read them: a stderr that is full or closed holds nothing up. */
export class StderrDiagnostics implements Diagnostics {
  readonly #shown: ReadonlySet<DiagnosticLevel>;
  #waiting: Parameters<Report>[] = [];
  #report: Report | undefined;
  #loading: Promise<void> | undefined;
  #drain: (() => Promise<void>) | undefined;

  /** @param level The least important level that is shown. */
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

  /** Waits until everything reported is written, as far as somebody reads it. */
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
        // A closed stderr: there is nobody to tell, and nothing else to tell it with.
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

/** Properties of which none is longer than can be shown: of a longer text the beginning, of an error its message's. */
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
  // A slice would keep the whole text in memory; taken apart and put together again, it is a text of its own.
  return `${Array.from(text.slice(0, MAX_TEXT_LENGTH)).join("")}…`;
}
