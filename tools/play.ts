/**
 * The prompt: `deno task play`.
 *
 * @module
 */

import { readCommand } from "./demo/options.ts";
import { PlayerInMemory } from "./play/player_in_memory.ts";
import { promptAndExit, promptUsage, refuse } from "./play/program.ts";
import { print } from "./terminal.ts";

const usage = `A prompt at which a bridge is tried by hand: a bridge process under its sandbox in a fresh
temporary directory, a media player in memory behind it.

  deno task play [-- FLAGS]              at a terminal
  deno task play < SCRIPT                each line of the script as if it were typed

FLAGS are handed on to the bridge, such as --log-level=debug; -- --help lists them.

  queue.add {tracks: [1, 2]}             calls an operation; parameters in JSON or JSON5
  :menu choose play                      is a command; help lists them, exit ends
  # text                                 is a comment

${promptUsage}`;

const command = readCommand(Deno.args);
if (command.kind === "help") {
  print(usage);
} else if (command.kind === "wrong") {
  refuse("play", `unexpected argument ${JSON.stringify(command.argument)}; see --help`);
} else {
  await promptAndExit({ name: "play", flags: command.flags, open: () => PlayerInMemory.make() });
}
