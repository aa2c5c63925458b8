/**
 * The player's queue as the operations see it: how long it is, and what its answers say has become of it.
 *
 * @module
 */

import { badAnswer } from "../../host_stdio/native_answer.ts";
import type { Player } from "../../host_stdio/player.ts";
import { MAX_QUEUE_SIZE } from "../../limits/queue_size.ts";

/**
 * Asks how many entries are queued, of a queue that is to be changed.
 *
 * @param player The player.
 * @returns The number of entries.
 * @throws {NativeActionError} When the player fails, or answers more than {@linkcode MAX_QUEUE_SIZE}.
 */
export async function queueSize(player: Player): Promise<number> {
  const { count } = await player.request("player.queue.count", {});
  if (count > MAX_QUEUE_SIZE) {
    throw badAnswer("player.queue.count", `more entries than can be rearranged (${MAX_QUEUE_SIZE})`);
  }
  return count;
}

/**
 * How many entries an append has added, by the player's counts. Never more than were asked for: the user may have queued
 * something at the same moment.
 *
 * @param before How many were queued before.
 * @param after How many are queued now.
 * @param asked How many were to be added.
 * @returns How many were added, from 0 to `asked`.
 */
export function addedEntries(before: number, after: number, asked: number): number {
  return Math.min(Math.max(after - before, 0), asked);
}

/** What a removal has done. */
export interface Removal {
  /** How many entries it has removed, by the player's counts; at least one. */
  readonly removed: number;
  /** How many are left. */
  readonly left: number;
}

/**
 * Removes entries in one step.
 *
 * @param player The player.
 * @param indices Which: ascending, distinct, all below `before`, at least one.
 * @param before How many entries are queued.
 * @returns What it has done.
 * @throws {NativeActionError} When the player fails, or its count shows that nothing was removed.
 */
export async function removeEntries(
  player: Player,
  indices: number[],
  before: number,
): Promise<Removal> {
  const { count: left } = await player.request("player.queue.remove", { indices });
  const removed = Math.min(before - left, indices.length);
  if (removed <= 0) throw badAnswer("player.queue.remove", "a count by which nothing was removed");
  return { removed, left };
}
