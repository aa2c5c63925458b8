/**
 * What a command line can ask of the bridge process, apart from how it is read.
 *
 * @module
 */

import type { DiagnosticLevel } from "../host_stdio/diagnostics.ts";
import { plainText } from "../limits/plain_text.ts";
import { defaultWireLimits, type WireLimits } from "../limits/wire.ts";

/** What a command line asks for. */
export type Command =
  | { readonly kind: "serve"; readonly flags: Flags }
  | { readonly kind: "help" }
  | { readonly kind: "version" };

/** The settings of a bridge. */
export interface Flags {
  /** The directory of the log files as given; undefined for the working directory. */
  readonly logDirectory: string | undefined;
  /** The limits of the pipe. */
  readonly limits: WireLimits;
  /** The least important diagnostics that are shown. */
  readonly logLevel: DiagnosticLevel;
}

/** The level of diagnostics when none is asked for. */
export const DEFAULT_LOG_LEVEL: DiagnosticLevel = "warning";

/** A command line that cannot be carried out; the message names the flag, the value and what would be right. */
export class FlagError extends Error {
  override name = "FlagError";

  /** @param message The text for stderr, on one line whatever it quotes. */
  constructor(message: string) {
    super(plainText(message));
  }
}

/** The exit code for a command line that cannot be carried out. */
export const EXIT_USAGE = 2;

/** What no flags at all ask for. */
export const defaultCommand: Command = {
  kind: "serve",
  flags: { logDirectory: undefined, limits: defaultWireLimits, logLevel: DEFAULT_LOG_LEVEL },
};
