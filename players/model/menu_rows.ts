/**
 * Menu rows as the reference player writes its menus down: labels, states and what a command does, side by side.
 *
 * @module
 */

import type { MenuNode } from "../../host_stdio/shapes.ts";

/** A row that runs a command. */
export interface CommandRow {
  readonly type: "command";
  readonly label: string;
  readonly guid: string | undefined;
  readonly subGuid: string | undefined;
  readonly enabled: boolean;
  readonly checked: boolean;
  readonly radioChecked: boolean;
  readonly hidden: boolean;
  /** Does what the command does. */
  run(): void;
}

/** A row that opens further rows. */
export interface SubmenuRow {
  readonly type: "submenu";
  readonly label: string;
  readonly rows: readonly MenuRow[];
}

/** A row of a menu. */
export type MenuRow = CommandRow | SubmenuRow | { readonly type: "separator" };

/** A line between rows. */
export const separator: MenuRow = { type: "separator" };

/**
 * A row that runs a command.
 *
 * @param label Its label, `&` before the letter of its key.
 * @param guid Its stable GUID; undefined for a registration that exposes none.
 * @param details What is not as usual: a command is enabled, not checked, and being run is recorded and nothing else.
 * @returns The row.
 */
export function command(
  label: string,
  guid: string | undefined,
  details: Partial<Omit<CommandRow, "type" | "label" | "guid">> = {},
): CommandRow {
  return {
    type: "command",
    label,
    guid,
    subGuid: undefined,
    enabled: true,
    checked: false,
    radioChecked: false,
    hidden: false,
    run: () => {},
    ...details,
  };
}

/**
 * A name as a label: an `&` in it is no mark of a key.
 *
 * @param name The name.
 * @returns The label.
 */
export function labelOf(name: string): string {
  return name.replaceAll("&", "&&");
}

/**
 * A row that opens further rows.
 *
 * @param label Its label.
 * @param rows The rows.
 * @returns The row.
 */
export function submenu(label: string, rows: readonly MenuRow[]): SubmenuRow {
  return { type: "submenu", label, rows };
}

/**
 * The commands of a menu in the order of their ids.
 *
 * @param rows The menu.
 * @returns All its commands, at every depth; the first one has the id 1.
 */
export function commandsOf(rows: readonly MenuRow[]): CommandRow[] {
  return rows.flatMap((row) =>
    row.type === "command" ? [row] : row.type === "submenu" ? commandsOf(row.rows) : []
  );
}

/**
 * A menu as it is answered to the bridge.
 *
 * @param rows The menu.
 * @returns Its nodes, the commands numbered in order from 1.
 */
export function nodesOf(rows: readonly MenuRow[]): MenuNode[] {
  let lastId = 0;
  const nodeOf = (row: MenuRow): MenuNode => {
    switch (row.type) {
      case "separator":
        return { type: "separator" };
      case "submenu":
        return { type: "submenu", label: row.label, children: row.rows.map(nodeOf) };
      case "command":
        return {
          type: "command",
          label: row.label,
          commandId: ++lastId,
          ...(row.guid !== undefined && { guid: row.guid }),
          ...(row.subGuid !== undefined && { subGuid: row.subGuid }),
          enabled: row.enabled,
          checked: row.checked,
          ...(row.radioChecked && { radioChecked: true }),
          ...(row.hidden && { hidden: true }),
        };
    }
  };
  return rows.map(nodeOf);
}
