/**
 * The rows of `menu.show` as the player is asked to draw them: every default filled in, keys that nobody knows dropped
 * (specification, "Menu row"; native-actions.md, `player.overlay.open`). What a page gives in the wrong type counts as
 * not given.
 *
 * @module
 */

import type { OverlayRow } from "../../host_stdio/shapes.ts";
import { RowResources } from "./row_resources.ts";

/** The highest rating. */
export const MAX_RATING = 5;

/** The range of a slider that gives none. */
const SLIDER = { min: 0, max: 100 } as const;

type GivenRow = Readonly<Record<string, unknown>>;

/**
 * Reads the rows that a page gives.
 *
 * @param items The rows; what is no object is dropped.
 * @returns The rows to draw.
 * @throws {Failure} When they exceed a resource limit. The limits are checked row by row from the top, so that rows nested
 * without end are left at the first one too deep.
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
    // A submenu without rows could not be opened: the row is then a row like any other.
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

/** What a row of a rich type has beside the rest; nothing for any other type. */
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
  // A range that ends before it begins has its beginning as the only value.
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
  // Without a usable index, no segment is the chosen one.
  const isIndex = Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < segments.length;
  return { segments, ...(isIndex ? { value: Number(value) } : {}) };
}

/** An icon as markup or as its parts; both count towards the limit. */
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

/** Infinity, which JSON gives for 1e999, has no place on a slider. */
function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
