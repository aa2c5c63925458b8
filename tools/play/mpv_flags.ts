/**
 * The command line of the prompt with mpv: `deno task mpv`, or `deno task play --player=mpv`.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { promptUsage } from "./program.ts";

/** What a command line asks for. */
export type MpvCommand = { readonly kind: "help" } | {
  readonly kind: "play";
  readonly settings: MpvSettings;
};

/** Which mpv plays what. */
export interface MpvSettings {
  /** Files, folders, wildcards and URLs to play. */
  readonly files: readonly string[];
  /** The socket of a running mpv; undefined: one is started. */
  readonly attach: string | undefined;
  /** The program that is mpv. */
  readonly program: string;
  /** Options for the mpv that is started. */
  readonly mpvOptions: readonly string[];
  /** The directory of the bridge's log files; undefined for the usual one. */
  readonly logDirectory: string | undefined;
}

/** A command line that cannot be carried out; the message says why. */
export class FlagError extends Error {
  override name = "FlagError";
}

/** The text of `--help`. */
export const mpvUsage = `Plays with mpv, with Tonearm's bridge beside it, and gives a prompt to call it.

  deno task mpv [flags] [files, folders, wildcards or URLs]

  --attach SOCKET           takes an mpv that runs already, started with
                            --input-ipc-server=SOCKET; it goes on running afterwards
  --mpv PROGRAM             the program that is mpv (default: mpv)
  --mpv-option OPTION       an option for the mpv that is started, such as --mpv-option=--no-video;
                            can be given more than once
  --log-dir DIRECTORY       where the bridge's log files are
                            (default: tonearm-mpv in $XDG_STATE_HOME or ~/.local/state)
  -h, --help                prints this

The prompt is that of deno task play; lines in a pipe are a script:

  queue.addPaths {paths: ["/music"]}     calls an operation; parameters in JSON or JSON5
  :player next                           is a command; help lists them, exit ends
  # text                                 is a comment

${promptUsage}`;

const valueFlags = ["attach", "mpv", "log-dir"] as const;

/**
 * Reads a command line.
 *
 * @param args The arguments.
 * @returns What they ask for.
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
