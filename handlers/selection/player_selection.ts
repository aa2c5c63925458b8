/**
 * A part of the selection, as every operation of the namespace asks the player for it.
 *
 * @module
 */

import { badAnswer, type Player } from "../../host_stdio/player.ts";
import type { Handle } from "../../host_stdio/shapes.ts";

/** Name and number of each type: what it is that is selected. */
export const selectionTypes = {
  now_playing: 0,
  active_playlist_selection: 1,
  active_playlist: 2,
  playlist_manager: 3,
  media_library_viewer: 5,
  unknown: -1,
} as const;

/** The name of a type. */
export type SelectionType = keyof typeof selectionTypes;

/** All names. */
export const selectionTypeNames = Object.keys(selectionTypes) as readonly SelectionType[];

/**
 * The type that a player's name for it means.
 *
 * @param name What the player calls it.
 * @returns The type; `unknown` for every name that is not one of the others.
 */
export function selectionType(name: string): SelectionType {
  return selectionTypeNames.find((type) => type === name) ?? "unknown";
}

/** A part of the selection. */
export interface SelectionPage {
  /** How many tracks are selected in all. */
  readonly total: number;
  /** What is selected. */
  readonly type: SelectionType;
  /** The tracks of this part. */
  readonly handles: readonly Handle[];
  /** The id of the playlist that the selection lies in, where there is one. */
  readonly playlist: string | undefined;
  /** The items there, beside `handles`. */
  readonly items: readonly number[] | undefined;
}

/**
 * Asks the player for a part of the selection; the rest of it costs nothing.
 *
 * @param player The player.
 * @param offset Index of the first track.
 * @param limit The most tracks; null for all from `offset` on.
 * @returns The part.
 * @throws {NativeActionError} When the player fails, or gives more tracks than were asked for or are selected.
 */
export async function selectionPage(
  player: Player,
  offset: number,
  limit: number | null,
): Promise<SelectionPage> {
  const answer = await player.request("player.selection.get", { offset, limit });
  const { total, handles, playlist, items } = answer;
  if (limit !== null && handles.length > limit) {
    throw badAnswer("player.selection.get", "more handles than it was asked for");
  }
  if (handles.length > Math.max(total - offset, 0)) {
    throw badAnswer("player.selection.get", "more handles than are selected");
  }
  return { total, type: selectionType(answer.type), handles, playlist, items };
}
