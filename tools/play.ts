/**
 * The prompt: `deno task play`, and `deno task mpv`, which is `deno task play --player=mpv`.
 *
 * @module
 */

import { FlagError, type MpvCommand, mpvUsage, parseMpvFlags } from "./play/mpv_flags.ts";
import { openMpv, openReference } from "./play/players.ts";
import { promptAndExit, promptUsage, refuse } from "./play/program.ts";
import { print } from "./terminal.ts";

const usage = `Calls a bridge by hand: a bridge process in its sandbox, in a new temporary directory, with a
media player in memory behind it.

  deno task play [-- FLAGS]              at a terminal
  deno task play [-- FLAGS] < SCRIPT     runs the lines of a script, such as tools/demo.txt
  deno task play --player=mpv --help     explains the prompt with mpv

FLAGS go to the bridge, such as --log-level=debug; -- --help lists them.

  queue.add {tracks: [1, 2]}             calls an operation, with parameters in JSON or JSON5
  queue.addPaths {paths: ["/music"]} &   does not wait for the answer
  :player play 0 3                       is a command; help lists them
  # text                                 is a comment

${promptUsage}`;

const [name, ...args] = withPlayer(Deno.args);
if (name === "mpv") await promptWithMpv(args);
else if (name === "reference") await promptWithReference(args);
else refuse("play", `--player is ${JSON.stringify(name)}; it must be reference or mpv`);

/** The player's name and the other arguments. */
function withPlayer(args: readonly string[]): [name: string, ...args: string[]] {
  const [first = "", second = "", ...rest] = args;
  if (first === "--player") return [second, ...rest];
  const [, name] = /^--player=(.*)$/s.exec(first) ?? [];
  return name === undefined ? ["reference", ...args] : [name, ...args.slice(1)];
}

async function promptWithReference([first, ...flags]: readonly string[]): Promise<void> {
  if (first === "--help" || first === "-h") return print(usage);
  if (first !== undefined && first !== "--") {
    return refuse("play", `unexpected argument ${JSON.stringify(first)}; see --help`);
  }
  await promptAndExit({ name: "play", flags, open: () => openReference() });
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
