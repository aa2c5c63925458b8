/**
 * The menu Edit.
 *
 * @module
 */

import { IndexRanges } from "../../model/index_ranges.ts";
import { commandGuid } from "./guids.ts";
import type { MenuParts } from "./menu_parts.ts";
import { command, separator, submenu, type SubmenuRow } from "../../model/menu_rows.ts";

/**
 * Builds the menu Edit as it is at this moment.
 *
 * @param parts What its commands act on.
 * @returns The menu.
 */
export function editMenu({ playlists, selection }: MenuParts): SubmenuRow {
  const guid = (number: number) => commandGuid("main", 0x0200 + number);
  const { active } = playlists;
  const length = active?.tracks.length ?? 0;
  const selected = active?.selected ?? IndexRanges.none;
  const mayChange = active !== null && active.lock === null;
  const sort = (label: string, number: number) =>
    command(label, guid(number), { enabled: mayChange && length > 1 });
  return submenu("&Edit", [
    command("&Undo", guid(1), { enabled: false }),
    command("&Redo", guid(2), { enabled: false }),
    separator,
    command("&Clear", guid(3), {
      enabled: mayChange && length > 0,
      run: () => active && playlists.removeItems(active, 0, length),
    }),
    command("Re&move", guid(4), {
      enabled: mayChange && selected.length > 0,
      run: () => active && playlists.removeRanges(active, selected),
    }),
    command("Cro&p", guid(5), {
      enabled: mayChange && selected.length > 0,
      run: () => active && playlists.removeRanges(active, selected.othersBelow(length)),
    }),
    separator,
    command("Select &all", guid(6), {
      enabled: length > 0,
      run: () => active && selection.selectItems(active, "all"),
    }),
    command("&Invert selection", guid(7), {
      enabled: length > 0,
      run: () => active && selection.selectItems(active, selected.othersBelow(length)),
    }),
    submenu("&Sort", [
      sort("&Randomize", 8),
      sort("R&everse", 9),
      separator,
      sort("Sort by &artist", 10),
      sort("Sort by &title", 11),
      sort("Sort by file &path", 12),
      sort("&Sort by...", 13),
    ]),
    command("&Search...", guid(14)),
    separator,
    command("Remove &duplicates", guid(15), { enabled: mayChange && length > 1 }),
    command("Remove dead &items", guid(16), { enabled: mayChange && length > 0 }),
    command("Read-&only", guid(17), {
      // A lock that is not the user's own is not the user's to take off.
      enabled: active !== null && (active.lock === null || active.lock.byUser),
      checked: active?.lock?.byUser ?? false,
      run: () => {
        if (active?.lock) active.lock = null;
        else if (active) playlists.lockAsUser(active);
      },
    }),
  ]);
}
