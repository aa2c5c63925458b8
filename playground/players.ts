/** Starts the players of the playground, and lists the permissions that they need. */

import type { Player } from "../players/model/player.ts";
import type { MpvPlayer, MpvPlayerOptions } from "../players/mpv/player.ts";
import { logDirectoryOf } from "./directory.ts";

export const playerNames = ["reference", "mpv"] as const;

/** Settings of mpv's player that the playground passes on. */
export type MpvSettings = Pick<MpvPlayerOptions, "keyBindings" | "signal" | "streams">;

export type PlayerName = (typeof playerNames)[number];

/** Thrown when a player is missing or does not start. The message says why and what to do. */
export class NoSuchPlayer extends Error {
  override name = "NoSuchPlayer";
}

/** How long mpv may take to print its version, in milliseconds. */
const VERSION_MS = 5000;

/** The programs that mpv's player runs: mpv and clipboard tools. */
export const mpvPrograms = ["mpv", "wl-paste", "wl-copy", "xclip"] as const;

/**
 * Starts a player.
 *
 * @param directory The playground's directory, for log files.
 * @param options The files that mpv plays, which are also its library; a sink for a line about each file that contains
 * no track; and settings of mpv's player.
 * @returns A player without panels.
 * @throws {NoSuchPlayer} When the player is not installed or does not start.
 * @throws The reason of the signal, when that is aborted.
 */
export async function startPlayer(
  name: PlayerName,
  directory: string,
  { files = [], report = () => {}, ...options }: {
    readonly files?: readonly string[];
    readonly report?: (line: string) => void;
  } & MpvSettings = {},
): Promise<Player> {
  // Dynamic imports load only the chosen player.
  if (name === "mpv") {
    const player = await startMpv(directory, options);
    const { signal } = options;
    // Without mpv, the commands that load the files fail.
    const close = (): void => void player.close();
    signal?.addEventListener("abort", close);
    if (files.length > 0) await player.loadOrSay(files, report);
    signal?.removeEventListener("abort", close);
    signal?.throwIfAborted();
    return player;
  }
  const { ReferencePlayer } = await import("../players/reference/mod.ts");
  return new ReferencePlayer({ panels: {} });
}

/**
 * Starts mpv, with a window where there is a display. The page draws the menus of panels, because mpv cannot apply their
 * style sheets.
 *
 * @param directory The playground's directory.
 * @param options Replaces the arguments that open a window, the program or the environment; a signal that ends the wait.
 * @throws {NoSuchPlayer} When the player is not installed or does not start.
 * @throws The reason of the signal, when that is aborted.
 */
export async function startMpv(
  directory: string,
  { program = "mpv", args = windowArguments((name) => Deno.env.get(name)), ...options }:
    & { readonly args?: readonly string[] }
    & Pick<MpvPlayerOptions, "program" | "environment">
    & MpvSettings = {},
): Promise<MpvPlayer> {
  await requireMpv(program, options.signal);
  const { MpvPlayer } = await import("../players/mpv/player.ts");
  try {
    return await MpvPlayer.open({
      ...options,
      mpv: { kind: "start", program: { program, args } },
      directory: logDirectoryOf(directory),
      program,
      overlays: "page",
    });
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new NoSuchPlayer(`${error instanceof Error ? error.message : error}; or use --player=reference`);
  }
}

/**
 * Returns the arguments with which mpv opens its window before it plays a video. Without a display mpv would draw on the
 * machine's console.
 *
 * @param variable Reads an environment variable.
 */
export function windowArguments(variable: (name: string) => string | undefined): readonly string[] {
  const hasDisplay = Deno.build.os === "darwin" ||
    Boolean(variable("WAYLAND_DISPLAY") || variable("DISPLAY"));
  return hasDisplay ? ["--force-window=yes"] : [];
}

async function requireMpv(program: string, giveUp: AbortSignal | undefined): Promise<void> {
  if (Deno.build.os === "windows") {
    throw new NoSuchPlayer("the host for mpv works on Linux and macOS; use --player=reference");
  }
  try {
    const late = AbortSignal.timeout(VERSION_MS);
    const signal = giveUp ? AbortSignal.any([late, giveUp]) : late;
    await new Deno.Command(program, {
      args: ["--version"],
      signal,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    })
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
