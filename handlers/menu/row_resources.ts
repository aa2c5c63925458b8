/**
 * What the rows and the style of one `menu.show` use up, counted while they are read (specification, "Limits";
 * contract-decisions.md, "menu": resource limits).
 *
 * @module
 */

import * as v from "valibot";
import {
  MAX_MENU_CSS_BYTES,
  MAX_MENU_DEPTH,
  MAX_MENU_ROWS,
  MAX_MENU_SVG_BYTES,
  MAX_ROW_SEGMENTS,
  utf8Length,
} from "../../limits/menu_resources.ts";
import { Failure } from "../operation.ts";

const limits = {
  items: MAX_MENU_ROWS,
  depth: MAX_MENU_DEPTH,
  segments: MAX_ROW_SEGMENTS,
  svgTotal: MAX_MENU_SVG_BYTES,
  css: MAX_MENU_CSS_BYTES,
} as const;

type Field = keyof typeof limits;

/** What a refusal carries beside its text: which limit, what it is, and the first value over it. */
export const resourceDetails = v.strictObject({
  field: v.picklist(["items", "depth", "segments", "svgTotal", "css"] satisfies Field[]),
  limit: v.number(),
  actual: v.number(),
});

/** Counts what a menu's rows use up. Each method throws {@linkcode Failure} at the first value over its limit. */
export class RowResources {
  #rows = 0;
  #svgBytes = 0;

  /**
   * Counts a row.
   *
   * @param depth The row's level; the rows of the menu itself are level 1.
   */
  addRow(depth: number): void {
    requireWithin("items", ++this.#rows);
    requireWithin("depth", depth);
  }

  /**
   * Counts the segments of a row.
   *
   * @param count How many it has.
   */
  addSegments(count: number): void {
    // As if they were counted one by one: the first value over the limit is told.
    requireWithin("segments", Math.min(count, MAX_ROW_SEGMENTS + 1));
  }

  /**
   * Counts icon markup.
   *
   * @param markup The texts that make up one icon.
   */
  addSvg(...markup: readonly string[]): void {
    for (const text of markup) this.#svgBytes += utf8Length(text);
    requireWithin("svgTotal", this.#svgBytes);
  }
}

/**
 * Checks the size of a style payload.
 *
 * @param css The style sheet; undefined for none.
 * @returns The style sheet.
 * @throws {Failure} When it is too large.
 */
export function withinStyleSize(css: string | undefined): string | undefined {
  if (css !== undefined) requireWithin("css", utf8Length(css));
  return css;
}

/**
 * The text for a resource that is over its limit.
 *
 * @param field Which one.
 * @returns The text.
 */
export function overLimit(field: string): string {
  return `menu resource limit exceeded: ${field}`;
}

function requireWithin(field: Field, actual: number): void {
  const limit = limits[field];
  if (actual <= limit) return;
  throw new Failure(overLimit(field), { details: { field, limit, actual } });
}
