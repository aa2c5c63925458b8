/** Navigation and values of the rows of a menu overlay. */

import type { OverlayRow } from "../../host_stdio/api/shapes.ts";

/** The indexes that lead to a row, from the top level down. */
export type RowPath = readonly number[];

/** Whether a row can receive the focus. Only separators cannot. */
export function canFocus(row: OverlayRow | undefined): boolean {
  return row !== undefined && row.type !== "separator";
}

/** Whether a click chooses the row and closes the menu. False for disabled rows and rows with a submenu or a value. */
export function canChoose(row: OverlayRow): boolean {
  return row.enabled && row.submenu === undefined &&
    !["separator", "rating", "slider", "segmented"].includes(row.type);
}

/** The rows of the level that contains a path. */
export function levelOf(items: readonly OverlayRow[], path: RowPath): readonly OverlayRow[] {
  let level = items;
  for (const index of path.slice(0, -1)) level = level[index]?.submenu ?? [];
  return level;
}

export function rowAt(items: readonly OverlayRow[], path: RowPath): OverlayRow | undefined {
  const last = path.at(-1);
  return last === undefined ? undefined : levelOf(items, path)[last];
}

/**
 * Finds the next row that can receive the focus, wrapping around.
 *
 * @param from The index before the first candidate.
 * @param step 1 for down, −1 for up.
 * @returns The index, or −1.
 */
export function nextIndex(rows: readonly OverlayRow[], from: number, step: 1 | -1): number {
  const begin = from < 0 && step < 0 ? 0 : from;
  for (let count = 1; count <= rows.length; count++) {
    const index = (begin + step * count + rows.length * 2) % rows.length;
    if (canFocus(rows[index])) return index;
  }
  return -1;
}

/** Returns the index of the next row whose label begins with a letter, wrapping around; −1 when there is none. */
export function indexByLetter(rows: readonly OverlayRow[], from: number, letter: string): number {
  for (let count = 1; count <= rows.length; count++) {
    const index = (Math.max(from, -1) + count) % rows.length;
    const row = rows[index];
    if (canFocus(row) && row?.label.toLowerCase().startsWith(letter.toLowerCase())) return index;
  }
  return -1;
}

/**
 * Returns the value of a row after a key press.
 *
 * @param value The value before the key press.
 * @param key As `KeyboardEvent.key`.
 * @returns The new value; undefined when the key does not change it.
 */
export function valueByKey(row: OverlayRow, value: number | undefined, key: string): number | undefined {
  if (!row.enabled) return undefined;
  // A segmented row without a value has no chosen segment.
  const next = keyValue(row, value ?? (row.type === "segmented" ? -1 : 0), key);
  return next === value ? undefined : next;
}

function keyValue(
  { type, min = 0, max = 100, segments = [] }: OverlayRow,
  value: number,
  key: string,
): number | undefined {
  const step = ({ ArrowRight: 1, ArrowLeft: -1 } as Readonly<Record<string, 1 | -1 | undefined>>)[key];
  switch (type) {
    case "rating":
      if (/^[0-5]$/.test(key)) return Number(key);
      return step && Math.max(0, Math.min(5, Math.round(value) + step));
    case "slider": {
      const page = Math.max(1, Math.round((max - min) / 10));
      if (key === "PageUp") return Math.min(Math.floor(max), Math.round(value) + page);
      if (key === "PageDown") return Math.max(Math.ceil(min), Math.round(value) - page);
      if (key === "Home") return Math.ceil(min);
      if (key === "End") return Math.floor(max);
      return step && Math.max(Math.ceil(min), Math.min(Math.floor(max), Math.round(value) + step));
    }
    case "segmented": {
      if (!step) return undefined;
      for (let index = value + step; index >= 0 && index < segments.length; index += step) {
        if (segments[index]?.enabled) return index;
      }
      return undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Returns an icon as a `data:` address. An image runs no scripts and loads nothing.
 *
 * @param icon A whole `svg` element, or its content.
 * @param colour The value of `currentColor`.
 */
export function iconAddress(
  icon: string | { readonly viewBox: string; readonly content: string },
  colour: string,
): string {
  const attribute = (text: string): string =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const given = typeof icon === "string" ? icon.trim() : icon.content;
  const viewBox = typeof icon === "string" ? "0 0 24 24" : icon.viewBox;
  const head = `xmlns="http://www.w3.org/2000/svg" color="${attribute(colour)}"`;
  const svg = /^<svg[\s>]/i.test(given)
    ? `<svg ${head}${given.slice(4).replace(/\sxmlns\s*=\s*(?:"[^"]*"|'[^']*')/, "")}`
    : `<svg ${head} viewBox="${attribute(viewBox)}">${given}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
