/**
 * The menu Help.
 *
 * @module
 */

import { commandGuid } from "./guids.ts";
import type { MenuParts } from "./menu_parts.ts";
import { command, separator, submenu, type SubmenuRow } from "../../model/menu_rows.ts";

/**
 * Builds the menu Help as it is at this moment.
 *
 * @param parts What its commands act on.
 * @returns The menu.
 */
export function helpMenu({ app, clipboard }: MenuParts): SubmenuRow {
  const guid = (number: number) => commandGuid("main", 0x0600 + number);
  return submenu("&Help", [
    command("&Contents", guid(1)),
    command("&Keyboard shortcuts", guid(2)),
    command("Title &formatting help", guid(3)),
    separator,
    command("Check for &updates...", guid(4)),
    command("View &changelog", guid(5)),
    submenu("&Diagnostics", [
      command("&Copy system report", guid(6), {
        run: () => clipboard.replace({ text: "Reference player: all is well" }),
      }),
      command("&Verify files…", guid(7)),
    ]),
    separator,
    command("&About...", guid(8), {
      run: () => app.openPopup({ title: "About", message: "The reference player" }),
    }),
  ]);
}
