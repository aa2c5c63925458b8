/**
 * Media access: whether a page may have media at a path read (specification, "Shared conventions";
 * contract-decisions.md, "Media access"). The bridge's own check of the text comes first, then the player is asked, in
 * one action for all paths.
 *
 * @module
 */

import type { Player } from "../host_stdio/player.ts";
import { mediaPathProblem } from "../limits/media_path.ts";

/** A path that may not be read. */
export interface RefusedMedia {
  /** Its index in the list that was asked about. */
  index: number;
  /** Why, fit for a panel. */
  reason: string;
}

/** The reason when the player refuses a path without giving one. */
const NO_REASON = "Access denied";

/**
 * Asks for access to all of several paths.
 *
 * @param player The player, asked in the name of the call; only when every path passes the bridge's own check.
 * @param paths Paths or URLs without subsong suffix.
 * @returns The refused path of the lowest index, among those that the earlier stage refuses; undefined when there is
 * none.
 * @throws {NativeActionError} When the player fails.
 */
export async function authorizeMedia(
  player: Player,
  paths: readonly string[],
): Promise<RefusedMedia | undefined> {
  let refused = refusedByBridge(paths);
  if (refused.size === 0) refused = await refusedByPlayer(player, paths);
  let first: RefusedMedia | undefined;
  for (const [index, reason] of refused) {
    if (first === undefined || index < first.index) first = { index, reason };
  }
  return first;
}

/**
 * Asks for access to each of several paths.
 *
 * @param player The player, asked in the name of the call; only about the paths that pass the bridge's own check.
 * @param paths Paths or URLs without subsong suffix.
 * @returns Every refused path: its index and the reason, fit for a panel.
 * @throws {NativeActionError} When the player fails.
 */
export async function refusedMedia(
  player: Player,
  paths: readonly string[],
): Promise<ReadonlyMap<number, string>> {
  const refused = refusedByBridge(paths);
  const passed = [...paths.keys()].filter((index) => !refused.has(index));
  const denied = await refusedByPlayer(player, passed.map((index) => paths[index] ?? ""));
  for (const [at, reason] of denied) {
    const index = passed[at];
    if (index !== undefined) refused.set(index, reason);
  }
  return refused;
}

function refusedByBridge(paths: readonly string[]): Map<number, string> {
  const refused = new Map<number, string>();
  for (const [index, path] of paths.entries()) {
    const problem = mediaPathProblem(path);
    if (problem !== undefined) refused.set(index, problem);
  }
  return refused;
}

/** An index that was not asked about is ignored; of one that comes twice, the first reason counts. */
async function refusedByPlayer(player: Player, paths: readonly string[]): Promise<Map<number, string>> {
  const refused = new Map<number, string>();
  if (paths.length === 0) return refused;
  const { denied } = await player.request("player.media.authorize", { paths: [...paths] });
  for (const { index, reason } of denied) {
    if (index < paths.length && !refused.has(index)) refused.set(index, reason || NO_REASON);
  }
  return refused;
}
