/**
 * Rows of `menu.show`: what a page may give (specification, "Menu row"), and what the player is asked to draw, with
 * defaults filled in and unknown keys dropped (native-actions.md, `player.overlay.open`). A value of a wrong type
 * counts as left out. Resource limits are counted while the rows are read (specification, "Limits").
 */

import * as v from "valibot";
import type { OverlayRow } from "../../host_stdio/api/shapes.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { utf8Length } from "../../limits/unicode.ts";
import { described } from "../core/documented_schema.ts";
import { Failure } from "../core/operation.ts";

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

/** A documented row of `menu.show`. */
export interface GivenMenuRow {
  id?: string | undefined;
  label?: string | undefined;
  type?: string | undefined;
  enabled?: boolean | undefined;
  checked?: boolean | undefined;
  iconSvg?: string | { viewBox: string; content: string } | undefined;
  submenu?: GivenMenuRow[] | undefined;
  title?: string | undefined;
  subtitle?: string | undefined;
  value?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  segments?:
    | { id?: string | undefined; label?: string | undefined; enabled?: boolean | undefined }[]
    | undefined;
}

/** Makes the schema of {@linkcode GivenMenuRow}, for clients and documents. */
export const givenMenuRow: () => v.GenericSchema<GivenMenuRow> = () =>
  v.object({
    id: described(
      v.optional(v.string()),
      "The id of the row in events; required for rows that can be chosen.",
    ),
    label: described(v.optional(v.string()), "The displayed text."),
    type: described(
      v.optional(v.string()),
      "`separator`, one of the rich types `nowplaying`, `rating`, `slider`, `segmented`, or anything else for an ordinary row.",
    ),
    enabled: described(v.optional(v.boolean()), "Whether the row can be used; true by default."),
    checked: described(v.optional(v.boolean()), "Whether the row has a check mark; false by default."),
    iconSvg: described(
      v.optional(v.union([v.string(), v.object({ viewBox: v.string(), content: v.string() })])),
      "Icon markup.",
    ),
    submenu: described(v.optional(v.array(v.lazy(() => schemaOf(givenMenuRow)))), "Rows below this one."),
    title: described(v.optional(v.string()), "First line of a `nowplaying` row."),
    subtitle: described(v.optional(v.string()), "Second line of a `nowplaying` row."),
    value: described(
      v.optional(v.number()),
      "Of a `rating` from 0 to 5, of a `slider` from `min` to `max`, of a `segmented` row the index of the chosen segment.",
    ),
    min: described(v.optional(v.number()), "Of a `slider`; 0 by default."),
    max: described(v.optional(v.number()), "Of a `slider`; 100 by default."),
    segments: described(
      v.optional(v.array(v.object({
        id: v.optional(v.string()),
        label: v.optional(v.string()),
        enabled: described(v.optional(v.boolean()), "True by default."),
      }))),
      "Of a `segmented` row.",
    ),
  });

const limits = {
  items: MAX_MENU_ROWS,
  depth: MAX_MENU_DEPTH,
  segments: MAX_ROW_SEGMENTS,
  svgTotal: MAX_MENU_SVG_BYTES,
  css: MAX_MENU_CSS_BYTES,
} as const;

type Field = keyof typeof limits;

/** Details of a refusal: the limit that was exceeded, and the first value over it. */
export const resourceDetails = v.strictObject({
  field: v.picklist(["items", "depth", "segments", "svgTotal", "css"] satisfies Field[]),
  limit: v.number(),
  actual: v.number(),
});

/** Counts what rows use. Each method throws {@linkcode Failure} at the first value over its limit. */
export class RowResources {
  #rows = 0;
  #svgBytes = 0;

  /**
   * Counts a row.
   *
   * @param depth The level of the row, from 1.
   */
  addRow(depth: number): void {
    requireWithin("items", ++this.#rows);
    requireWithin("depth", depth);
  }

  /** Counts the segments of a row. */
  addSegments(count: number): void {
    // The failure reports the first value over the limit, as if segments were counted one by one.
    requireWithin("segments", Math.min(count, MAX_ROW_SEGMENTS + 1));
  }

  /** Counts the markup of one icon. */
  addSvg(...markup: readonly string[]): void {
    for (const text of markup) this.#svgBytes += utf8Length(text);
    requireWithin("svgTotal", this.#svgBytes);
  }
}

/**
 * Returns the style sheet.
 *
 * @throws {Failure} When it is too large.
 */
export function withinStyleSize(css: string | undefined): string | undefined {
  if (css !== undefined) requireWithin("css", utf8Length(css));
  return css;
}

/** Returns the error text for an exceeded limit. */
export function overLimit(field: string): string {
  return `menu resource limit exceeded: ${field}`;
}

function requireWithin(field: Field, actual: number): void {
  const limit = limits[field];
  if (actual <= limit) return;
  throw new Failure(overLimit(field), { details: { field, limit, actual } });
}

/** The highest rating. */
export const MAX_RATING = 5;

/** The default range of a slider. */
const SLIDER = { min: 0, max: 100 } as const;

type GivenRow = Readonly<Record<string, unknown>>;

/**
 * Reads the rows that a page gives. Items that are not objects are dropped.
 *
 * @throws {Failure} When they exceed a resource limit. Limits are checked row by row from the top, so reading stops at
 * the first row that is nested too deeply.
 */
export function readRows(items: readonly unknown[]): OverlayRow[] {
  return readLevel(items, 1, new RowResources());
}

function readLevel(items: readonly unknown[], depth: number, resources: RowResources): OverlayRow[] {
  const rows: OverlayRow[] = [];
  for (const item of items) {
    if (!isObject(item)) continue;
    resources.addRow(depth);
    const row = readRow(item, resources);
    const submenu = item["submenu"];
    const below = Array.isArray(submenu) ? readLevel(submenu, depth + 1, resources) : [];
    // A submenu without rows cannot be opened, so the row is an ordinary one.
    if (below.length > 0) row.submenu = below;
    rows.push(row);
  }
  return rows;
}

function readRow(given: GivenRow, resources: RowResources): OverlayRow {
  const common = readCommon(given);
  const rich = readRich(common.type, given, resources);
  const iconSvg = readIcon(given["iconSvg"], resources);
  return { ...common, ...(iconSvg === undefined ? {} : { iconSvg }), ...rich };
}

function readCommon(given: GivenRow): Pick<OverlayRow, "id" | "label" | "type" | "enabled" | "checked"> {
  return {
    id: textOr(given["id"], ""),
    label: textOr(given["label"], ""),
    type: textOr(given["type"], "") || "normal",
    enabled: booleanOr(given["enabled"], true),
    checked: booleanOr(given["checked"], false),
  };
}

/** The fields of a rich type. */
function readRich(type: string, given: GivenRow, resources: RowResources): Partial<OverlayRow> {
  switch (type) {
    case "nowplaying":
      return readNowPlaying(given);
    case "rating":
      return readRating(given);
    case "slider":
      return readSlider(given);
    case "segmented":
      return readSegmented(given, resources);
    default:
      return {};
  }
}

function readNowPlaying({ title, subtitle }: GivenRow): Partial<OverlayRow> {
  return {
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof subtitle === "string" ? { subtitle } : {}),
  };
}

function readRating({ value }: GivenRow): Partial<OverlayRow> {
  return { value: clamp(numberOr(value, 0), 0, MAX_RATING) };
}

function readSlider(given: GivenRow): Partial<OverlayRow> {
  const min = numberOr(given["min"], SLIDER.min);
  // When the maximum is below the minimum, the minimum is the only value.
  const max = Math.max(min, numberOr(given["max"], SLIDER.max));
  return { value: clamp(numberOr(given["value"], min), min, max), min, max };
}

function readSegmented({ segments: given, value }: GivenRow, resources: RowResources): Partial<OverlayRow> {
  const objects = Array.isArray(given) ? given.filter(isObject) : [];
  resources.addSegments(objects.length);
  const segments = objects.map((segment) => ({
    id: textOr(segment["id"], ""),
    label: textOr(segment["label"], ""),
    enabled: booleanOr(segment["enabled"], true),
  }));
  // Without a valid index no segment is chosen.
  const isIndex = Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < segments.length;
  return { segments, ...(isIndex ? { value: Number(value) } : {}) };
}

/** An icon as markup or in parts. Both count towards the limit. */
function readIcon(given: unknown, resources: RowResources): OverlayRow["iconSvg"] {
  if (typeof given === "string") {
    resources.addSvg(given);
    return given;
  }
  if (!isObject(given)) return undefined;
  const { viewBox, content } = given;
  if (typeof viewBox !== "string" || typeof content !== "string") return undefined;
  resources.addSvg(viewBox, content);
  return { viewBox, content };
}

function isObject(value: unknown): value is GivenRow {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

function booleanOr(value: unknown, otherwise: boolean): boolean {
  return typeof value === "boolean" ? value : otherwise;
}

/** JSON.parse returns Infinity for 1e999, which a slider cannot use. */
function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
