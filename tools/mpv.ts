/**
 * Plays with mpv, with a bridge beside it, and gives the prompt: `deno task mpv`.
 *
 * @module
 */

import { join } from "@std/path";
import { FlagError, parseFlags, type Settings, usage } from "./mpv/flags.ts";
import { MpvPromptPlayer } from "./mpv/mpv_prompt_player.ts";
import { promptAndExit, refuse } from "./play/program.ts";
import { print } from "./terminal.ts";
import { typedPath } from "./typed_path.ts";

const NAME = "mpv";

function settingsOf(args: readonly string[]): Settings | undefined {
  try {
    const command = parseFlags(args);
    return command.kind === "play" ? command.settings : undefined;
  } catch (error) {
    if (error instanceof FlagError) return refuse(NAME, error.message);
    throw error;
  }
}

async function logDirectoryOf(given: string | undefined): Promise<string> {
  const state = Deno.env.get("XDG_STATE_HOME") || join(Deno.env.get("HOME") ?? "/", ".local/state");
  const directory = given === undefined ? join(state, "tonearm-mpv") : typedPath(given);
  await Deno.mkdir(directory, { recursive: true });
  return directory;
}

async function open(
  { attach, program, mpvOptions, files, logDirectory }: Settings,
  signal: AbortSignal,
): Promise<MpvPromptPlayer> {
  return await MpvPromptPlayer.open({
    mpv: attach === undefined
      ? { kind: "start", program: { program, args: mpvOptions } }
      : { kind: "attach", socket: typedPath(attach) },
    program,
    directory: await logDirectoryOf(logDirectory),
    files: files.map(typedPath),
    signal,
  });
}

const settings = settingsOf(Deno.args);
if (settings) await promptAndExit({ name: NAME, flags: [], open: (signal) => open(settings, signal) });
else print(usage);
