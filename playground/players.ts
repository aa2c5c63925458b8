/**
 * Starts the players of the playground, and lists the permissions that they need.
 *
 * @module
 */

import { ActionError } from "../players/model/actions.ts";
import type { Player } from "../players/model/player.ts";
import type { MpvPlayer, MpvPlayerOptions } from "../players/mpv/player.ts";
import { logDirectoryOf } from "./directory.ts";

export const playerNames = ["reference", "mpv"] as const;

export type PlayerName = (typeof playerNames)[number];

/** Thrown when a player is missing or does not start. The message says why and what to do. */
export class NoSuchPlayer extends Error {
  override name = "NoSuchPlayer";
}

/** The environment variables that mpv's player reads, for desktop and locale. */
export const mpvEnvironment = [
  "PATH",
  "WAYLAND_DISPLAY",
  "DISPLAY",
  "LC_ALL",
  "LC_MESSAGES",
  "LANG",
] as const;

/** The programs that mpv's player runs: mpv and clipboard tools. */
export const mpvPrograms = ["mpv", "wl-paste", "wl-copy", "xclip"] as const;

/**
 * Returns the socket paths of the two mpv processes: the one that plays and the one that reads the tags of files.
 *
 * @param directory The playground's directory.
 */
export function mpvSockets(directory: string): { readonly player: string; readonly probe: string } {
  return { player: `${directory}/player`, probe: `${directory}/probe` };
}

/**
 * Starts a player.
 *
 * @param directory The playground's directory, for log files and the sockets of mpv.
 * @param files The files that mpv plays. They are also its library.
 * @param report Receives a line for each file that contains no track.
 * @returns A player without panels.
 * @throws {NoSuchPlayer} When the player is not installed or does not start.
 */
export async function startPlayer(
  name: PlayerName,
  directory: string,
  files: readonly string[] = [],
  report: (line: string) => void = () => {},
): Promise<Player> {
  // Dynamic imports load only the chosen player.
  if (name === "mpv") {
    const player = await startMpv(directory);
    if (files.length > 0) await load(player, files, report);
    return player;
  }
  const { ReferencePlayer } = await import("../players/reference/mod.ts");
  return new ReferencePlayer({ panels: {} });
}

/**
 * Starts mpv with a window. The page draws the menus of panels, because mpv cannot apply their style sheets.
 *
 * @param directory The playground's directory.
 * @param options Replaces the arguments that open a window, the program or the environment.
 * @throws {NoSuchPlayer} When the player is not installed or does not start.
 */
export async function startMpv(
  directory: string,
  { program = "mpv", args = ["--force-window=yes"], ...options }:
    & { readonly args?: readonly string[] }
    & Pick<MpvPlayerOptions, "program" | "environment"> = {},
): Promise<MpvPlayer> {
  await requireMpv(program);
  const { MpvPlayer } = await import("../players/mpv/player.ts");
  const sockets = mpvSockets(directory);
  try {
    return await MpvPlayer.open({
      ...options,
      mpv: { kind: "start", program: { program, args, socket: sockets.player } },
      directory: logDirectoryOf(directory),
      program,
      probeSocket: sockets.probe,
      overlays: "page",
    });
  } catch (error) {
    throw new NoSuchPlayer(`${error instanceof Error ? error.message : error}; or use --player=reference`);
  }
}

async function load(
  player: MpvPlayer,
  files: readonly string[],
  report: (line: string) => void,
): Promise<void> {
  try {
    for (const missing of await player.load(files)) report(`nothing to play in ${missing}`);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    // mpv refused the files, or there are too many.
    report(error.message);
  }
}

async function requireMpv(program: string): Promise<void> {
  if (Deno.build.os === "windows") {
    throw new NoSuchPlayer("the host for mpv works on Linux and macOS; use --player=reference");
  }
  try {
    await new Deno.Command(program, { args: ["--version"], stdin: "null", stdout: "null", stderr: "null" })
      .output();
  } catch (error) {
    // NotCapable: the program was already missing when the permissions were set.
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable)) throw error;
    throw new NoSuchPlayer(
      `${program} is not installed, or not on the PATH: get it with "apt install mpv", "dnf install mpv" or ` +
        '"brew install mpv" (https://mpv.io/installation), or use --player=reference',
    );
  }
}
