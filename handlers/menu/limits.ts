/**
 * Limits of the namespace `menu` (specification, "Limits"; decisions.md, "menu"). All are inclusive.
 *
 * @module
 */

export { utf8Length } from "../../limits/unicode.ts";

/** The maximum number of rows in a menu, submenus included. */
export const MAX_MENU_ROWS = 512;

/** The maximum depth of a menu; its own rows are level 1. */
export const MAX_MENU_DEPTH = 8;

/** The maximum number of segments in one row. */
export const MAX_ROW_SEGMENTS = 64;

/** The maximum size of the icon markup of all rows together, in bytes of UTF-8. */
export const MAX_MENU_SVG_BYTES = 262144;

/** The maximum size of `css`, in bytes of UTF-8. */
export const MAX_MENU_CSS_BYTES = 262144;

/** The maximum length of the reason for closing a menu, in UTF-16 code units; a longer reason is cut. */
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
