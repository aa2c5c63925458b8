/**
 * `:player`: the user in front of the player.
 *
 * @module
 */

import { bold, dim } from "@std/fmt/colors";
import type { ConnectedBridge } from "../../client/connected_bridge.ts";
import { playbackOrders } from "../../players/reference/mod.ts";
import type { PlayerUser } from "../../players/model/player.ts";
import { byHand } from "./by_hand.ts";
import { type Command, type Desk, Words } from "./desk.ts";
import { plainText } from "../../text/unicode.ts";
import { Misuse } from "./prompt_line.ts";

/** Something that a user can do. */
interface Verb {
  /** What may follow it, as help shows it. */
  readonly usage: string;
  /** What it does, in a few words. */
  readonly about: string;
  /** What a player lacks that cannot do it; nothing when every player can. */
  readonly needs?: keyof PlayerUser;
  /** Reads what follows it, and gives what is to be done. */
  deed(
    words: Words,
  ): (user: Required<PlayerUser>, bridge: Pick<ConnectedBridge, "panelClosed">) => void | Promise<void>;
}

const verbs: Readonly<Record<string, Verb>> = {
  play: {
    usage: "[PLAYLIST [ITEM]]",
    about: "plays an item, or what is selected",
    deed(words) {
      if (words.done) return (user) => user.play();
      const [playlist, item] = [words.index("the playlist"), words.done ? 0 : words.index("the item")];
      return (user) => user.play(playlist, item);
    },
  },
  stop: { usage: "", about: "stops", deed: () => (user) => user.stop() },
  next: { usage: "", about: "plays the next track", deed: () => (user) => user.next() },
  previous: { usage: "", about: "plays the previous track", deed: () => (user) => user.previous() },
  pause: { usage: "", about: "rests, or goes on", deed: () => (user) => user.pause() },
  seek: {
    usage: "SECONDS",
    about: "moves within the track",
    deed(words) {
      const seconds = words.number("the number of seconds");
      return (user) => user.seek(seconds);
    },
  },
  order: {
    usage: "NUMBER",
    about: `chooses a playback order: ${
      playbackOrders.map((name, number) => `${number} ${name}`).join(", ")
    }`,
    deed(words) {
      const order = words.index("the order");
      return (user) => user.setOrder(order);
    },
  },
  activate: {
    usage: "PLAYLIST",
    about: "changes to a playlist",
    deed(words) {
      const playlist = words.index("the playlist");
      return (user) => user.activatePlaylist(playlist);
    },
  },
  queue: {
    usage: "PLAYLIST ITEM…",
    about: "queues items of a playlist",
    deed(words) {
      const [playlist, items] = [words.index("the playlist"), words.indices("the item")];
      return (user) => user.queue(playlist, ...items);
    },
  },
  remove: {
    usage: "PLAYLIST ITEM [COUNT]",
    about: "removes items from a playlist",
    deed(words) {
      const [playlist, item] = [words.index("the playlist"), words.index("the item")];
      const count = words.done ? 1 : words.index("the count");
      return (user) => user.removeItems(playlist, item, count);
    },
  },
  select: {
    usage: "ITEM… | all",
    about: "selects items of the active playlist",
    deed(words) {
      const text = words.text("the items");
      const items = text === "all" ? text : new Words(text).indices("the item");
      return (user) => user.selectItems(items);
    },
  },
  "select-playlists": {
    usage: "PLAYLIST…",
    about: "selects playlists",
    deed(words) {
      const playlists = words.indices("the playlist");
      return (user) => user.selectPlaylists(...playlists);
    },
  },
  follow: {
    usage: "",
    about: "lets the selection follow the playing track",
    deed: () => (user) => user.followPlayback(),
  },
  copy: {
    usage: "TEXT",
    about: "copies a text in another program",
    needs: "copy",
    deed(words) {
      const text = words.text("the text");
      return (user) => user.copy({ text });
    },
  },
  dialog: {
    usage: "on | off",
    about: "opens or closes a dialog, during which no command runs",
    needs: "openDialog",
    deed(words) {
      const opens = words.onOrOff();
      return (user) => opens ? user.openDialog() : user.closeDialog();
    },
  },
  locale: {
    usage: "TAG",
    about: "changes the language",
    needs: "changeLocale",
    deed(words) {
      const tag = words.word("the language");
      return (user) => user.changeLocale(tag);
    },
  },
  "open-panel": {
    usage: "NAME",
    about: "adds a panel to the window",
    deed(words) {
      const name = words.text("the name");
      return (user) => user.openPanel(name);
    },
  },
  "close-panel": {
    usage: "NAME",
    about: "removes a panel and tells the bridge",
    deed(words) {
      const name = words.text("the name");
      return (user, bridge) => {
        user.closePanel(name);
        bridge.panelClosed(name);
      };
    },
  },
};

/** What a user can do with a player, by the verbs. */
function verbsOf(user: PlayerUser): Readonly<Record<string, Verb>> {
  return Object.fromEntries(
    Object.entries(verbs).filter(([, { needs }]) => needs === undefined || needs in user),
  );
}

/** `:player`. */
export const playerCommand: Command = {
  name: "player",
  usage: "[VERB …]",
  about: "Tells how the player is, or uses it as a user does; :help player lists the verbs.",
  complete: (before, { session }) => before.length === 0 ? Object.keys(verbsOf(session.player.user)) : [],
  async run(words, desk, signal) {
    if (words.done) return tell(desk);
    const { player, bridge } = desk.session;
    const known = verbsOf(player.user);
    const name = words.word("the verb");
    const verb = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!verb) {
      throw new Misuse(`:player knows ${Object.keys(known).join(", ")}, not ${JSON.stringify(name)}`);
    }
    const deed = verb.deed(words);
    words.end();
    // A verb is known only where its needs are there.
    await byHand(() => deed(player.user as Required<PlayerUser>, bridge), signal);
  },
};

/**
 * What `:help player` lists.
 *
 * @param desk What there is.
 * @returns A line for each verb.
 */
export function playerVerbs({ session }: Desk): string[] {
  const known = Object.entries(verbsOf(session.player.user));
  const heads = known.map(([name, { usage }]) => `${name} ${usage}`.trimEnd());
  const width = Math.max(...heads.map((head) => head.length));
  return known.map(([, { about }], index) => `${(heads[index] ?? "").padEnd(width)}  ${dim(about)}`);
}

function tell(desk: Desk): void {
  const { nowPlaying: playing, playbackOrder: order, queue, selection, playlists, activePlaylist } =
    desk.session.player.facts;
  const fact = (name: string, value: string): void => desk.print(`  ${dim(name.padEnd(11))}${value}`);
  if (playing) {
    const { handle: { path, subsong }, position, length, paused } = playing;
    const at = `${position.toFixed(1)} of ${length.toFixed(1)} s${paused ? ", rests" : ""}`;
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
