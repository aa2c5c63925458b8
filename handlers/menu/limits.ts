/**
 * Limits of the namespace `menu` (specification, "Limits"; contract-decisions.md, "menu"). All are inclusive.
 *
 * @module
 */

export { utf8Length } from "../../text/unicode.ts";

/** Rows of a menu, submenus included. */
export const MAX_MENU_ROWS = 512;

/** Levels of a menu; its own rows are level 1. */
export const MAX_MENU_DEPTH = 8;

/** Segments of one row. */
export const MAX_ROW_SEGMENTS = 64;

/** Bytes of icon markup in UTF-8, all rows together. */
export const MAX_MENU_SVG_BYTES = 262144;

/** Bytes of `css` in UTF-8. */
export const MAX_MENU_CSS_BYTES = 262144;

/** UTF-16 code units of the reason of a closed menu; a longer reason is cut. */
export const MAX_DISMISS_REASON = 200;

/** The longest exit animation in milliseconds. */
export const CLOSE_ANIMATION_MAX_MS = 1000;

/**
 * Clamps the time of the exit animation to whole milliseconds from 0 to {@linkcode CLOSE_ANIMATION_MAX_MS}.
 *
 * @param value A number other than NaN.
 */
export function clampCloseAnimation(value: number): number {
  return Math.trunc(Math.min(Math.max(value, 0), CLOSE_ANIMATION_MAX_MS));
}
