/**
 * Media access: whether a page may have media at a path read (specification, "Shared conventions";
 * contract-decisions.md, "Media access"). The bridge's own check of the text comes first, then the player is asked, in
 * one action for all paths.
 *
 * @module
 */

import type { ActionAnswer } from "../../host_stdio/native_actions.ts";
import { badAnswer, type Player } from "../../host_stdio/player.ts";
import { mediaPathProblem } from "../../limits/paths.ts";
import { Failure } from "./operation.ts";

/** The text for a command that the player did not run. */
export const notExecuted = "The player did not run the command";

/**
 * Makes a failure of a command that the player did not run.
 *
 * @param answer The player's answer to the command.
 * @throws {Failure} When it was not run.
 */
export function requireExecuted(answer: { readonly executed: boolean }): void {
  if (!answer.executed) throw new Failure(notExecuted);
}

/** The indices of the playlists by their ids, as they are at the moment of asking. */
export type PlaylistIndices = ReadonlyMap<string, number>;

/**
 * Asks for the playlists.
 *
 * @param player The player.
 * @returns Their indices.
 * @throws {NativeActionError} When the player fails.
 */
export async function playlistIndices(player: Player): Promise<PlaylistIndices> {
  const { playlists } = await player.request("player.playlist.list", {});
  return new Map(playlists.map(({ id }, index) => [id, index]));
}

/**
 * Creates a playlist at the end of the list.
 *
 * @param player The player.
 * @param name The playlist's name.
 * @param list The playlists before.
 * @returns Its id.
 * @throws {NativeActionError} When the player fails, also when it names a playlist that was there before: that one is the
 * user's.
 */
export async function createdPlaylist(
  player: Pick<Player, "request">,
  name: string,
  list: ActionAnswer<"player.playlist.list">,
): Promise<string> {
  const action = "player.playlist.create";
  const { playlist } = await player.request(action, { name });
  if (list.playlists.some(({ id }) => id === playlist)) throw badAnswer(action, "the id of another playlist");
  return playlist;
}

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
