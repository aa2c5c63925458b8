/**
 * What one `menu.show` may use up (specification, "Limits"; contract-decisions.md, "menu"). Every limit is inclusive.
 *
 * @module
 */

export { utf8Length } from "../../text/unicode.ts";

/** The most rows, submenus at every depth included. */
export const MAX_MENU_ROWS = 512;

/** The most levels; the rows of the menu itself are level 1. */
export const MAX_MENU_DEPTH = 8;

/** The most segments of one row. */
export const MAX_ROW_SEGMENTS = 64;

/** The most bytes of icon markup, of all rows together, in UTF-8. */
export const MAX_MENU_SVG_BYTES = 262144;

/** The most bytes of `css`, in UTF-8. */
export const MAX_MENU_CSS_BYTES = 262144;

/** The longest reason of a closed menu, in UTF-16 code units; what is longer is cut. */
export const MAX_DISMISS_REASON = 200;

/** The longest exit animation in milliseconds. */
export const CLOSE_ANIMATION_MAX_MS = 1000;

/**
 * The exit animation's time from what a page gave.
 *
 * @param value A number other than NaN.
 * @returns Whole milliseconds from 0 to {@linkcode CLOSE_ANIMATION_MAX_MS}.
 */
export function clampCloseAnimation(value: number): number {
  return Math.trunc(Math.min(Math.max(value, 0), CLOSE_ANIMATION_MAX_MS));
}
