/**
 * The command line of the prompt with mpv: `deno task mpv`, or `deno task play --player=mpv`.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { promptUsage } from "./program.ts";

/** A parsed command line. */
export type MpvCommand = { readonly kind: "help" } | {
  readonly kind: "play";
  readonly settings: MpvSettings;
};

export interface MpvSettings {
  /** Files, folders, wildcards and URLs to play. */
  readonly files: readonly string[];
  /** The socket of a running mpv; undefined to start one. */
  readonly attach: string | undefined;
  /** The path or name of mpv. */
  readonly program: string;
  /** Options for a started mpv. */
  readonly mpvOptions: readonly string[];
  /** The directory of the bridge's log files; undefined for the default. */
  readonly logDirectory: string | undefined;
}

/** The command line is wrong. */
export class FlagError extends Error {
  override name = "FlagError";
}

/** The text of `--help`. */
export const mpvUsage = `Plays with mpv, starts a bridge for it, and shows a prompt to call the bridge.

  deno task mpv [flags] [files, folders, wildcards or URLs]

  --attach SOCKET           uses a running mpv, started with
                            --input-ipc-server=SOCKET, which stays running
  --mpv PROGRAM             the path or name of mpv (default: mpv)
  --mpv-option OPTION       an option for the started mpv, such as --mpv-option=--no-video;
                            may be repeated
  --log-dir DIRECTORY       the directory of the bridge's log files
                            (default: tonearm-mpv in $XDG_STATE_HOME or ~/.local/state)
  -h, --help                prints this help

The prompt is that of deno task play; lines in a pipe are a script:

  queue.addPaths {paths: ["/music"]}     calls an operation; parameters in JSON or JSON5
  :player next                           is a command; help lists them, exit ends
  # text                                 is a comment

${promptUsage}`;

const valueFlags = ["attach", "mpv", "log-dir"] as const;

/**
 * Parses the command line.
 *
 * @throws {FlagError} When a flag is unknown, repeated, has no value, or does not go with another.
 */
export function parseMpvFlags(args: readonly string[]): MpvCommand {
  const parsed = parseArgs(args, {
    string: [...valueFlags, "mpv-option", "_"],
    collect: [...valueFlags, "mpv-option"],
    boolean: ["help"],
    alias: { help: "h" },
    "--": true,
    unknown(argument: string): boolean {
      if (argument.startsWith("-")) {
        throw new FlagError(`unknown flag ${JSON.stringify(argument)}; see --help`);
      }
      return true;
    },
  });
  if (parsed["help"]) return { kind: "help" };
  const [attach, program, logDirectory] = valueFlags.map((flag) => only(flag, parsed[flag]));
  const mpvOptions = texts(parsed["mpv-option"]);
  const foreign = mpvOptions.find((option) => !option.startsWith("--"));
  if (foreign !== undefined) {
    throw new FlagError(
      `--mpv-option needs an option of mpv such as --mpv-option=--no-video, not ${JSON.stringify(foreign)}`,
    );
  }
  if (attach !== undefined && mpvOptions.length > 0) {
    throw new FlagError("--mpv-option is for an mpv that is started, and --attach starts none");
  }
  const files = [...parsed._, ...parsed["--"] ?? []].map(String);
  return { kind: "play", settings: { files, attach, program: program ?? "mpv", mpvOptions, logDirectory } };
}

function only(flag: string, values: unknown): string | undefined {
  const [value, ...more] = texts(values);
  if (more.length > 0) throw new FlagError(`--${flag} is given ${more.length + 1} times`);
  if (value === "") throw new FlagError(`--${flag} needs a value`);
  return value;
}

function texts(values: unknown): string[] {
  return Array.isArray(values) ? values.map(String) : [];
}
