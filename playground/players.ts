/**
 * The players that the playground works with.
 *
 * @module
 */

import type { PlaygroundPlayer } from "./playground_player.ts";

/** The names of the players. */
export const playerNames = ["reference", "mpv"] as const;

/** The name of a player. */
export type PlayerName = (typeof playerNames)[number];

/** What players need of whoever starts them. */
export interface PlayerSurroundings {
  /** A directory that only this user can enter, for the sockets of a player that is a program of its own. */
  readonly socketDirectory: string;
  /** Hears what people should know. */
  readonly say: (sentence: string) => void;
}

/**
 * Starts a player.
 *
 * @param name Which.
 * @param surroundings What it may need.
 * @returns The player.
 * @throws {NoSuchPlayer} When it is not installed, or does not start.
 */
export async function playerFor(
  name: PlayerName,
  surroundings: PlayerSurroundings,
): Promise<PlaygroundPlayer> {
  // Each is loaded only where it is used.
  switch (name) {
    case "reference":
      return new (await import("./reference_host.ts")).ReferenceHost();
    case "mpv":
      return await (await import("./mpv_host.ts")).MpvPlaygroundPlayer.open(surroundings);
  }
}
