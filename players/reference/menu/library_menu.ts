/**
 * The menu Library.
 *
 * @module
 */

import { commandGuid } from "./guids.ts";
import type { MenuParts } from "./menu_parts.ts";
import { command, separator, submenu, type SubmenuRow } from "../../model/menu_rows.ts";

/**
 * Builds the menu Library as it is at this moment.
 *
 * @param parts What its commands act on.
 * @returns The menu.
 */
export function libraryMenu({ app, library, selection }: MenuParts): SubmenuRow {
  const guid = (number: number) => commandGuid("main", 0x0500 + number);
  return submenu("&Library", [
    command("&Album list", guid(1), { run: () => selection.selectInLibrary(library.collection) }),
    // The same name as in the menu Edit: only the path tells them apart.
    command("&Search...", guid(2), { run: () => app.openLibrarySearch("") }),
    command("&Facets", guid(3)),
    command("Pl&aylist tree", guid(4)),
    separator,
    command("&Configure...", guid(5), { run: () => app.perform("showPreferences") }),
    command("&Refresh", guid(6)),
    command("R&escan all folders", guid(7)),
    command("Library &status", guid(8), { enabled: false }),
  ]);
}
