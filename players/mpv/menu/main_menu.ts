import * as v from "valibot";
import { playbackOrders } from "../../model/playback_order.ts";
import { command, type CommandRow, labelOf, type MenuRow, separator, submenu } from "../../model/menu.ts";
import type { MpvLink } from "../ipc/mpv_link.ts";
import { type MenuParts, nameGuid } from "./parts.ts";

const bindings = v.array(v.object({ key: v.string(), cmd: v.string(), comment: v.optional(v.string()) }));
const commandList = v.array(
  v.object({ name: v.string(), args: v.array(v.object({ optional: v.boolean() })), vararg: v.boolean() }),
);

/** Boolean options of mpv that the menu shows, in this order. */
const switches = [
  "mute",
  "fullscreen",
  "ontop",
  "border",
  "deinterlace",
  "sub-visibility",
  "audio-exclusive",
  "shuffle",
] as const;

/** Commands that the menu leaves out: they do nothing useful by themselves. */
const meaningless: ReadonlySet<string> = new Set(["ignore", "keyup", "playlist-remove"]);

/**
 * Builds the main menu from mpv's current switches, key bindings and commands.
 *
 * @throws {MpvGone} When there is no mpv.
 */
export async function mainMenu(parts: MenuParts): Promise<MenuRow[]> {
  const { link } = parts;
  const bound = v.parse(bindings, await link.command("get_property", "input-bindings"));
  const known = v.parse(commandList, await link.command("get_property", "command-list"));
  return [
    await playbackMenu(parts),
    submenu("&Switches", await switchRows(link)),
    submenu("&Key bindings", await bindingMenus(link, bound)),
    submenu("&Commands", await commandRows(link, known)),
  ];
}

async function playbackMenu({ link, playback, playlists, queue }: MenuParts): Promise<MenuRow> {
  const playing = playback.playing !== null;
  const paused = await link.property("pause") === true;
  const row = async (label: string, name: string, details: Partial<CommandRow>): Promise<MenuRow> =>
    command(label, await nameGuid(`playback/${name}`), details);
  const seek = (label: string, seconds: number): Promise<MenuRow> =>
    row(label, `seek/${seconds}`, {
      enabled: playing,
      run: () => link.command("seek", seconds, "relative"),
    });
  return submenu("&Playback", [
    await row("&Stop", "stop", { enabled: playing, run: () => playback.halt("user") }),
    await row("Pa&use", "pause", {
      enabled: playing,
      checked: paused,
      run: () => link.command("cycle", "pause"),
    }),
    await row("&Play", "play", {
      enabled: (playlists.active?.tracks.length ?? 0) > 0,
      run: async () => {
        const playlist = playlists.active;
        if (!playlist) return;
        await playback.playPlace({
          playlist,
          item: playlist.selected.length > 0 ? playlist.selected.at(0) : 0,
        });
      },
    }),
    await row("P&revious", "previous", { enabled: playing, run: () => link.command("playlist-prev") }),
    await row("&Next", "next", { enabled: playing, run: () => playback.next({}, undefined) }),
    separator,
    submenu(
      "&Order",
      await Promise.all(playbackOrders.map((label, order) =>
        row(label, `order/${order}`, {
          checked: playback.order === order,
          radioChecked: playback.order === order,
          run: () => playback.setOrder({ order }, undefined),
        })
      )),
    ),
    submenu("See&k", await Promise.all([seek("Back by 5 seconds", -5), seek("Ahead by 5 seconds", 5)])),
    separator,
    await row("&Flush playback queue", "flush", {
      enabled: queue.entries.length > 0,
      run: () => {
        queue.clear();
        playback.arrange();
      },
    }),
  ]);
}

async function switchRows(link: MpvLink): Promise<MenuRow[]> {
  const rows = await Promise.all(switches.map(async (name): Promise<MenuRow[]> => {
    const value = await link.property(name);
    if (value === undefined) return [];
    return [
      command(name, await nameGuid(`switch/${name}`), {
        checked: value === true || value === "yes",
        run: () => link.command("cycle", name),
      }),
    ];
  }));
  return rows.flat();
}

/** Builds a submenu for each command with key bindings. Keys with the same binding share a row. */
async function bindingMenus(link: MpvLink, bound: v.InferOutput<typeof bindings>): Promise<MenuRow[]> {
  const keysOf = new Map<string, string[]>();
  for (const { cmd, key } of bound) {
    if (cmd === "ignore" || cmd.includes("tonearm")) continue;
    const keys = keysOf.get(cmd);
    if (keys) keys.push(key);
    else keysOf.set(cmd, [key]);
  }
  const menus = new Map<string, MenuRow[]>();
  for (const [cmd, keys] of keysOf) {
    const words = cmd.trim().split(/\s+/);
    // Skip prefixes, which only change how mpv runs the command.
    const name = words.find((word) => !/^(?:no-osd|osd-|repeatable|async|sync|raw$|expand-)/.test(word)) ??
      cmd;
    const row = command(labelOf(`${cmd} (${keys.join(", ")})`), await nameGuid(`binding/${cmd}`), {
      // Press the key, so that mpv runs the user's own binding.
      run: () => link.command("keypress", keys[0] ?? ""),
    });
    const rows = menus.get(name);
    if (rows) rows.push(row);
    else menus.set(name, [row]);
  }
  return [...menus].map(([name, rows]) => submenu(labelOf(name), rows));
}

async function commandRows(link: MpvLink, known: v.InferOutput<typeof commandList>): Promise<MenuRow[]> {
  const plain = known.filter(({ name, args }) =>
    !meaningless.has(name) && args.every(({ optional }) => optional)
  );
  return await Promise.all(
    plain.map(async ({ name }) =>
      command(name, await nameGuid(`command/${name}`), { run: () => link.command(name) })
    ),
  );
}
