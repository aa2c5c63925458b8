/**
 * The commands `:menu` and `:player`: the actions of a user in the player.
 *
 * @module
 */

import { bold, cyan, dim } from "@std/fmt/colors";
import type { ConnectedBridge } from "../../clients/typescript/connected_bridge.ts";
import type { EventName } from "../../handlers/all.ts";
import type { OverlayRow } from "../../host_stdio/api/shapes.ts";
import { plainText } from "../../limits/unicode.ts";
import type { PlayerUser } from "../../players/model/player.ts";
import { playbackOrders } from "../../players/reference/mod.ts";
import { UsageError } from "../support/options.ts";
import { type Command, type CommandContext, userAction } from "./command.ts";
import { Words } from "./line.ts";

/** How long to wait for the events of a menu, in milliseconds. A menu from before `:restart` causes none. */
const MENU_EVENTS_MS = 1000;

export const menuCommand: Command = {
  name: "menu",
  usage: "[choose ROW | change ROW VALUE | dismiss [REASON]]",
  about: "Lists the rows of the open menu, or does what a user does with it. ROW is an id or a label.",
  complete([verb, ...more], context) {
    if (verb === undefined) return ["choose", "change", "dismiss"];
    const takesRow = (verb === "choose" || verb === "change") && more.length === 0;
    if (!takesRow) return [];
    // Separators and submenus of a context menu have no id.
    return rowsIn(openMenu(context)?.rows ?? []).map(({ row }) => row.id).filter((id) => id !== "");
  },
  run(words, context, signal) {
    if (words.done) return listRows(context);
    const verb = words.word("the verb");
    switch (verb) {
      case "choose":
        return choose(words, context, signal);
      case "change":
        return change(words, context, signal);
      case "dismiss":
        return dismiss(words, context, signal);
      default:
        throw new UsageError(`:menu knows choose, change and dismiss, not ${JSON.stringify(verb)}`);
    }
  },
};

interface PlacedRow {
  readonly row: OverlayRow;
  /** 0 at the top level. */
  readonly depth: number;
}

function rowsIn(rows: readonly OverlayRow[], depth = 0): PlacedRow[] {
  return rows.flatMap((row) => [{ row, depth }, ...rowsIn(row.submenu ?? [], depth + 1)]);
}

/** The open menu: a panel's, or the player's context menu. */
function openMenu(
  { session }: CommandContext,
): { readonly name: string; readonly rows: readonly OverlayRow[] } | null {
  const { overlay, contextMenu } = session.player.facts;
  if (overlay) return { name: overlay.menuId, rows: overlay.items };
  return contextMenu ? { name: "the context menu", rows: contextMenu } : null;
}

function openRows(context: CommandContext): PlacedRow[] {
  const menu = openMenu(context);
  if (!menu) throw new UsageError("no menu is open; menu.show opens one");
  return rowsIn(menu.rows);
}

function listRows(context: CommandContext): void {
  const rows = openRows(context);
  const top = rows.filter(({ depth }) => depth === 0).length;
  context.print(
    `  ${bold(plainText(openMenu(context)?.name ?? ""))} ${dim(`${top} rows at the top level`)}`,
  );
  for (const { row, depth } of rows) context.print(`  ${"  ".repeat(depth)}${rowText(row)}`);
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

/** Finds a row by its id, else by its label. */
function rowId(named: string, context: CommandContext): string {
  const rows = openRows(context).map(({ row }) => row);
  const byId = rows.find(({ id }) => id === named);
  const byLabel = rows.filter(({ label }) => label === named);
  const [row, second] = byId ? [byId] : byLabel;
  if (!row) throw new UsageError(`the menu has no row ${JSON.stringify(named)}; :menu lists them`);
  if (second) {
    throw new UsageError(`${byLabel.length} rows are labelled ${JSON.stringify(named)}; name one by its id`);
  }
  return row.id;
}

async function choose(words: Words, context: CommandContext, signal: AbortSignal): Promise<void> {
  const { user, facts: { overlay } } = context.session.player;
  const id = rowId(words.text("the row"), context);
  if (!await userAction(() => user.chooseRow(id), signal)) {
    throw new UsageError(
      `the row ${
        JSON.stringify(id)
      } cannot be chosen: it is disabled, a separator, or has a submenu or a value`,
    );
  }
  if (overlay) await menuEvents(["menu:select", "menu:dismiss"], context, signal);
}

async function change(words: Words, context: CommandContext, signal: AbortSignal): Promise<void> {
  const [, named = "", number] = /^(.*?)\s+(-?\d+)$/su.exec(words.text("the row and its value")) ?? [];
  if (number === undefined) {
    throw new UsageError("name a row and a whole number, as in :menu change volume 40");
  }
  const { user, facts: { overlay } } = context.session.player;
  const id = rowId(named, context);
  if (!await userAction(() => user.changeRow(id, Number(number)), signal)) {
    throw new UsageError(`the row ${JSON.stringify(id)} cannot have the value ${number}`);
  }
  if (overlay) await menuEvents(["menu:valueChanged"], context, signal);
}

async function dismiss(words: Words, context: CommandContext, signal: AbortSignal): Promise<void> {
  openRows(context);
  const { user, facts: { overlay } } = context.session.player;
  const reason = words.done ? undefined : words.text("the reason");
  const closed = await userAction(() => user.dismissMenu(reason), signal);
  if (closed && overlay) await menuEvents(["menu:dismiss"], context, signal);
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

/** A user's action. */
interface Verb {
  /** The arguments, as help shows them. */
  readonly usage: string;
  readonly about: string;
  /** The optional method that the player must have. */
  readonly needs?: keyof PlayerUser;
  /** Reads the arguments. */
  parse(
    words: Words,
  ): (user: Required<PlayerUser>, bridge: Pick<ConnectedBridge, "panelClosed">) => void | Promise<void>;
}

const verbs: Readonly<Record<string, Verb>> = {
  play: {
    usage: "[PLAYLIST [ITEM]]",
    about: "plays an item, or the selected one",
    parse(words) {
      if (words.done) return (user) => user.play();
      const [playlist, item] = [words.index("the playlist"), words.done ? 0 : words.index("the item")];
      return (user) => user.play(playlist, item);
    },
  },
  stop: { usage: "", about: "stops", parse: () => (user) => user.stop() },
  next: { usage: "", about: "plays the next track", parse: () => (user) => user.next() },
  previous: { usage: "", about: "plays the previous track", parse: () => (user) => user.previous() },
  pause: { usage: "", about: "pauses, or resumes", parse: () => (user) => user.pause() },
  seek: {
    usage: "SECONDS",
    about: "moves within the track",
    parse(words) {
      const seconds = words.number("the number of seconds");
      return (user) => user.seek(seconds);
    },
  },
  order: {
    usage: "NUMBER",
    about: `sets the playback order: ${playbackOrders.map((name, number) => `${number} ${name}`).join(", ")}`,
    parse(words) {
      const order = words.index("the order");
      return (user) => user.setOrder(order);
    },
  },
  volume: {
    usage: "PERCENT",
    about: "sets the volume, 0 to 100",
    needs: "setVolume",
    parse(words) {
      const level = words.number("the volume") / 100;
      return (user) => user.setVolume({ level });
    },
  },
  mute: {
    usage: "on | off",
    about: "mutes the player, or ends the mute",
    needs: "setVolume",
    parse(words) {
      const muted = words.onOrOff();
      return (user) => user.setVolume({ muted });
    },
  },
  "stop-after-current": {
    usage: "on | off",
    about: "stops at the end of the playing track, or goes on",
    needs: "setStopAfterCurrent",
    parse(words) {
      const enabled = words.onOrOff();
      return (user) => user.setStopAfterCurrent(enabled);
    },
  },
  activate: {
    usage: "PLAYLIST",
    about: "makes a playlist the active one",
    parse(words) {
      const playlist = words.index("the playlist");
      return (user) => user.activatePlaylist(playlist);
    },
  },
  queue: {
    usage: "PLAYLIST ITEM…",
    about: "queues items of a playlist",
    parse(words) {
      const [playlist, items] = [words.index("the playlist"), words.indices("the item")];
      return (user) => user.queue(playlist, ...items);
    },
  },
  remove: {
    usage: "PLAYLIST ITEM [COUNT]",
    about: "removes items from a playlist",
    parse(words) {
      const [playlist, item] = [words.index("the playlist"), words.index("the item")];
      const count = words.done ? 1 : words.index("the count");
      return (user) => user.removeItems(playlist, item, count);
    },
  },
  select: {
    usage: "ITEM… | all",
    about: "selects items of the active playlist",
    parse(words) {
      const text = words.text("the items");
      const items = text === "all" ? text : new Words(text).indices("the item");
      return (user) => user.selectItems(items);
    },
  },
  "select-playlists": {
    usage: "PLAYLIST…",
    about: "selects playlists",
    parse(words) {
      const playlists = words.indices("the playlist");
      return (user) => user.selectPlaylists(...playlists);
    },
  },
  follow: {
    usage: "",
    about: "makes the selection follow the playing track",
    parse: () => (user) => user.followPlayback(),
  },
  copy: {
    usage: "TEXT",
    about: "copies a text in another program",
    needs: "copy",
    parse(words) {
      const text = words.text("the text");
      return (user) => user.copy({ text });
    },
  },
  dialog: {
    usage: "on | off",
    about: "opens or closes a modal dialog, which blocks the player's commands",
    needs: "openDialog",
    parse(words) {
      const opens = words.onOrOff();
      return (user) => opens ? user.openDialog() : user.closeDialog();
    },
  },
  locale: {
    usage: "TAG",
    about: "changes the language",
    needs: "changeLocale",
    parse(words) {
      const tag = words.word("the language");
      return (user) => user.changeLocale(tag);
    },
  },
  "open-panel": {
    usage: "NAME",
    about: "adds a panel to the window",
    parse(words) {
      const name = words.text("the name");
      return (user) => user.openPanel(name);
    },
  },
  "close-panel": {
    usage: "NAME",
    about: "removes a panel and tells the bridge",
    parse(words) {
      const name = words.text("the name");
      return (user, bridge) => {
        user.closePanel(name);
        bridge.panelClosed(name);
      };
    },
  },
};

/** The verbs that the player supports. */
function verbsOf(user: PlayerUser): Readonly<Record<string, Verb>> {
  return Object.fromEntries(
    Object.entries(verbs).filter(([, { needs }]) => needs === undefined || needs in user),
  );
}

export const playerCommand: Command = {
  name: "player",
  usage: "[VERB …]",
  about: "Prints the state of the player, or does what a user does with it; :help player lists the verbs.",
  complete: (before, { session }) => before.length === 0 ? Object.keys(verbsOf(session.player.user)) : [],
  async run(words, context, signal) {
    if (words.done) return printState(context);
    const { player, bridge } = context.session;
    const known = verbsOf(player.user);
    const name = words.word("the verb");
    const verb = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!verb) {
      throw new UsageError(`:player knows ${Object.keys(known).join(", ")}, not ${JSON.stringify(name)}`);
    }
    const act = verb.parse(words);
    words.end();
    // verbsOf has checked that the player has the method.
    await userAction(() => act(player.user as Required<PlayerUser>, bridge), signal);
  },
};

/** The verbs of `:player`, a line each. */
export function playerVerbs({ session }: CommandContext): string[] {
  const known = Object.entries(verbsOf(session.player.user));
  const heads = known.map(([name, { usage }]) => `${name} ${usage}`.trimEnd());
  const width = Math.max(...heads.map((head) => head.length));
  return known.map(([, { about }], index) => `${(heads[index] ?? "").padEnd(width)}  ${dim(about)}`);
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
    const facts = [`${count} tracks`, ...lock === null ? [] : [`locked by ${plainText(lock)}`]].join(", ");
    const text = `${index} ${plainText(name)}`;
    fact(index === 0 ? "playlists" : "", `${index === activePlaylist ? bold(text) : text} ${dim(facts)}`);
  }
}
