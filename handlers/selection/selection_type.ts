/**
 * The types of a selection (contract-decisions.md, "selection").
 *
 * @module
 */

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
