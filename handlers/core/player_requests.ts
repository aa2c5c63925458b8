/**
 * Requests to the player that several namespaces make: access to media and its tracks (specification, "Shared
 * conventions"; decisions.md, "Media access"), commands that the player may refuse to run.
 */

import type { Handle } from "../../host_stdio/api/shapes.ts";
import { badAnswer, type Player } from "../../host_stdio/player.ts";
import { isPathTooLong, mediaPathProblem, parseTrackHandle } from "../../limits/paths.ts";
import { Failure } from "./operation.ts";

export const notExecuted = "The player did not run the command";

/** Throws a {@linkcode Failure} when the player did not run a command. */
export function requireExecuted(answer: { readonly executed: boolean }): void {
  if (!answer.executed) throw new Failure(notExecuted);
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

/** The result of {@linkcode resolvePaths}. */
export interface ResolvedPaths {
  /** The tracks in the order of the paths. A folder yields several. */
  readonly handles: Handle[];
  /** The number of entries that are unusable or yielded nothing. */
  readonly invalidCount: number;
}

/**
 * Asks the player for the tracks of some paths.
 *
 * @param paths The entries as the page gave them. Entries that are not strings, empty or too long are counted, not
 * reported. The player is asked only about the others.
 * @throws {NativeActionError} When the player fails, or answers a different number of lists.
 */
export async function resolvePaths(player: Player, paths: readonly unknown[]): Promise<ResolvedPaths> {
  const usable: (string | Handle)[] = [];
  for (const path of paths) {
    const entry = typeof path === "string" && !isPathTooLong(path) ? entryOf(path) : undefined;
    if (entry !== undefined) usable.push(entry);
  }
  const handles: Handle[] = [];
  let invalidCount = paths.length - usable.length;
  if (usable.length === 0) return { handles, invalidCount };

  const { resolved } = await player.request("player.media.resolve", { paths: usable });
  if (resolved.length !== usable.length) {
    throw badAnswer("player.media.resolve", "another number of lists than it was given paths");
  }
  for (const tracks of resolved) {
    if (tracks.length === 0) invalidCount++;
    for (const handle of tracks) handles.push(handle);
  }
  return { handles, invalidCount };
}

/** A text with a subsong suffix names one track; one without may name a folder. Undefined for an empty path. */
function entryOf(text: string): string | Handle | undefined {
  const { path, subsong } = parseTrackHandle(text);
  if (path === "") return undefined;
  return path === text ? text : { path, subsong };
}
