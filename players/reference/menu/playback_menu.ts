/**
 * The menu Playback.
 *
 * @module
 */

import { playbackOrders } from "../../model/playback_order.ts";
import { commandGuid } from "./guids.ts";
import type { MenuParts } from "./menu_parts.ts";
import { command, type CommandRow, separator, submenu, type SubmenuRow } from "../../model/menu_rows.ts";

const devices = [
  "Default: Primary Sound Driver",
  "Headphones (USB Audio)",
  "Wohnzimmer – Verstärker",
  "Null Output",
];
const gains = ["None", "Track", "Album", "By playback order"];
const volumes = ["0 dB", "-3 dB", "-6 dB", "-9 dB", "-12 dB", "-18 dB", "-24 dB"];

/**
 * Builds the menu Playback as it is at this moment.
 *
 * @param parts What its commands act on.
 * @returns The menu.
 */
export function playbackMenu({ playback, playlists, queue, settings }: MenuParts): SubmenuRow {
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
      run: () => {
        playback.stopAfterCurrent = !playback.stopAfterCurrent;
      },
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
      toggle("&Mute", 21),
      separator,
      ...choices("volume", volumes, 22),
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
