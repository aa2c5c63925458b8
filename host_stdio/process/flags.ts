/** The parser of the command line. */

import { parseArgs } from "@std/cli/parse-args";
import { defaultWireLimits, wireLimitRanges, type WireLimits } from "../../limits/wire.ts";
import { type DiagnosticLevel, diagnosticLevels } from "../diagnostics.ts";
import { type Command, DEFAULT_LOG_LEVEL, FlagError } from "./command.ts";

export { type Command, FlagError, type Flags } from "./command.ts";

const limitFlags = {
  "max-frame-bytes": "maxFrameBytes",
  "max-queue-bytes": "maxQueueBytes",
  "action-timeout-ms": "actionTimeoutMs",
  "start-timeout-ms": "startTimeoutMs",
} as const satisfies Record<string, keyof WireLimits>;

const switches = ["help", "version"] as const;
const valueFlags = ["log-dir", "log-level", ...Object.keys(limitFlags)];

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

/**
 * Parses the command line. Flags have the form `--flag=value` or `--flag value`.
 *
 * @throws {FlagError} When a flag is unknown, repeated or has an invalid value.
 */
export function parseFlags(args: readonly string[]): Command {
  const parsed = parseArgs(args, {
    string: valueFlags,
    boolean: switches,
    collect: valueFlags,
    alias: { help: "h" },
    "--": true,
    unknown(argument: string): never {
      const hint = argument.startsWith("-") ? "unknown flag" : "unexpected argument";
      throw new FlagError(`${hint} ${quoted(argument)}; --help lists the flags`);
    },
  });
  for (const rest of parsed["--"] ?? []) throw new FlagError(`unexpected argument ${quoted(rest)}`);
  if (parsed["help"]) return { kind: "help", text: usage };
  if (parsed["version"]) return { kind: "version" };

  const limits: { -readonly [Name in keyof WireLimits]: WireLimits[Name] } = { ...defaultWireLimits };
  for (const [flag, name] of Object.entries(limitFlags)) {
    const text = only(flag, parsed[flag]);
    if (text !== undefined) limits[name] = wholeNumber(flag, text, wireLimitRanges[name]);
  }
  const logDirectory = only("log-dir", parsed["log-dir"]);
  if (logDirectory === "") throw new FlagError("--log-dir needs a directory");
  return {
    kind: "serve",
    flags: { logDirectory, limits, logLevel: level(only("log-level", parsed["log-level"])) },
  };
}

/** Returns the value of a flag that may be given at most once. */
function only(flag: string, values: unknown): string | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  if (values.length > 1) throw new FlagError(`--${flag} is given ${values.length} times`);
  return String(values[0]);
}

function wholeNumber(flag: string, text: string, [least, most]: readonly [number, number]): number {
  const number = Number(text);
  if (!/^[0-9]+$/.test(text) || number < least || number > most) {
    throw new FlagError(`--${flag} must be a whole number from ${least} to ${most}, not ${quoted(text)}`);
  }
  return number;
}

function level(text: string | undefined): DiagnosticLevel {
  if (text === undefined) return DEFAULT_LOG_LEVEL;
  const found = diagnosticLevels.find((name) => name === text);
  if (!found) {
    throw new FlagError(`--log-level must be one of ${diagnosticLevels.join(", ")}, not ${quoted(text)}`);
  }
  return found;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
