/**
 * The player's queue as the operations of the namespace `queue` use it.
 *
 * @module
 */

import { badAnswer, type Player } from "../../host_stdio/player.ts";
import { MAX_QUEUE_SIZE } from "./limits.ts";

/**
 * Asks for the number of entries of a queue that is about to be changed.
 *
 * @throws {NativeActionError} When the player fails or answers more than {@linkcode MAX_QUEUE_SIZE}.
 */
export async function queueSize(player: Player): Promise<number> {
  const { count } = await player.request("player.queue.count", {});
  if (count > MAX_QUEUE_SIZE) {
    throw badAnswer("player.queue.count", `more entries than can be rearranged (${MAX_QUEUE_SIZE})`);
  }
  return count;
}
