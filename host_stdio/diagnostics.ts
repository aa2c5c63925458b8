/** The levels of diagnostics, least important first. */
export const diagnosticLevels = ["debug", "info", "warning", "error"] as const;

/** @internal */
type Levels = typeof diagnosticLevels;

/** The importance of a diagnostic line: `debug`, `info`, `warning` or `error`. */
export type DiagnosticLevel = Levels[number];

/** Diagnostics sink. Diagnostics are meant for people and go to stderr in a bridge process. */
export interface Diagnostics {
  /**
   * Reports a line.
   *
   * @param level The importance.
   * @param message The text; `{name}` stands for the property of that name.
   * @param properties The properties; none by default.
   */
  report(level: DiagnosticLevel, message: string, properties?: Readonly<Record<string, unknown>>): void;
  /**
   * Returns whether a level is shown, so that a caller can skip expensive reports. Without this method, all levels are
   * shown.
   */
  shows?(level: DiagnosticLevel): boolean;
}

/** A sink that ignores everything. */
export const silentDiagnostics: Diagnostics = { report() {}, shows: () => false };
