/** mpv as the player of the prompt: `deno task mpv`. */

import { join } from "@std/path";
import { plainText } from "../../limits/unicode.ts";
import { ActionError } from "../../players/model/actions.ts";
import {
  choiceOption,
  type Parsed,
  switchOption,
  textOption,
  textsOption,
  UsageError,
} from "../support/options.ts";
import { stateDirectory } from "../support/state_directory.ts";
import { allowedStreams, streamsOption } from "../support/streams_option.ts";
import { typedPath } from "../typed_path.ts";
import type { OpenedPlayer } from "./players.ts";
import { promptOptions, promptOptionsUsage, promptUsage } from "./program.ts";

export interface MpvSettings {
  /** Files, folders, wildcards and URLs to play. */
  readonly files: readonly string[];
  /** The socket of a running mpv; undefined to start one. */
  readonly attach: string | undefined;
  /** The path or name of mpv. */
  readonly program: string;
  /** Options for a started mpv. */
  readonly mpvOptions: readonly string[];
  /** Whether the main menu has mpv's key bindings and commands. */
  readonly keyBindings: boolean;
  /** The hosts from which mpv may open streams. */
  readonly streams: readonly string[];
  /** Whether mpv opens the next stream before the playing track ends. */
  readonly prefetch: boolean;
  /** The directory of the bridge's log files; undefined for the default. */
  readonly logDirectory: string | undefined;
}

/** The text of `--help`. */
const usage = `Plays with mpv, starts a bridge for it, and shows a prompt to call the bridge.

  deno task mpv [flags] [files, folders, wildcards or URLs]

  --attach SOCKET           uses a running mpv, started with
                            --input-ipc-server=SOCKET, which stays running
  --mpv PROGRAM             the path or name of mpv (default: mpv)
  --mpv-option OPTION       an option for the started mpv, such as --mpv-option=--no-video;
                            may be repeated
  --key-bindings            adds mpv's key bindings and commands to the main menu
  --allow-streams HOSTS     private and local hosts from which mpv may open streams, with
                            commas between them: names or addresses, with or without a
                            port; public hosts are allowed
  --no-prefetch             opens a stream only when the track before it has ended
  --log-dir DIRECTORY       the directory of the bridge's log files
                            (default: tonearm-mpv in $XDG_STATE_HOME or ~/.local/state)
${promptOptionsUsage}
  -h, --help                prints this help

The prompt is that of deno task play; lines in a pipe are a script:

  queue.addPaths {paths: ["/music"]}     calls an operation; parameters in JSON or JSON5
  :player next                           is a command; help lists them, exit ends
  # text                                 is a comment

${promptUsage}`;

/** The command line. */
export const mpvTool = {
  name: "mpv",
  usage,
  options: {
    player: choiceOption(["mpv"], "mpv"),
    attach: textOption(),
    mpv: textOption("mpv"),
    "mpv-option": textsOption(),
    "key-bindings": switchOption(),
    "no-prefetch": switchOption(),
    ...streamsOption,
    "log-dir": textOption(),
    ...promptOptions,
  },
  operands: true,
  rest: true,
} as const;

/**
 * Checks a parsed command line.
 *
 * @throws {UsageError} When its flags contradict each other.
 */
export function mpvSettings(parsed: Parsed<typeof mpvTool.options>): MpvSettings {
  const { attach, mpv: program, "mpv-option": mpvOptions, "log-dir": logDirectory, operands, rest } = parsed;
  const { "key-bindings": keyBindings, "no-prefetch": noPrefetch } = parsed;
  const wrong = mpvOptions.find((option) => !option.startsWith("--"));
  if (wrong !== undefined) {
    throw new UsageError(
      `--mpv-option needs an option of mpv such as --mpv-option=--no-video, not ${JSON.stringify(wrong)}`,
    );
  }
  if (attach !== undefined && mpvOptions.length > 0) {
    throw new UsageError("--mpv-option is for a started mpv, and --attach starts none");
  }
  const files = [...operands, ...rest];
  return {
    files,
    attach,
    program,
    mpvOptions,
    keyBindings,
    streams: allowedStreams(parsed, true, files),
    prefetch: !noPrefetch,
    logDirectory,
  };
}

/**
 * Starts mpv, or connects to a running one. It plays the files after the bridge has started.
 *
 * @param signal Stops waiting for mpv.
 * @throws {Error} When mpv cannot be started or reached.
 */
export async function openMpv(settings: MpvSettings, signal: AbortSignal): Promise<OpenedPlayer> {
  const { MpvPlayer } = await import("../../players/mpv/player.ts");
  const { attach, program, mpvOptions, keyBindings, streams, prefetch, files } = settings;
  const directory = await logDirectoryOf(settings.logDirectory);
  const player = await MpvPlayer.open({
    mpv: attach === undefined
      ? { kind: "start", program: { program, args: mpvOptions } }
      : { kind: "attach", socket: typedPath(attach) },
    program,
    keyBindings,
    streams,
    prefetch,
    directory,
    panels: { p1: { config: { panelName: "Prompt" } } },
    signal,
  });
  return {
    player,
    directory,
    greeting: `${plainText(player.version)} and a bridge process, its log files in ${
      plainText(directory)
    }. Clipboard: ${player.clipboardKind}.`,
    async begin(say) {
      try {
        for (const missing of await player.load(files.map(typedPath))) say(`nothing to play in ${missing}`);
      } catch (error) {
        // mpv has refused, or has ended and may come back.
        if (!(error instanceof ActionError)) throw error;
        say(error.message);
      }
    },
  };
}

async function logDirectoryOf(given: string | undefined): Promise<string> {
  const directory = given === undefined ? join(stateDirectory(), "tonearm-mpv") : typedPath(given);
  await Deno.mkdir(directory, { recursive: true });
  return directory;
}
