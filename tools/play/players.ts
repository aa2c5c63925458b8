/**
 * Opens the players of the prompt.
 *
 * @module
 */

import { join } from "@std/path";
import { plainText } from "../../text/unicode.ts";
import { ActionError } from "../../players/model/actions.ts";
import { typedPath } from "../typed_path.ts";
import type { MpvSettings } from "./mpv_flags.ts";
import type { OpenedPlayer } from "./program.ts";

/** Opens the reference player, with a fresh temporary directory as its profile. */
export async function openReference(): Promise<OpenedPlayer> {
  const { ReferencePlayer } = await import("../../players/reference/mod.ts");
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "tonearm-play-" }));
  return {
    player: new ReferencePlayer({ profile: directory }),
    directory,
    greeting: `A bridge process and a player in memory, in ${plainText(directory)}.`,
    cleanUp: () => Deno.remove(directory, { recursive: true }),
  };
}

/**
 * Starts mpv, or connects to one that runs. It plays the files as soon as a bridge listens.
 *
 * @param settings The command line.
 * @param signal Gives up.
 * @throws {Error} When mpv cannot be started or reached.
 */
export async function openMpv(settings: MpvSettings, signal: AbortSignal): Promise<OpenedPlayer> {
  const { MpvPlayer } = await import("../../players/mpv/player.ts");
  const { attach, program, mpvOptions, files } = settings;
  const directory = await logDirectoryOf(settings.logDirectory);
  const player = await MpvPlayer.open({
    mpv: attach === undefined
      ? { kind: "start", program: { program, args: mpvOptions } }
      : { kind: "attach", socket: typedPath(attach) },
    program,
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
        // mpv has refused, or has gone meanwhile; another one may come.
        if (!(error instanceof ActionError)) throw error;
        say(error.message);
      }
    },
  };
}

async function logDirectoryOf(given: string | undefined): Promise<string> {
  const state = Deno.env.get("XDG_STATE_HOME") || join(Deno.env.get("HOME") ?? "/", ".local/state");
  const directory = given === undefined ? join(state, "tonearm-mpv") : typedPath(given);
  await Deno.mkdir(directory, { recursive: true });
  return directory;
}
