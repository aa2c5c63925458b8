/**
 * The commands and flags of the bridge process. flags.ts parses the command line and has the text of `--help`.
 */

import { plainText } from "../../limits/unicode.ts";
import { defaultWireLimits, type WireLimits } from "../../limits/wire.ts";
import type { DiagnosticLevel } from "../diagnostics.ts";

/** The parsed command line. */
export type Command =
  | { readonly kind: "serve"; readonly flags: Flags }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" };

/** The settings of a bridge process. */
export interface Flags {
  /** The value of `--log-dir`; undefined for the working directory. */
  readonly logDirectory: string | undefined;
  readonly limits: WireLimits;
  /** The least important diagnostics to show. */
  readonly logLevel: DiagnosticLevel;
}

export const DEFAULT_LOG_LEVEL: DiagnosticLevel = "warning";

/** Thrown for an invalid command line. The message names the flag, the value and the valid values. */
export class FlagError extends Error {
  override name = "FlagError";

  /** @param message The text for stderr. Control characters are escaped. */
  constructor(message: string) {
    super(plainText(message));
  }
}

/** The exit code for an invalid command line. */
export const EXIT_USAGE = 2;

/** The command without flags. */
export const defaultCommand: Command = {
  kind: "serve",
  flags: { logDirectory: undefined, limits: defaultWireLimits, logLevel: DEFAULT_LOG_LEVEL },
};

/**
 * Returns the absolute path of the log directory with links resolved.
 *
 * @param given The value of `--log-dir`; undefined for the working directory.
 * @throws {FlagError} When there is no such directory or the permissions do not include it.
 */
export function logDirectoryOf(given: string | undefined): string {
  if (given === undefined) return Deno.cwd();
  const text = JSON.stringify(given);
  try {
    const path = Deno.realPathSync(given);
    if (Deno.statSync(path).isDirectory) return path;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new FlagError(`--log-dir ${text} does not exist`);
    if (error instanceof Deno.errors.NotCapable) {
      throw new FlagError(`--log-dir ${text} is outside what --allow-read grants`);
    }
    throw new FlagError(`--log-dir ${text} cannot be read`);
  }
  throw new FlagError(`--log-dir ${text} is not a directory`);
}

/** The text for a user who starts the bridge on a terminal. */
export const greeting =
  `Tonearm is the scripting bridge of desktop media players: a player starts it and talks to it
over stdin and stdout. There is nothing to type here. To see it at work: deno task demo
(without Deno: npx --yes deno@2.9.6 task demo). For the flags: --help
`;
