/** Opens the players of the prompt. */

import { join } from "@std/path";
import { plainText } from "../../limits/unicode.ts";
import { ActionError } from "../../players/model/actions.ts";
import type { Player } from "../../players/model/player.ts";
import type { MpvPlayerOptions } from "../../players/mpv/player.ts";
import type { PluginMethods } from "../../players/reference/mod.ts";
import { ManualClock } from "../fixtures/manual_clock.ts";
import { stateDirectory } from "../support/state_directory.ts";
import { typedPath } from "../typed_path.ts";

/** How often the clock of the player in memory moves, in milliseconds. */
const TICK_MS = 10;

/** A player that is ready for the prompt. */
export interface OpenedPlayer {
  /** The player, which ends with the prompt. */
  readonly player: Player;
  /** The working directory of the bridge, for its log files. */
  readonly directory: string;
  /** One sentence for the user at a terminal. */
  readonly greeting: string;
  /** Moves the player's clock forward, in milliseconds. */
  readonly forward?: ((milliseconds: number) => void) | undefined;
  /** Runs after the bridge has started. The prompt shows the sentences that it passes to `say`. */
  readonly begin?: ((say: (sentence: string) => void) => Promise<void>) | undefined;
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
  const clock = new ManualClock(Date.now());
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    clock.advance(now - last);
    last = now;
  }, TICK_MS);
  return {
    player: new ReferencePlayer({ profile: directory, clock, plugins: { lyrics } }),
    directory,
    greeting: `A bridge process and a player in memory, in ${plainText(directory)}.`,
    forward: (milliseconds) => clock.advance(milliseconds),
    async cleanUp() {
      clearInterval(timer);
      await Deno.remove(directory, { recursive: true });
    },
  };
}

/** What the prompt says about mpv. */
export interface MpvSettings
  extends Pick<MpvPlayerOptions, "mpv" | "program" | "keyBindings" | "streams" | "prefetch"> {
  /** Files, folders, wildcards and URLs to play. */
  readonly files: readonly string[];
  /** The directory of the bridge's log files; undefined for the default. */
  readonly logDirectory: string | undefined;
}

/**
 * Starts mpv, or connects to a running one. It plays the files after the bridge has started.
 *
 * @param signal Stops waiting for mpv.
 * @throws {Error} When mpv cannot be started or reached.
 */
export async function openMpv(
  { files, logDirectory, ...settings }: MpvSettings,
  signal: AbortSignal,
): Promise<OpenedPlayer> {
  const { MpvPlayer } = await import("../../players/mpv/player.ts");
  const directory = logDirectory === undefined
    ? join(stateDirectory(), "tonearm-mpv")
    : typedPath(logDirectory);
  await Deno.mkdir(directory, { recursive: true });
  const panels = { p1: { config: { panelName: "Prompt" } } };
  const player = await MpvPlayer.open({ ...settings, directory, panels, signal });
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
