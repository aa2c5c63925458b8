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
  if (parsed["help"]) return { kind: "help" };
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
