/**
 * The prompt: `deno task play`, and `deno task mpv`, which is `deno task play --player=mpv`.
 *
 * @module
 */

import { type MpvSettings, mpvSettings, mpvTool } from "./play/mpv_options.ts";
import { openMpv, openReference } from "./play/players.ts";
import { promptAndExit, promptUsage } from "./play/program.ts";
import { choiceOption, exitWithUsageError, optionsOrExit, UsageError } from "./support/options.ts";

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

const tool = {
  name: "play",
  usage,
  options: { player: choiceOption(["reference", "mpv"], "reference") },
  rest: true,
} as const;

const isMpv = /(?:^| )--player[= ]mpv(?: |$)/.test(Deno.args.join(" "));
if (isMpv) {
  const settings = settingsOrExit(optionsOrExit(mpvTool));
  await promptAndExit({ name: "mpv", flags: [], open: (signal) => openMpv(settings, signal) });
} else {
  const { rest } = optionsOrExit(tool);
  await promptAndExit({ name: "play", flags: rest, open: () => openReference() });
}

function settingsOrExit(parsed: Parameters<typeof mpvSettings>[0]): MpvSettings {
  try {
    return mpvSettings(parsed);
  } catch (error) {
    if (error instanceof UsageError) exitWithUsageError("mpv", error.message);
    throw error;
  }
}
