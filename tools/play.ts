/**
 * The prompt: `deno task play`, and `deno task mpv`, which is `deno task play --player=mpv`.
 *
 * @module
 */

import { mpvSettings, mpvTool, openMpv } from "./play/mpv.ts";
import { openReference } from "./play/players.ts";
import { promptAndExit, promptOptions, promptOptionsUsage, promptUsage } from "./play/program.ts";
import { chosenExtensions } from "./support/extensions_option.ts";
import { choiceOption, exitWithUsageError, optionsOrExit, UsageError } from "./support/options.ts";

const usage =
  `Calls a bridge by hand: a bridge process in its sandbox, in a new temporary directory, connected
to a media player in memory.

  deno task play [OPTIONS] [-- FLAGS]               at a terminal
  deno task play [OPTIONS] [-- FLAGS] < SCRIPT      runs a script such as tools/demo.txt
  deno task play --player=mpv --help                explains the prompt with mpv

FLAGS go to the bridge, such as --log-level=debug; -- --help lists them.

  queue.add {tracks: [1, 2]}             calls an operation, with parameters in JSON or JSON5
  queue.addPaths {paths: ["/music"]} &   does not wait for the answer
  :player play 0 3                       is a command; help lists them
  # text                                 is a comment

${promptOptionsUsage}

${promptUsage}`;

const tool = {
  name: "play",
  usage,
  options: { player: choiceOption(["reference", "mpv"], "reference"), ...promptOptions },
  rest: true,
} as const;

const isMpv = /(?:^| )--player[= ]mpv(?: |$)/.test(Deno.args.join(" "));
if (isMpv) {
  const parsed = optionsOrExit(mpvTool);
  const settings = valueOrExit("mpv", () => mpvSettings(parsed));
  const extensions = valueOrExit("mpv", () => chosenExtensions(parsed));
  await promptAndExit({
    name: "mpv",
    flags: [],
    extensions,
    pluginFile: parsed.plugins,
    open: (signal) => openMpv(settings, signal),
  });
} else {
  const parsed = optionsOrExit(tool);
  const extensions = valueOrExit("play", () => chosenExtensions(parsed));
  await promptAndExit({
    name: "play",
    flags: parsed.rest,
    extensions,
    pluginFile: parsed.plugins,
    open: () => openReference(),
  });
}

function valueOrExit<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) exitWithUsageError(name, error.message);
    throw error;
  }
}
