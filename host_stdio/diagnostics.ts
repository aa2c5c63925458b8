/**
 * The bridge's diagnostics, for people: never part of an answer, never on stdout.
 *
 * @module
 */

/** Levels, least important first. */
export const diagnosticLevels = ["debug", "info", "warning", "error"] as const;

/**
 * The list of levels, of which their type is made.
 *
 * @internal
 */
type Levels = typeof diagnosticLevels;

/** How important a line is. */
export type DiagnosticLevel = Levels[number];

/** Where diagnostics go. */
export interface Diagnostics {
  /**
   * Reports something.
   *
   * @param level How important it is.
   * @param message A sentence; `{name}` stands for a property.
   * @param properties What belongs to it.
   */
  report(level: DiagnosticLevel, message: string, properties?: Readonly<Record<string, unknown>>): void;
}

/** Diagnostics that nobody reads. */
export const silentDiagnostics: Diagnostics = { report() {} };
