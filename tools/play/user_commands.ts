/** The commands `:menu` and `:player`: what a user does in the player. */

import { bold, cyan, dim } from "@std/fmt/colors";
import type { ConnectedBridge } from "../../clients/typescript/connected_bridge.ts";
import type { EventName } from "../../handlers/all.ts";
import type { OverlayRow } from "../../host_stdio/api/shapes.ts";
import { plainText } from "../../limits/unicode.ts";
import { playbackOrders } from "../../players/model/playback_order.ts";
import type { PlayerUser } from "../../players/model/player.ts";
import { UsageError } from "../support/options.ts";
import { type Command, type CommandContext, userAction } from "./command.ts";
import { readWords } from "./line.ts";

/** How long to wait for the events of a menu, in milliseconds. A menu from before `:restart` causes none. */
const MENU_EVENTS_MS = 1000;

/** A user's action: its words, what help says, and how it is done; `needs` is a method that some players lack. */
interface Verb {
  readonly usage: string;
  readonly about: string;
  readonly needs?: keyof PlayerUser;
  act(user: Required<PlayerUser>, bridge: ConnectedBridge, ...words: never[]): void | Promise<void>;
}

const allVerbs: Readonly<Record<string, Verb>> = {
  play: {
    usage: "[PLAYLIST [ITEM]]",
    about: "plays an item, or the selected one",
    act: (user, _bridge, playlist?: number, item = 0) =>
      playlist === undefined ? user.play() : user.play(playlist, item),
  },
  stop: { usage: "", about: "stops", act: (user) => user.stop() },
  next: { usage: "", about: "plays the next track", act: (user) => user.next() },
  previous: { usage: "", about: "plays the previous track", act: (user) => user.previous() },
  pause: { usage: "", about: "pauses, or resumes", act: (user) => user.pause() },
  seek: {
    usage: "SECONDS",
    about: "moves within the track",
    act: (user, _bridge, seconds: number) => user.seek(seconds),
  },
  order: {
    usage: "ORDER",
    about: `sets the playback order: ${playbackOrders.map((name, number) => `${number} ${name}`).join(", ")}`,
    act: (user, _bridge, order: number) => user.setOrder(order),
  },
  volume: {
    usage: "PERCENT",
    about: "sets the volume, 0 to 100",
    needs: "setVolume",
    act: (user, _bridge, percent: number) => user.setVolume({ level: percent / 100 }),
  },
  mute: {
    usage: "on | off",
    about: "mutes the player, or ends the mute",
    needs: "setVolume",
    act: (user, _bridge, muted: boolean) => user.setVolume({ muted }),
  },
  "stop-after-current": {
    usage: "on | off",
    about: "stops at the end of the playing track, or goes on",
    needs: "setStopAfterCurrent",
    act: (user, _bridge, enabled: boolean) => user.setStopAfterCurrent(enabled),
  },
  activate: {
    usage: "PLAYLIST",
    about: "makes a playlist the active one",
    act: (user, _bridge, playlist: number) => user.activatePlaylist(playlist),
  },
  queue: {
    usage: "PLAYLIST ITEM…",
    about: "queues items of a playlist",
    act: (user, _bridge, playlist: number, items: number[]) => user.queue(playlist, ...items),
  },
  remove: {
    usage: "PLAYLIST ITEM [COUNT]",
    about: "removes items from a playlist",
    act: (user, _bridge, playlist: number, item: number, count = 1) =>
      user.removeItems(playlist, item, count),
  },
  select: {
    usage: "ITEM… | all",
    about: "selects items of the active playlist",
    act: (user, _bridge, items: number[] | "all") => user.selectItems(items),
  },
  "select-playlists": {
    usage: "PLAYLIST…",
    about: "selects playlists",
    act: (user, _bridge, playlists: number[]) => user.selectPlaylists(...playlists),
  },
  follow: {
    usage: "",
    about: "makes the selection follow the playing track",
    act: (user) => user.followPlayback(),
  },
  copy: {
    usage: "TEXT",
    about: "copies a text in another program",
    needs: "copy",
    act: (user, _bridge, text: string) => user.copy({ text }),
  },
  dialog: {
    usage: "on | off",
    about: "opens or closes a modal dialog, which blocks the player's commands",
    needs: "openDialog",
    act: (user, _bridge, opens: boolean) => opens ? user.openDialog() : user.closeDialog(),
  },
  locale: {
    usage: "TAG",
    about: "changes the language",
    needs: "changeLocale",
    act: (user, _bridge, tag: string) => user.changeLocale(tag),
  },
  "open-panel": {
    usage: "NAME",
    about: "adds a panel to the window",
    act: (user, _bridge, name: string) => user.openPanel(name),
  },
  "close-panel": {
    usage: "NAME",
    about: "removes a panel and tells the bridge",
    act(user, bridge, name: string) {
      user.closePanel(name);
      bridge.panelClosed(name);
    },
  },
};

/** The verbs that the player supports. */
function verbsOf({ session: { player: { user } } }: CommandContext): Readonly<Record<string, Verb>> {
  return Object.fromEntries(
    Object.entries(allVerbs).filter(([, { needs }]) => needs === undefined || needs in user),
  );
}

/** `:player`. */
export const playerCommand: Command = {
  usage: "[VERB …]",
  words: "[VERB [TEXT]]",
  about: "Prints the state of the player, or does what a user does with it; :help player lists the verbs.",
  complete: (context) => Object.keys(verbsOf(context)),
  async run([name, rest = ""], context, signal) {
    if (name === undefined) return printState(context);
    const known = verbsOf(context);
    const verb = Object.hasOwn(known, String(name)) ? known[String(name)] : undefined;
    if (!verb) {
      throw new UsageError(`:player knows ${Object.keys(known).join(", ")}, not ${JSON.stringify(name)}`);
    }
    const words = readWords(verb.usage, String(rest));
    const { player, bridge } = context.session;
    // verbsOf has checked that the player has the method, and readWords that the words have its types.
    await userAction(
      () => verb.act(player.user as Required<PlayerUser>, bridge, ...words as never[]),
      signal,
    );
  },
};

/** The verbs of `:player`, a line each. */
export function playerVerbs(context: CommandContext): string[] {
  const known = Object.entries(verbsOf(context)).map(([name, { usage, about }]) => ({
    head: `${name} ${usage}`.trimEnd(),
    about,
  }));
  const width = Math.max(...known.map(({ head }) => head.length));
  return known.map(({ head, about }) => `${head.padEnd(width)}  ${dim(about)}`);
}

function printState(context: CommandContext): void {
  const { nowPlaying: playing, playbackOrder: order, queue, selection, playlists, activePlaylist } =
    context.session.player.facts;
  const fact = (name: string, value: string): void => context.print(`  ${dim(name.padEnd(11))}${value}`);
  if (playing) {
    const { handle: { path, subsong }, position, length, paused } = playing;
    const at = `${position.toFixed(1)} of ${length.toFixed(1)} s${paused ? ", paused" : ""}`;
    fact("playing", `${plainText(path)}${subsong > 0 ? ` subsong ${subsong}` : ""} ${dim(at)}`);
  } else fact("playing", "nothing");
  fact("order", playbackOrders[order] ?? String(order));
  fact("queue", queue.length === 0 ? "empty" : queue.map(({ handle }) => plainText(handle.path)).join(", "));
  fact("selection", `${selection.total} (${selection.type})`);
  for (const [index, { name, count, lock }] of playlists.entries()) {
    const locked = lock === null ? "" : `, locked by ${plainText(lock)}`;
    const text = `${index} ${plainText(name)}`;
    fact(
      index === 0 ? "playlists" : "",
      `${index === activePlaylist ? bold(text) : text} ${dim(`${count} tracks${locked}`)}`,
    );
  }
}

/** The rows of the open menu, a panel's or the player's context menu, each with its depth from 0. */
function openRows({ session: { player: { facts: { overlay, contextMenu } } } }: CommandContext) {
  const rows = overlay?.items ?? contextMenu;
  if (!rows) throw new UsageError("no menu is open; menu.show opens one");
  const flat = (rows: readonly OverlayRow[], depth: number): { row: OverlayRow; depth: number }[] =>
    rows.flatMap((row) => [{ row, depth }, ...flat(row.submenu ?? [], depth + 1)]);
  return { name: overlay?.menuId ?? "the context menu", rows: flat(rows, 0) };
}

function rowText({ id, type, label, enabled, checked, value, min, max, segments }: OverlayRow): string {
  if (type === "separator") return dim("--------");
  const facts = [
    ...type === "normal" ? [] : [plainText(type)],
    ...checked ? ["checked"] : [],
    ...enabled ? [] : ["disabled"],
    ...value === undefined ? [] : [`value ${value}`],
    ...min === undefined && max === undefined ? [] : [`of ${min ?? ""} to ${max ?? ""}`],
    ...segments ? [segments.map((segment) => plainText(segment.label)).join(" | ")] : [],
  ];
  return `${cyan(plainText(id))} ${plainText(label)}${facts.length > 0 ? dim(` (${facts.join(", ")})`) : ""}`;
}

/** `:menu`. */
export const menuCommand: Command = {
  usage: "[choose ROW | change ROW VALUE | dismiss [REASON]]",
  words: "[VERB [TEXT]]",
  about: "Lists the rows of the open menu, or does what a user does with it. ROW is an id or a label.",
  complete: () => ["choose", "change", "dismiss"],
  async run([verb, text], context, signal) {
    const { name, rows } = openRows(context);
    if (verb === undefined) {
      const top = rows.filter(({ depth }) => depth === 0).length;
      context.print(`  ${bold(plainText(name))} ${dim(`${top} rows at the top level`)}`);
      return context.print(...rows.map(({ row, depth }) => `  ${"  ".repeat(depth)}${rowText(row)}`));
    }
    const { user, facts: { overlay } } = context.session.player;
    const rest = text === undefined ? undefined : String(text);
    let events: readonly EventName[] = ["menu:dismiss"];
    if (verb === "dismiss") {
      if (!await userAction(() => user.dismissMenu(rest), signal)) return;
    } else if (verb === "choose") {
      const id = rowId(rest, context);
      if (!await userAction(() => user.chooseRow(id), signal)) {
        const why = "it is disabled, a separator, or has a submenu or a value";
        throw new UsageError(`the row ${JSON.stringify(id)} cannot be chosen: ${why}`);
      }
      events = ["menu:select", "menu:dismiss"];
    } else if (verb === "change") {
      const [, named, number] = /^(.*?)\s+(-?\d+)$/su.exec(rest ?? "") ?? [];
      if (number === undefined) {
        throw new UsageError("name a row and a whole number, as in :menu change volume 40");
      }
      const id = rowId(named, context);
      if (!await userAction(() => user.changeRow(id, Number(number)), signal)) {
        throw new UsageError(`the row ${JSON.stringify(id)} cannot have the value ${number}`);
      }
      events = ["menu:valueChanged"];
    } else throw new UsageError(`:menu knows choose, change and dismiss, not ${JSON.stringify(verb)}`);
    if (overlay) await menuEvents(events, context, signal);
  },
};

/** Finds a row by its id, else by its label. */
function rowId(named: string | undefined, context: CommandContext): string {
  if (named === undefined) throw new UsageError("the row is missing");
  const rows = openRows(context).rows.map(({ row }) => row);
  const byId = rows.find(({ id }) => id === named);
  const byLabel = rows.filter(({ label }) => label === named);
  const [row, second] = byId ? [byId] : byLabel;
  if (!row) throw new UsageError(`the menu has no row ${JSON.stringify(named)}; :menu lists them`);
  if (!second) return row.id;
  throw new UsageError(`${byLabel.length} rows are labelled ${JSON.stringify(named)}; name one by its id`);
}

/** Waits for the events of a user's action, so that a script shows them before its next line. */
async function menuEvents(
  names: readonly EventName[],
  context: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  const timeout = AbortSignal.timeout(MENU_EVENTS_MS);
  try {
    await context.session.hasEvents(names, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (!timeout.aborted) throw error;
  }
}
