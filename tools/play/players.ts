/** Opens the player in memory for the prompt. */

import type { Player } from "../../players/model/player.ts";
import { type PluginMethods, ReferencePlayer } from "../../players/reference/mod.ts";
import { ManualClock } from "../support/manual_clock.ts";

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

/** Opens the reference player with a new temporary directory as its profile. Its clock follows the real time. */
export async function openReference(prefix = "tonearm-play-"): Promise<OpenedPlayer> {
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
    greeting: `A bridge process and a player in memory, in ${directory}.`,
    forward: (milliseconds) => clock.advance(milliseconds),
    async cleanUp() {
      clearInterval(timer);
      await Deno.remove(directory, { recursive: true });
    },
  };
}
