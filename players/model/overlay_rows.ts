/**
 * What a person can do with the rows of a menu overlay.
 *
 * @module
 */

import type { OverlayRow } from "../../host_stdio/shapes.ts";

/** The most stars of a rating. */
export const MAX_RATING = 5;

/** Rows of these types are not chosen: their value is changed, or they only divide. */
const notChosen: ReadonlySet<string> = new Set(["separator", "rating", "slider", "segmented"]);

/**
 * The rows that a person can get at: those that are enabled, and all that lie above them.
 *
 * @param rows The rows of a menu.
 * @returns Each before those below it.
 */
export function reachableRows(rows: readonly OverlayRow[]): OverlayRow[] {
  return rows.filter((row) => row.enabled).flatMap((row) => [row, ...reachableRows(row.submenu ?? [])]);
}

/**
 * Whether a click on a row chooses it, and closes the menu, when it is enabled.
 *
 * @param row The row.
 * @returns Whether it does.
 */
export function isChosen({ type, submenu }: OverlayRow): boolean {
  return !notChosen.has(type) && submenu === undefined;
}

/**
 * Whether a row can have a value.
 *
 * @param row The row.
 * @param value Stars, a slider's position or a segment's index.
 * @returns Whether it can.
 */
export function takesValue({ type, min = 0, max = 100, segments = [] }: OverlayRow, value: number): boolean {
  if (!Number.isSafeInteger(value)) return false;
  switch (type) {
    case "rating":
      return value >= 0 && value <= MAX_RATING;
    case "slider":
      return value >= min && value <= max;
    case "segmented":
      return segments[value]?.enabled ?? false;
    default:
      return false;
  }
}
