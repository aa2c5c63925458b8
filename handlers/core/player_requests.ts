/**
 * Requests to the player that several namespaces make: playlists by index, access to media (specification, "Shared
 * conventions"; contract-decisions.md, "Media access"), commands that the player may refuse to run.
 *
 * @module
 */

import type { ActionAnswer } from "../../host_stdio/native_actions.ts";
import { badAnswer, type Player } from "../../host_stdio/player.ts";
import { mediaPathProblem } from "../../limits/paths.ts";
import { Failure } from "./operation.ts";

export const notExecuted = "The player did not run the command";

/** Throws a {@linkcode Failure} when the player did not run a command. */
export function requireExecuted(answer: { readonly executed: boolean }): void {
  if (!answer.executed) throw new Failure(notExecuted);
}

/** Indices of playlists by id, at the moment of the request. */
export type PlaylistIndices = ReadonlyMap<string, number>;

/**
 * Asks the player for the indices of its playlists.
 *
 * @throws {NativeActionError} When the player fails.
 */
export async function playlistIndices(player: Player): Promise<PlaylistIndices> {
  const { playlists } = await player.request("player.playlist.list", {});
  return new Map(playlists.map(({ id }, index) => [id, index]));
}

/**
 * Creates a playlist at the end of the list.
 *
 * @param list The playlists before the creation.
 * @returns The id of the new playlist.
 * @throws {NativeActionError} When the player fails or answers the id of an existing playlist, which belongs to the
 * user.
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
  /** Index in the list of paths. */
  index: number;
  /** The reason, for the panel. */
  reason: string;
}

/** The reason when the player gives none. */
const NO_REASON = "Access denied";

/**
 * Asks whether a page may read all of the given media. The bridge checks the paths itself first; the player is asked in
 * one action, and only when every path passes.
 *
 * @param paths Paths or URLs without subsong suffix.
 * @returns The refused path with the lowest index; undefined when all are allowed.
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
 * Asks which of the given media a page may not read. The player is asked only about paths that pass the bridge's own
 * check.
 *
 * @param paths Paths or URLs without subsong suffix.
 * @returns The index of each refused path, with the reason for the panel.
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

/** Ignores unknown indices. For a repeated index the first reason counts. */
async function refusedByPlayer(player: Player, paths: readonly string[]): Promise<Map<number, string>> {
  const refused = new Map<number, string>();
  if (paths.length === 0) return refused;
  const { denied } = await player.request("player.media.authorize", { paths: [...paths] });
  for (const { index, reason } of denied) {
    if (index < paths.length && !refused.has(index)) refused.set(index, reason || NO_REASON);
  }
  return refused;
}
