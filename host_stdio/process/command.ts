/**
 * The commands and flags of the bridge process, and its texts for a terminal. flags.ts parses the command line.
 */

import { plainText } from "../../limits/unicode.ts";
import { defaultWireLimits, type WireLimits } from "../../limits/wire.ts";
import { type DiagnosticLevel, diagnosticLevels } from "../diagnostics.ts";

/** The parsed command line. */
export type Command =
  | { readonly kind: "serve"; readonly flags: Flags }
  | { readonly kind: "help" }
  | { readonly kind: "version" };

/** The settings of a bridge process. */
export interface Flags {
  /** The value of `--log-dir`; undefined for the working directory. */
  readonly logDirectory: string | undefined;
  readonly limits: WireLimits;
  /** The least important diagnostics to show. */
  readonly logLevel: DiagnosticLevel;
}

/** The default of `--log-level`. */
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

/** The text of `--help`. */
export const usage = `Tonearm, the scripting bridge of desktop media players.

A media player starts it as a child process and talks to it over stdin and stdout in
length-prefixed JSON. It is of no use on a terminal; the demo shows it at work:

  deno task demo                          with Deno installed
  npx --yes deno@2.9.6 task demo          with Node.js and npm only

How a player starts it, with the log directory as working directory:

  tonearm [flags]           the single binary
  DENO_NO_UPDATE_CHECK=1 deno run --no-prompt --allow-read=. --allow-write=. --deny-import \\
    --cached-only main.ts [flags]

Flags, written --flag=value or --flag value:

  --log-dir DIRECTORY       where log files are (default: the working directory);
                            it has to be within what --allow-read and --allow-write grant
  --max-frame-bytes N       largest message body each way (default: ${defaultWireLimits.maxFrameBytes})
  --max-queue-bytes N       unread output from which on new calls are refused
                            (default: ${defaultWireLimits.maxQueueBytes})
  --action-timeout-ms N     how long the player may take for a native action
                            (default: ${defaultWireLimits.actionTimeoutMs})
  --start-timeout-ms N      how long a track of a jitQueue session may take to start
                            (default: ${defaultWireLimits.startTimeoutMs})
  --log-level LEVEL         least important diagnostics on stderr: ${diagnosticLevels.join(", ")}
                            (default: ${DEFAULT_LOG_LEVEL})
  --version                 prints the version, and the commit that a bundle is of
  -h, --help                prints this

Exit codes: 0 the player or a signal has ended the bridge; 1 the input ended inside a frame, input
or output failed, or output was left unread; 2 the command line is wrong.
`;

/** The text for a user who starts the bridge on a terminal. */
export const greeting =
  `Tonearm is the scripting bridge of desktop media players: a player starts it and talks to it
over stdin and stdout. There is nothing to type here. To see it at work: deno task demo
(without Deno: npx --yes deno@2.9.6 task demo). For the flags: --help
`;
