/**
 * The players that the playground works with.
 *
 * @module
 */

import type { PlaygroundPlayer } from "./playground_player.ts";
import { ReferenceHost } from "./reference_host.ts";

/** The names of the players. */
export const playerNames = ["reference", "mpv"] as const;

/** The name of a player. */
export type PlayerName = (typeof playerNames)[number];

/** What the module of another host has for the playground. */
interface HostModule {
  /** Starts the player. */
  readonly openPlaygroundPlayer: () => Promise<PlaygroundPlayer>;
}

/** Where another host would be. */
const mpvHost = new URL("../hosts/mpv/mod.ts", import.meta.url);

/** A player that is not to be had, and why, in a sentence for people. */
export class NoSuchPlayer extends Error {
  override name = "NoSuchPlayer";
}

/**
 * Starts a player.
 *
 * @param name Which.
 * @param host The module of the mpv host.
 * @returns The player.
 * @throws {NoSuchPlayer} When there is no such player in this tree.
 */
export async function playerFor(name: PlayerName, host: URL = mpvHost): Promise<PlaygroundPlayer> {
  if (name === "reference") return new ReferenceHost();
  if (!await exists(host)) {
    throw new NoSuchPlayer("the host for mpv is not in this tree (hosts/mpv/mod.ts); use --player=reference");
  }
  const module: Record<string, unknown> = await import(host.href);
  if (!isHostModule(module)) {
    throw new NoSuchPlayer("hosts/mpv/mod.ts has no openPlaygroundPlayer(); use --player=reference");
  }
  return await module.openPlaygroundPlayer();
}

async function exists(file: URL): Promise<boolean> {
  try {
    await Deno.stat(file);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function isHostModule(module: object): module is HostModule {
  return "openPlaygroundPlayer" in module && typeof module.openPlaygroundPlayer === "function";
}
