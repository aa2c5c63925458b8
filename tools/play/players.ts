/**
 * Opens the players of the prompt.
 *
 * @module
 */

import { plainText } from "../../limits/unicode.ts";
import type { PluginMethods } from "../../players/reference/mod.ts";
import { ForwardClock } from "./forward_clock.ts";
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
