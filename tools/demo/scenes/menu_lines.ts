/**
 * Menus as a person sees them.
 *
 * @module
 */

import type { ResultOf } from "../stage.ts";

type Items = ResultOf<"menu.getMainMenu">["items"];

/**
 * Writes a menu as indented lines: what is checked, what is grey, how much of a submenu can be run.
 *
 * @param items The menu.
 * @param limit How many rows of each level are shown.
 * @returns The lines.
 */
export function menuLines(items: Items, limit: number): string[] {
  const lines: string[] = [];
  for (const item of items.slice(0, limit)) {
    if (item.type === "separator") {
      lines.push("──────────");
    } else if (item.type === "submenu") {
      const { availability } = item;
      const counter = availability
        ? `  ${availability.availableCommands} of ${availability.totalCommands}`
        : "";
      lines.push(`${item.displayLabel} ▸${counter}`);
      lines.push(...menuLines(item.children, limit).map((line) => `   ${line}`));
    } else {
      const mark = item.radioChecked ? "● " : item.checked ? "✓ " : "";
      const notes = [item.enabled ? "" : "grey", item.executable ? "" : "without a GUID"].filter(Boolean);
      lines.push(`${mark}${item.displayLabel}${notes.length > 0 ? `  (${notes.join(", ")})` : ""}`);
    }
  }
  if (items.length > limit) lines.push(`… ${items.length - limit} more`);
  return lines;
}
