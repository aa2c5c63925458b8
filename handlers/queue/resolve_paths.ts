/**
 * The paths of `queue.addPaths` made into tracks (specification, "queue.addPaths"; contract-decisions.md, "queue").
 *
 * @module
 */

import { badAnswer, type Player } from "../../host_stdio/player.ts";
import type { Handle } from "../../host_stdio/shapes.ts";
import { isPathTooLong } from "../../limits/path_length.ts";
import { parseTrackHandle } from "../../limits/track_handle.ts";

/** What a list of paths has yielded. */
export interface ResolvedPaths {
  /** The tracks in the order of the list; an entry such as a folder yields several. */
  readonly handles: Handle[];
  /** How many entries are unusable or have yielded nothing. */
  readonly invalidCount: number;
}

/**
 * Resolves paths to tracks.
 *
 * @param player The player. It is not asked when no entry is usable.
 * @param paths The entries as the page gave them; not a string, empty or over-long ones are counted, not reported.
 * @returns The tracks and how many entries gave none.
 * @throws {NativeActionError} When the player fails, or answers another number of lists than was asked for.
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

/** A text with a suffix names one track; without, it may be a folder or a file of several. Undefined: no path. */
function entryOf(text: string): string | Handle | undefined {
  const { path, subsong } = parseTrackHandle(text);
  if (path === "") return undefined;
  return path === text ? text : { path, subsong };
}
