/**
 * Plays with mpv, with a bridge beside it, and gives the prompt: `deno task mpv`.
 *
 * @module
 */

import { isAbsolute, join, resolve } from "@std/path";
import { FlagError, parseFlags, type Settings, usage } from "./mpv/flags.ts";
import { MpvPromptPlayer } from "./mpv/mpv_prompt_player.ts";
import { plainText } from "./plain_text.ts";
import { promptAndExit } from "./play/program.ts";
import { print } from "./terminal.ts";

const EXIT_FAULT = 1;
const EXIT_USAGE = 2;

function leave(code: number, reason: unknown): never {
  const text = plainText(reason instanceof Error ? reason.message : String(reason));
  Deno.stderr.writeSync(new TextEncoder().encode(`mpv: ${text}\n`));
  Deno.exit(code);
}

function settingsOf(args: readonly string[]): Settings | undefined {
  try {
    const command = parseFlags(args);
    return command.kind === "play" ? command.settings : undefined;
  } catch (error) {
    if (error instanceof FlagError) return leave(EXIT_USAGE, error);
    throw error;
  }
}

async function logDirectoryOf(given: string | undefined): Promise<string> {
  const state = Deno.env.get("XDG_STATE_HOME") || join(Deno.env.get("HOME") ?? "/", ".local/state");
  const directory = given === undefined ? join(state, "tonearm-mpv") : absolute(given);
  await Deno.mkdir(directory, { recursive: true });
  return directory;
}

/** A path as it was typed: `deno task` changes the directory and tells where it was called. */
function absolute(path: string): string {
  if (/^[a-z0-9+.-]{2,}:\/\//i.test(path) || isAbsolute(path)) return path;
  return resolve(Deno.env.get("INIT_CWD") ?? Deno.cwd(), path);
}

/** A player that cannot be had is told in its own words. */
async function open(
  { attach, program, mpvOptions, files, logDirectory }: Settings,
): Promise<MpvPromptPlayer> {
  try {
    return await MpvPromptPlayer.open({
      mpv: attach === undefined
        ? { kind: "start", program: { program, args: mpvOptions } }
        : { kind: "attach", socket: absolute(attach) },
      program,
      directory: await logDirectoryOf(logDirectory),
      files: files.map(absolute),
    });
  } catch (error) {
    return leave(EXIT_FAULT, error);
  }
}

const settings = settingsOf(Deno.args);
if (settings) await promptAndExit(() => open(settings), []);
else print(usage);
