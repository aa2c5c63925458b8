import { IndexRanges } from "../../model/index_ranges.ts";
import {
  command,
  type CommandRow,
  labelOf,
  type MenuRow,
  separator,
  submenu,
  type SubmenuRow,
} from "../../model/menu.ts";
import { playbackOrders } from "../../model/playback_order.ts";
import { commandGuid, type MenuParts } from "./parts.ts";

/** Builds the main menu for the player's current state. */
export function mainMenu(parts: MenuParts): MenuRow[] {
  return [fileMenu, editMenu, viewMenu, playbackMenu, libraryMenu, helpMenu].map((menu) => menu(parts));
}

function fileMenu({ app, playlists }: MenuParts): SubmenuRow {
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
      run: () => playlists.makeActive(playlists.insertFromMenu("New Playlist")),
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
    // Visible while the Shift key is held down.
    command("Res&tart", guid(12), { hidden: true, run: () => app.perform("restart") }),
    separator,
    command("E&xit", guid(13), { run: () => app.perform("exit") }),
  ]);
}

function editMenu({ playlists, selection }: MenuParts): SubmenuRow {
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
      // Only the user's own lock can be removed.
      enabled: active !== null && (active.lock === null || active.lock.byUser),
      checked: active?.lock?.byUser ?? false,
      run: () => {
        if (active?.lock) active.lock = null;
        else if (active) playlists.lockAsUser(active);
      },
    }),
  ]);
}

const layouts = ["Album List + Properties", "Album List + Visualisation", "Slim View", "Tabbed"];

function viewMenu({ app, playlists, settings, system }: MenuParts): SubmenuRow {
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

const devices = [
  "Default: Primary Sound Driver",
  "Headphones (USB Audio)",
  "Wohnzimmer – Verstärker",
  "Null Output",
];
const gains = ["None", "Track", "Album", "By playback order"];
const decibels = [0, -3, -6, -9, -12, -18, -24];

function playbackMenu({ playback, playlists, queue, settings, volume }: MenuParts): SubmenuRow {
  const guid = (number: number) => commandGuid("main", 0x0400 + number);
  const playing = playback.playing !== null;
  const toggle = (label: string, number: number) =>
    command(label, guid(number), { checked: settings.isOn(label), run: () => settings.turn(label) });
  const choices = (name: string, values: readonly string[], firstNumber: number): CommandRow[] => {
    const choice = settings.choice(name, values[0] ?? "");
    return values.map((value, index) =>
      command(value, guid(firstNumber + index), {
        checked: value === choice,
        radioChecked: value === choice,
        run: () => settings.choose(name, value),
      })
    );
  };
  const seek = (label: string, number: number, seconds: number) =>
    command(label, guid(number), {
      enabled: playing && playback.length > 0,
      run: () => playback.seek(playback.position + seconds),
    });
  const device = settings.choice("device", devices[0] ?? "");
  return submenu("&Playback", [
    command("&Stop", guid(1), { enabled: !playback.stopped, run: () => playback.halt("user") }),
    command("Pa&use", guid(2), {
      enabled: playing,
      checked: playback.paused,
      run: () => playback.togglePause(),
    }),
    command("&Play", guid(3), {
      enabled: playing || (playlists.active?.tracks.length ?? 0) > 0,
      run: () => playback.playSelected(),
    }),
    command("P&revious", guid(4), { enabled: playing, run: () => playback.playPrevious() }),
    command("&Next", guid(5), { enabled: !playback.stopped, run: () => playback.playNext() }),
    command("R&andom", guid(6), {
      enabled: (playlists.active?.tracks.length ?? 0) > 0,
      run: () => playback.playRandom(),
    }),
    separator,
    submenu(
      "&Order",
      playbackOrders.map((label, order) =>
        command(label, guid(7 + order), {
          checked: playback.order === order,
          radioChecked: playback.order === order,
          run: () => playback.useOrder(order),
        })
      ),
    ),
    command("Stop after &current", guid(14), {
      checked: playback.stopAfterCurrent,
      run: () => playback.stopAfter(!playback.stopAfterCurrent),
    }),
    toggle("Playback follows cur&sor", 15),
    toggle("Cursor follows play&back", 16),
    separator,
    submenu("See&k", [
      seek("Back by 30 seconds", 17, -30),
      seek("Back by 5 seconds", 18, -5),
      seek("Ahead by 5 seconds", 19, 5),
      seek("Ahead by 30 seconds", 20, 30),
    ]),
    submenu("&Volume", [
      command("&Mute", guid(21), {
        checked: volume.muted,
        run: () => volume.set({ muted: !volume.muted }, undefined),
      }),
      separator,
      ...decibels.map((decibel, index) => {
        const level = 10 ** (decibel / 20);
        return command(`${decibel} dB`, guid(22 + index), {
          checked: volume.level === level,
          radioChecked: volume.level === level,
          run: () => volume.set({ level }, undefined),
        });
      }),
    ]),
    submenu("Replay&Gain", choices("gain", gains, 30)),
    submenu(
      "&Device",
      devices.map((name, index) =>
        command(name, guid(40), {
          subGuid: commandGuid("child", 0x0428, index),
          checked: name === device,
          radioChecked: name === device,
          run: () => settings.choose("device", name),
        })
      ),
    ),
    separator,
    command("&Flush playback queue", guid(41), {
      enabled: queue.entries.length > 0,
      run: () => queue.clear(),
    }),
  ]);
}

function libraryMenu({ app, library, selection }: MenuParts): SubmenuRow {
  const guid = (number: number) => commandGuid("main", 0x0500 + number);
  return submenu("&Library", [
    command("&Album list", guid(1), { run: () => selection.selectInLibrary(library.collection) }),
    // The same label as in the menu Edit, with another path.
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

function helpMenu({ app, clipboard }: MenuParts): SubmenuRow {
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
