/**
 * The players that the playground starts, and what they need of the machine.
 *
 * @module
 */

import type { Player } from "../players/model/player.ts";
import type { MpvPlayer, MpvPlayerOptions } from "../players/mpv/player.ts";
import { logDirectoryOf } from "./directory.ts";

/** The names of the players. */
export const playerNames = ["reference", "mpv"] as const;

/** The name of a player. */
export type PlayerName = (typeof playerNames)[number];

/** A player is missing or does not start; the message says why and what to do. */
export class NoSuchPlayer extends Error {
  override name = "NoSuchPlayer";
}

/** The environment variables by which mpv's player finds desktop and locale. */
export const mpvEnvironment = [
  "PATH",
  "WAYLAND_DISPLAY",
  "DISPLAY",
  "LC_ALL",
  "LC_MESSAGES",
  "LANG",
] as const;

/** The programs that mpv's player runs: mpv, and the tools of desktops' clipboards. */
export const mpvPrograms = ["mpv", "wl-paste", "wl-copy", "xclip"] as const;

/**
 * Returns the sockets of the mpv that plays and of the one that looks into files.
 *
 * @param directory The playground's own directory.
 */
export function mpvSockets(directory: string): { readonly player: string; readonly probe: string } {
  return { player: `${directory}/player`, probe: `${directory}/probe` };
}

/**
 * Starts a player.
 *
 * @param name Its name.
 * @param directory The playground's own directory, which holds the bridge's log files and the sockets of mpv.
 * @returns The player, without panels.
 * @throws {NoSuchPlayer} When it is not installed or does not start.
 */
export async function startPlayer(name: PlayerName, directory: string): Promise<Player> {
  // Each is loaded only where it is used.
  if (name === "mpv") return await startMpv(directory);
  const { ReferencePlayer } = await import("../players/reference/mod.ts");
  return new ReferencePlayer({ panels: {} });
}

/**
 * Starts mpv with a window. The page draws the menus of panels: the window knows nothing of style sheets.
 *
 * @param directory The playground's own directory.
 * @param options Options of mpv in place of those that give it a window, another program, another environment.
 * @throws {NoSuchPlayer} When it is not installed or does not start.
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

async function requireMpv(program: string): Promise<void> {
  if (Deno.build.os === "windows") {
    throw new NoSuchPlayer("the host for mpv works on Linux and macOS; use --player=reference");
  }
  try {
    await new Deno.Command(program, { args: ["--version"], stdin: "null", stdout: "null", stderr: "null" })
      .output();
  } catch (error) {
    // Missing now, or already when the rights to run it were given.
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable)) throw error;
    throw new NoSuchPlayer(
      `${program} is not installed, or not where PATH leads: get it with "apt install mpv", "dnf install mpv" or ` +
        '"brew install mpv" (https://mpv.io/installation), or use --player=reference',
    );
  }
}
