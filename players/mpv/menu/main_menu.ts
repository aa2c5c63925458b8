import * as v from "valibot";
import { plainText } from "../../../limits/unicode.ts";
import { command, type CommandRow, labelOf, type MenuRow, separator, submenu } from "../../model/menu.ts";
import { playbackOrders } from "../../model/playback_order.ts";
import type { MpvLink } from "../ipc/mpv_link.ts";
import { type MenuParts, nameGuid } from "./parts.ts";

const bindings = v.array(v.object({ key: v.string(), cmd: v.string(), comment: v.optional(v.string()) }));
const commandList = v.array(
  v.object({ name: v.string(), args: v.array(v.object({ optional: v.boolean() })), vararg: v.boolean() }),
);

const chapters = v.array(v.object({ title: v.optional(v.string()) }));
const trackList = v.array(
  v.object({
    id: v.number(),
    type: v.string(),
    selected: v.optional(v.boolean()),
    title: v.optional(v.string()),
    lang: v.optional(v.string()),
  }),
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

/** The kinds of tracks in a file that the menu shows: mpv's option, mpv's name for the type, and the label. */
const trackKinds = [["aid", "audio", "&Audio"], ["vid", "video", "&Video"], [
  "sid",
  "sub",
  "&Subtitles",
]] as const;

/** The maximum number of chapters, and of tracks of a kind, in the menu. */
const MAX_ROWS = 200;

/**
 * Words of mpv's commands and options with which a page could run programs, write files, load scripts, open sockets or
 * end mpv. A command that presses keys could do all of that.
 */
const forbiddenWords = [
  "run",
  "subprocess",
  "(?:screenshot|scripts?|ytdl|input)(?:-[\\w-]+)?",
  "load-(?:script|config-file|input-conf)",
  "[\\w-]*watch-later[\\w-]*",
  "quit[\\w-]*",
  "(?:ab-loop-)?dump-cache",
  "stream-(?:record|dump)|dump-stats|(?:log|record|ao-pcm)-file",
  "key(?:bind|press|down|up)|mouse",
  "apply-profile|include|(?:define|enable)-section",
];
const forbidden = new RegExp(`(?<![\\w-])(?:${forbiddenWords.join("|")})(?![\\w-])`, "i");

/** Commands that the menu leaves out: they do nothing useful by themselves. */
const meaningless: ReadonlySet<string> = new Set(["ignore", "playlist-remove"]);

/** Whether a page may never run a command of mpv. One with other quotes or escapes is not parsed. */
export function isForbidden(cmd: string): boolean {
  return forbidden.test(cmd) || /[\\`]/.test(cmd);
}

/**
 * Builds the main menu from mpv's current state.
 *
 * @throws {MpvGone} When there is no mpv.
 */
export async function mainMenu(parts: MenuParts): Promise<MenuRow[]> {
  const { link } = parts;
  const rows = [
    await playbackMenu(parts),
    submenu("&Volume", await volumeRows(link)),
    submenu("&Chapters", await chapterRows(link)),
    submenu("&Tracks", await trackMenus(link)),
    submenu("&Switches", await switchRows(link)),
  ];
  if (!parts.keyBindings) return rows;
  const bound = v.parse(bindings, await link.command("get_property", "input-bindings"));
  const known = v.parse(commandList, await link.command("get_property", "command-list"));
  return [
    ...rows,
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

async function volumeRows(link: MpvLink): Promise<MenuRow[]> {
  return await Promise.all(
    ([["&Up by 5%", 5], ["&Down by 5%", -5]] as const).map(async ([label, step]) =>
      command(label, await nameGuid(`volume/${step}`), { run: () => link.command("add", "volume", step) })
    ),
  );
}

async function chapterRows(link: MpvLink): Promise<MenuRow[]> {
  const list = read(chapters, await link.property("chapter-list"));
  const current = await link.property("chapter");
  return await Promise.all(
    list.slice(0, MAX_ROWS).map(async ({ title }, index) => {
      const isCurrent = index === current;
      return command(rowLabel(index + 1, title), await nameGuid(`chapter/${index}`), {
        checked: isCurrent,
        radioChecked: isCurrent,
        run: () => link.command("set_property", "chapter", index),
      });
    }),
  );
}

/** Builds a submenu for each kind of track that the open file has. */
async function trackMenus(link: MpvLink): Promise<MenuRow[]> {
  const list = read(trackList, await link.property("track-list"));
  const menus = await Promise.all(trackKinds.map(async ([option, type, label]): Promise<MenuRow[]> => {
    const tracks = list.filter((track) => track.type === type).slice(0, MAX_ROWS);
    if (tracks.length === 0) return [];
    const row = async (label: string, value: number | "no", checked: boolean): Promise<MenuRow> =>
      command(label, await nameGuid(`track/${option}/${value}`), {
        checked,
        radioChecked: checked,
        run: () => link.command("set_property", option, value),
      });
    return [submenu(label, [
      ...await Promise.all(
        tracks.map(({ id, title, lang, selected = false }) =>
          row(rowLabel(id, [title, lang].filter((text) => text).join(", ")), id, selected)
        ),
      ),
      await row("&None", "no", !tracks.some(({ selected }) => selected)),
    ])];
  }));
  return menus.flat();
}

/** Parses a property; an empty list when mpv has none. */
function read<Entry>(
  schema: v.GenericSchema<unknown, Entry[]>,
  value: unknown,
): Entry[] {
  const { success, output } = v.safeParse(schema, value);
  return success ? output : [];
}

/** A label with a number, so that no two are equal, and the text that the file gives. */
function rowLabel(number: number, text: string | undefined): string {
  // A label with a slash would not be a path.
  const plain = labelOf(plainText(text ?? "").replaceAll("/", "∕"));
  return plain === "" ? String(number) : `${number} ${plain}`;
}

/** Builds a submenu for each command with key bindings. Keys with the same binding share a row. */
async function bindingMenus(link: MpvLink, bound: v.InferOutput<typeof bindings>): Promise<MenuRow[]> {
  const keysOf = new Map<string, string[]>();
  // A key may have several bindings, of which mpv chooses one when it is pressed.
  const unsafe = new Set(bound.flatMap(({ cmd, key }) => isForbidden(cmd) ? [key] : []));
  for (const { cmd, key } of bound) {
    if (cmd === "ignore" || cmd.includes("tonearm") || unsafe.has(key)) continue;
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
    !meaningless.has(name) && !isForbidden(name) && args.every(({ optional }) => optional)
  );
  return await Promise.all(
    plain.map(async ({ name }) =>
      command(name, await nameGuid(`command/${name}`), { run: () => link.command(name) })
    ),
  );
}
