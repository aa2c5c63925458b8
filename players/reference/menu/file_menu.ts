/**
 * The menu File.
 *
 * @module
 */

import { commandGuid } from "./guids.ts";
import type { MenuParts } from "./menu_parts.ts";
import { command, separator, submenu, type SubmenuRow } from "../../model/menu_rows.ts";

/**
 * Builds the menu File as it is at this moment.
 *
 * @param parts What its commands act on.
 * @returns The menu.
 */
export function fileMenu({ app, playlists }: MenuParts): SubmenuRow {
  const guid = (number: number) => commandGuid("main", 0x0100 + number);
  const { active } = playlists;
  const activeIndex = active && playlists.indexOf(active);
  return submenu("&File", [
    command("&Open...", guid(1)),
    command("Open audio &CD...", guid(2), { enabled: false }),
    separator,
    command("Add fi&les...", guid(3), { enabled: active !== null }),
    command("Add f&older...", guid(4), { enabled: active !== null }),
    command("Add lo&cation...", guid(5), { enabled: active !== null }),
    separator,
    command("&New playlist", guid(6), {
      run: () => playlists.makeActive(playlists.insert("New Playlist")),
    }),
    command("Load &playlist...", guid(7)),
    command("&Save playlist...", guid(8), { enabled: active !== null }),
    command("Save &all playlists...", guid(9)),
    command("&Remove playlist", guid(10), {
      enabled: activeIndex !== null && !active?.lock,
      run: () => activeIndex !== null && playlists.delete(activeIndex),
    }),
    separator,
    command("Pre&ferences", guid(11), { run: () => app.perform("showPreferences") }),
    // Shown while the Shift key is held down.
    command("Res&tart", guid(12), { hidden: true, run: () => app.perform("restart") }),
    separator,
    command("E&xit", guid(13), { run: () => app.perform("exit") }),
  ]);
}
