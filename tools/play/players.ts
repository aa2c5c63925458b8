/**
 * Opens the players of the prompt.
 *
 * @module
 */

import { join } from "@std/path";
import { plainText } from "../../limits/unicode.ts";
import { ActionError } from "../../players/model/actions.ts";
import type { PluginMethods } from "../../players/reference/mod.ts";
import { stateDirectory } from "../support/state_directory.ts";
import { typedPath } from "../typed_path.ts";
import { ForwardClock } from "./forward_clock.ts";
import type { MpvSettings } from "./mpv_options.ts";
import type { PromptOptions } from "./prompt.ts";

/** A player that is ready for the prompt. */
export interface OpenedPlayer extends Pick<PromptOptions, "player" | "directory" | "begin" | "forward"> {
  /** One sentence for the user at a terminal. */
  readonly greeting: string;
  /** Removes files after the end of the player. */
  readonly cleanUp?: () => Promise<void>;
}

/** A plugin to try `bridge.registerPlugin` with: one operation that works and one that fails. */
const lyrics: PluginMethods = {
  find: ({ title }, panel) => ({ lines: [`${title}, the first line`, "and the second"], askedBy: panel }),
  save: () => {
    throw new Error("the disk is full");
  },
};

/**
 * Opens the reference player with a new temporary directory as its profile.
 *
 * @param prefix The beginning of the directory's name.
 */
export async function openReference(prefix = "tonearm-play-"): Promise<OpenedPlayer> {
  const { ReferencePlayer } = await import("../../players/reference/mod.ts");
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix }));
  const clock = new ForwardClock();
  return {
    player: new ReferencePlayer({ profile: directory, clock, plugins: { lyrics } }),
    directory,
    greeting: `A bridge process and a player in memory, in ${plainText(directory)}.`,
    forward: (milliseconds) => clock.forward(milliseconds),
    cleanUp: () => Deno.remove(directory, { recursive: true }),
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
