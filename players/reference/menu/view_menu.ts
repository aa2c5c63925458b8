/**
 * The menu View.
 *
 * @module
 */

import { commandGuid } from "./guids.ts";
import type { MenuParts } from "./menu_parts.ts";
import { command, labelOf, separator, submenu, type SubmenuRow } from "../../model/menu_rows.ts";

const layouts = ["Album List + Properties", "Album List + Visualisation", "Slim View", "Tabbed"];

/**
 * Builds the menu View as it is at this moment.
 *
 * @param parts What its commands act on.
 * @returns The menu.
 */
export function viewMenu({ app, playlists, settings, system }: MenuParts): SubmenuRow {
  const guid = (number: number) => commandGuid("main", 0x0300 + number);
  const toggle = (label: string, number: number) =>
    command(label, guid(number), {
      checked: settings.isOn(label),
      run: () => settings.turn(label),
    });
  const layout = settings.choice("layout", layouts[0] ?? "");
  return submenu("&View", [
    toggle("Always on &top", 1),
    toggle("&Full screen", 2),
    toggle("Show &now playing in the title", 3),
    separator,
    submenu(
      "&Layout",
      layouts.map((name, index) =>
        command(name, guid(4), {
          subGuid: commandGuid("child", 0x0304, index),
          checked: name === layout,
          radioChecked: name === layout,
          run: () => settings.choose("layout", name),
        })
      ),
    ),
    command("&Dark mode", guid(5), {
      checked: system.currentTheme.darkMode,
      run: () => system.changeTheme({ darkMode: !system.currentTheme.darkMode }),
    }),
    submenu("&Visualizations", [
      command("&Oscilloscope", guid(6)),
      command("&Peak meter", guid(7)),
      command("&Spectrogram", guid(8)),
      command("Spec&trum", guid(9)),
      command("&VU meter", guid(10)),
    ]),
    separator,
    command("&Console", guid(11), { run: () => app.perform("showConsole") }),
    command("&Equalizer", guid(12)),
    command("Playlist &manager", guid(13)),
    command("&Queue manager", guid(14)),
    command("&Refresh", guid(15)),
    submenu(
      "&Switch to playlist",
      playlists.all.map((playlist) =>
        command(labelOf(playlist.name), guid(16), {
          subGuid: commandGuid("child", 0x0310, playlist.serial),
          checked: playlist === playlists.active,
          radioChecked: playlist === playlists.active,
          run: () => playlists.makeActive(playlist),
        })
      ),
    ),
  ]);
}
