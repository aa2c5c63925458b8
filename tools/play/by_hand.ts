/**
 * What a person does with the player at the prompt.
 *
 * @module
 */

import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { ActionError } from "../../players/reference/mod.ts";
import { plainText } from "../../text/unicode.ts";
import { Misuse } from "./prompt_line.ts";

/**
 * Waits for what a person does with the player.
 *
 * @param act Does it.
 * @param signal Gives up waiting: a player may hang.
 * @returns What comes of it.
 * @throws {Misuse} When the player refuses.
 * @throws The reason of the signal, when that is aborted first.
 */
export async function byHand<Result>(
  act: () => Result | Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  try {
    return await unlessAborted(Promise.resolve(act()), signal);
  } catch (error) {
    if (!(error instanceof ActionError || error instanceof RangeError)) throw error;
    throw new Misuse(`the player refuses: ${plainText(error.message)}`);
  }
}
