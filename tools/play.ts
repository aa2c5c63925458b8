/**
 * The prompt: `deno task play`.
 *
 * @module
 */

import { readCommand } from "./demo/options.ts";
import { FlagError, type MpvCommand, mpvUsage, parseMpvFlags } from "./play/mpv_flags.ts";
import { openMpv, openReference } from "./play/players.ts";
import { promptAndExit, promptUsage, refuse } from "./play/program.ts";
import { print } from "./terminal.ts";

const usage = `A prompt at which a bridge is tried by hand: a bridge process under its sandbox in a fresh
temporary directory, a media player in memory behind it.

  deno task play [-- FLAGS]              at a terminal
  deno task play < SCRIPT                each line of the script as if it were typed
  deno task play --player=mpv --help     tells how to use it with mpv

FLAGS are handed on to the bridge, such as --log-level=debug; -- --help lists them.

  queue.add {tracks: [1, 2]}             calls an operation; parameters in JSON or JSON5
  :menu choose play                      is a command; help lists them, exit ends
  # text                                 is a comment

${promptUsage}`;

const [name, ...args] = withPlayer(Deno.args);
if (name === "mpv") await promptWithMpv(args);
else if (name === "reference") await promptWithReference(args);
else refuse("play", `--player is ${JSON.stringify(name)}; it must be reference or mpv`);

/** The player's name, and the arguments without it. */
function withPlayer(args: readonly string[]): [name: string, ...args: string[]] {
  const [first = "", second = "", ...rest] = args;
  if (first === "--player") return [second, ...rest];
  const [, name] = /^--player=(.*)$/s.exec(first) ?? [];
  return name === undefined ? ["reference", ...args] : [name, ...args.slice(1)];
}

async function promptWithReference(args: readonly string[]): Promise<void> {
  const command = readCommand(args);
  if (command.kind === "help") return print(usage);
  if (command.kind === "wrong") {
    return refuse("play", `unexpected argument ${JSON.stringify(command.argument)}; see --help`);
  }
  await promptAndExit({ name: "play", flags: command.flags, open: openReference });
}

async function promptWithMpv(args: readonly string[]): Promise<void> {
  let command: MpvCommand;
  try {
    command = parseMpvFlags(args);
  } catch (error) {
    if (error instanceof FlagError) return refuse("mpv", error.message);
    throw error;
  }
  if (command.kind === "help") return print(mpvUsage);
  const { settings } = command;
  await promptAndExit({ name: "mpv", flags: [], open: (signal) => openMpv(settings, signal) });
}
