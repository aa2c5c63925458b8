/** The types of a selection (decisions.md, "selection") and the request for a part of it. */

import type { Handle } from "../../host_stdio/api/shapes.ts";
import { badAnswer, type Player } from "../../host_stdio/player.ts";

/** The number of each type. */
export const selectionTypes = {
  now_playing: 0,
  active_playlist_selection: 1,
  active_playlist: 2,
  playlist_manager: 3,
  media_library_viewer: 5,
  unknown: -1,
} as const;

export type SelectionType = keyof typeof selectionTypes;

export const selectionTypeNames = Object.keys(selectionTypes) as readonly SelectionType[];

/** Returns the type that a player's name means; `unknown` for any other name. */
export function selectionType(name: string): SelectionType {
  return selectionTypeNames.find((type) => type === name) ?? "unknown";
}

/** A part of the selection. */
export interface SelectionPage {
  /** The number of selected tracks. */
  readonly total: number;
  readonly type: SelectionType;
  /** The tracks of this part. */
  readonly handles: readonly Handle[];
  /** The id of the playlist that contains the selection, if there is one. */
  readonly playlist: string | undefined;
  /** The indices of the tracks in that playlist. */
  readonly items: readonly number[] | undefined;
}

/**
 * Asks the player for a part of the selection.
 *
 * @param offset Index of the first track.
 * @param limit The largest number of tracks; null for all from `offset` on.
 * @throws {NativeActionError} When the player fails, or answers more tracks than asked for or selected.
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
