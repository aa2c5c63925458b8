/** The commands `:menu` and `:player`: what a user does in the player. */

import { cyan, dim } from "@std/fmt/colors";
import type { OverlayRow } from "../../host_stdio/api/shapes.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { plainText } from "../../limits/unicode.ts";
import { ActionError } from "../../players/model/actions.ts";
import { playbackOrders } from "../../players/model/playback_order.ts";
import type { PlayerFacts, PlayerUser } from "../../players/model/player.ts";
import { UsageError } from "../support/options.ts";
import { readWords } from "./line.ts";
import type { Command, Prompt } from "./prompt.ts";

/** How long to wait for the events of a menu, in milliseconds. */
const MENU_EVENTS_MS = 1000;

/** What a user does: its words, and the method of the player, which gets the words that the usage names. */
type Verb = readonly [usage: string, act: (user: Required<PlayerUser>, ...words: never[]) => unknown];

const verbs: Readonly<Record<string, Verb>> = {
  play: [
    "[PLAYLIST [ITEM]]",
    (user, playlist?: number, item = 0) => playlist === undefined ? user.play() : user.play(playlist, item),
  ],
  stop: ["", (user) => user.stop()],
  next: ["", (user) => user.next()],
  previous: ["", (user) => user.previous()],
  pause: ["", (user) => user.pause()],
  seek: ["SECONDS", (user, seconds: number) => user.seek(seconds)],
  order: ["ORDER", (user, order: number) => user.setOrder(order)],
  volume: ["PERCENT", (user, percent: number) => user.setVolume({ level: percent / 100 })],
  mute: ["on | off", (user, muted: boolean) => user.setVolume({ muted })],
  "stop-after-current": ["on | off", (user, enabled: boolean) => user.setStopAfterCurrent(enabled)],
  activate: ["PLAYLIST", (user, playlist: number) => user.activatePlaylist(playlist)],
  queue: ["PLAYLIST ITEM…", (user, playlist: number, items: number[]) => user.queue(playlist, ...items)],
  remove: [
    "PLAYLIST ITEM [COUNT]",
    (user, ...words: [number, number, number?]) => user.removeItems(...words),
  ],
  select: ["ITEM… | all", (user, items: number[] | "all") => user.selectItems(items)],
  "select-playlists": ["PLAYLIST…", (user, playlists: number[]) => user.selectPlaylists(...playlists)],
  follow: ["", (user) => user.followPlayback()],
  copy: ["TEXT", (user, text: string) => user.copy({ text })],
  dialog: ["on | off", (user, opens: boolean) => opens ? user.openDialog() : user.closeDialog()],
  locale: ["TAG", (user, tag: string) => user.changeLocale(tag)],
  "open-panel": ["NAME", (user, name: string) => user.openPanel(name)],
  "close-panel": ["NAME", (user, name: string) => user.closePanel(name)],
};

/** The methods that some players lack, by their verbs. */
const optional: Readonly<Record<string, keyof PlayerUser>> = {
  volume: "setVolume",
  mute: "setVolume",
  "stop-after-current": "setStopAfterCurrent",
  copy: "copy",
  dialog: "openDialog",
  locale: "changeLocale",
};

/** The verbs of a player. */
function verbsOf({ player: { user } }: Prompt): string[] {
  return Object.keys(verbs).filter((name) => {
    const needs = optional[name];
    return needs === undefined || needs in user;
  });
}

/** `:player`. */
export const playerCommand: Command = {
  usage: "[VERB …]",
  words: "[VERB [TEXT]]",
  about: "Prints the state of the player, or does what its user does: " +
    Object.entries(verbs).map(([name, [usage]]) => `${name} ${usage}`.trimEnd()).join("; "),
  choices: verbsOf,
  async run(prompt, [name, rest = ""], signal) {
    const { player, bridge } = prompt;
    if (name === undefined) return prompt.inspect("", stateOf(player.facts));
    const known = verbsOf(prompt);
    const [usage = "", act] = known.includes(String(name)) ? verbs[String(name)] ?? [] : [];
    if (!act) throw new UsageError(`:player knows ${known.join(", ")}, not ${JSON.stringify(name)}`);
    const words = readWords(usage, String(rest));
    // verbsOf has checked that the player has the method, and readWords the words.
    await userAction(() => act(player.user as Required<PlayerUser>, ...words as never[]), signal);
    if (name === "close-panel") bridge.panelClosed(String(rest));
  },
};

/**
 * Runs a user's action and waits for the player, which may hang.
 *
 * @throws {UsageError} When the player refuses it.
 */
async function userAction<Result>(act: () => Result, signal: AbortSignal): Promise<Awaited<Result>> {
  try {
    return await unlessAborted((async () => await act())(), signal);
  } catch (error) {
    if (!(error instanceof ActionError || error instanceof RangeError)) throw error;
    throw new UsageError(`the player refuses: ${plainText(error.message)}`);
  }
}

function stateOf(facts: PlayerFacts): Readonly<Record<string, unknown>> {
  const { nowPlaying: playing, playbackOrder, queue, selection, playlists, activePlaylist } = facts;
  return {
    playing: playing && {
      ...playing.handle,
      position: Number(playing.position.toFixed(1)),
      length: playing.length,
      paused: playing.paused,
    },
    order: playbackOrders[playbackOrder],
    queue: queue.map(({ handle }) => handle.path),
    selection,
    activePlaylist,
    playlists: playlists.map(({ name, count, lock }) => ({ name, count, lock })),
  };
}

/** The rows of the open menu, a panel's or the player's context menu, each with its depth from 0. */
function openRows({ player: { facts: { overlay, contextMenu } } }: Prompt) {
  const rows = overlay?.items ?? contextMenu;
  if (!rows) throw new UsageError("no menu is open; menu.show opens one");
  const flat = (rows: readonly OverlayRow[], depth: number): { row: OverlayRow; depth: number }[] =>
    rows.flatMap((row) => [{ row, depth }, ...flat(row.submenu ?? [], depth + 1)]);
  return { name: overlay?.menuId ?? "the context menu", rows: flat(rows, 0) };
}

/** A row on one line; what it says by itself is left out. */
function rowText({ id, type, label, enabled, checked, value }: OverlayRow): string {
  if (type === "separator") return dim("--------");
  const facts = [
    ...type === "normal" ? [] : [type],
    ...checked ? ["checked"] : [],
    ...enabled ? [] : ["disabled"],
    ...value === undefined ? [] : [`value ${value}`],
  ];
  return `${cyan(plainText(id))} ${plainText(label)}${facts.length > 0 ? dim(` (${facts.join(", ")})`) : ""}`;
}

/** `:menu`. */
export const menuCommand: Command = {
  usage: "[choose ROW | change ROW VALUE | dismiss [REASON]]",
  words: "[VERB [TEXT]]",
  about: "Lists the rows of the open menu, or does what a user does with it. ROW is an id or a label.",
  choices: () => ["choose", "change", "dismiss"],
  async run(prompt, [verb, text = ""], signal) {
    const { name, rows } = openRows(prompt);
    const { user, facts: { overlay } } = prompt.player;
    const rowId = (named: string): string => {
      const found = rows.map(({ row }) => row).filter(({ id, label }) => id === named || label === named);
      if (found[0] && (found.length === 1 || found[0].id === named)) return found[0].id;
      throw new UsageError(`the menu has ${found.length} rows ${JSON.stringify(named)}; :menu lists them`);
    };
    /** The events of a user's action, which a script shows before its next line. */
    let events: readonly string[] = ["menu:dismiss"];
    if (verb === undefined) {
      const lines = rows.map(({ row, depth }) => `  ${"  ".repeat(depth)}${rowText(row)}`);
      return prompt.print(`  ${plainText(name)}`, ...lines);
    } else if (verb === "dismiss") {
      if (!await userAction(() => user.dismissMenu(...text === "" ? [] : [String(text)]), signal)) return;
    } else if (verb === "choose") {
      const id = rowId(String(text));
      if (!await userAction(() => user.chooseRow(id), signal)) {
        const why = "it is disabled, a separator, or has a submenu or a value";
        throw new UsageError(`the row ${JSON.stringify(id)} cannot be chosen: ${why}`);
      }
      events = ["menu:select", "menu:dismiss"];
    } else if (verb === "change") {
      const [, named = "", number] = /^(.*?)\s+(-?\d+)$/su.exec(String(text)) ?? [];
      if (number === undefined) throw new UsageError("name a row and a whole number: :menu change volume 40");
      const id = rowId(named);
      if (!await userAction(() => user.changeRow(id, Number(number)), signal)) {
        throw new UsageError(`the row ${JSON.stringify(id)} cannot have the value ${number}`);
      }
      events = ["menu:valueChanged"];
    } else throw new UsageError(`:menu knows choose, change and dismiss, not ${JSON.stringify(verb)}`);
    if (!overlay) return;
    const timeout = AbortSignal.timeout(MENU_EVENTS_MS);
    await prompt.hasEvents(events, AbortSignal.any([signal, timeout])).catch((error) => {
      if (!timeout.aborted) throw error;
    });
  },
};
