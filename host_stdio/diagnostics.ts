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
  /**
   * Tells whether a level is shown, so that nothing is gathered for a report that nobody reads.
   *
   * @param level The level.
   * @returns Whether it is. All levels are shown when the method is left out.
   */
  shows?(level: DiagnosticLevel): boolean;
}

/** Diagnostics that nobody reads. */
export const silentDiagnostics: Diagnostics = { report() {}, shows: () => false };
