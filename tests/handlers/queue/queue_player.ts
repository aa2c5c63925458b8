/** A simple model of a player with playlists and a queue. Its native actions can be made to fail. */

import { type ActionName, PLAYLIST_NOT_FOUND } from "../../../host_stdio/api/native_actions.ts";
import { type QueuedTrack, unknownTrack } from "../../../host_stdio/api/shapes.ts";
import { notAnswered } from "../../../host_stdio/player.ts";
import { PlayerFailure, type PlayerScript } from "../../support/harness.ts";

/** How a native action fails: refused, unanswered (`silent` before or `lost` after its effect), or answered wrongly. */
export type Fault = "refused" | "lost" | "silent" | "garbled";

/** A playlist. Its items are paths. */
export interface ModelPlaylist {
  id: string;
  name: string;
  items: string[];
  locked: boolean;
}

/** An entry of the queue. The place is where the item was when it was queued. */
export interface ModelEntry {
  id: string;
  path: string;
  playlist: string;
  item: number;
}

export class QueuePlayer {
  /** The playlists in order. */
  playlists: ModelPlaylist[] = [];
  /** The id of the active playlist. */
  active: string | null;
  /** The queue in order. */
  queue: ModelEntry[] = [];
  /** The next faults of each action. Each request takes one. */
  readonly faults: Partial<Record<ActionName, Fault[]>> = {};
  #created = 0;
  #queued = 0;
  /** Called and awaited before each action. */
  onAction: (name: ActionName) => void | Promise<void> = () => {};

  /**
   * @param sizes The number of items in each playlist. Its id is `list-<index>`, its items are `<index>/<item>`.
   * @param queued The items of the first playlist that are queued at the start.
   */
  constructor(sizes: readonly number[] = [], queued: readonly number[] = []) {
    this.playlists = sizes.map((size, playlist) => ({
      id: `list-${playlist}`,
      name: `Playlist ${playlist}`,
      items: Array.from({ length: size }, (_, item) => `${playlist}/${item}`),
      locked: false,
    }));
    this.active = this.playlists[0]?.id ?? null;
    this.#enqueue(queued.map((item) => ({ playlist: "list-0", item })));
  }

  /** The queued paths in order. */
  get queued(): string[] {
    return this.queue.map(({ path }) => path);
  }

  /** The native actions. Paths that begin with `none` resolve to nothing, `folder<n>` to n tracks. */
  readonly script: PlayerScript = {
    "player.playlist.list": () =>
      this.#act("player.playlist.list", () => ({
        active: this.active,
        playlists: this.playlists.map(({ id, name, items, locked }) => ({
          id,
          name,
          count: items.length,
          locked,
        })),
      })),
    "player.playlist.create": ({ name }) =>
      this.#act("player.playlist.create", () => {
        const id = `created-${++this.#created}`;
        this.playlists.push({ id, name, items: [], locked: false });
        return { playlist: id };
      }),
    "player.playlist.append": ({ playlist, handles }) =>
      this.#act("player.playlist.append", () => {
        const { items } = this.#playlist(playlist);
        const start = items.length;
        items.push(...handles.map(({ path, subsong }) => subsong ? `${path}#${subsong}` : path));
        return { start, count: handles.length };
      }),
    "player.playlist.remove": ({ playlist, start, count }) =>
      this.#act("player.playlist.remove", () => {
        const { items } = this.#playlist(playlist);
        items.splice(start, count);
        return { count: items.length };
      }),
    "player.media.resolve": ({ paths }) =>
      this.#act("player.media.resolve", () => ({
        resolved: paths.map((entry) => {
          const { path, subsong = 0 } = typeof entry === "string" ? { path: entry } : entry;
          if (path.startsWith("none")) return [];
          const many = /^folder(\d+)$/.exec(path);
          if (!many) return [{ path, subsong }];
          return Array.from({ length: Number(many[1]) }, (_, n) => ({ path: `${path}/${n}`, subsong: 0 }));
        }),
      })),
    "player.queue.get": () =>
      this.#act("player.queue.get", () => ({
        entries: this.queue.map(({ id, path, playlist, item }) => ({
          ...queuedTrackOf(path),
          entry: id,
          playlist,
          item,
        })),
      })),
    "player.queue.ids": () =>
      this.#act("player.queue.ids", () => ({ entries: this.queue.map(({ id }) => id) })),
    "player.queue.count": () => this.#act("player.queue.count", () => ({ count: this.queue.length })),
    "player.queue.append": ({ entries }) =>
      this.#act("player.queue.append", () => {
        const ids = this.#enqueue(entries);
        return { count: this.queue.length, entries: ids };
      }),
    "player.queue.remove": ({ entries }) =>
      this.#act("player.queue.remove", () => {
        const gone = new Set(entries);
        const removed = this.queue.filter(({ id }) => gone.has(id)).map(({ id }) => id);
        this.queue = this.queue.filter(({ id }) => !gone.has(id));
        return { removed, count: this.queue.length };
      }),
    "player.queue.reorder": ({ entries }) =>
      this.#act("player.queue.reorder", () => {
        const moved = entries.flatMap((id) => this.queue.find((entry) => entry.id === id) ?? []);
        this.queue = [...moved, ...this.queue.filter((entry) => !moved.includes(entry))];
        return { moved: moved.map(({ id }) => id), count: this.queue.length };
      }),
    "player.queue.clear": () =>
      this.#act("player.queue.clear", () => ({ removed: this.queue.splice(0).length })),
  };

  /** Carries out an action, or fails it. */
  async #act<Answer>(name: ActionName, carryOut: () => Answer): Promise<Answer> {
    await this.onAction(name);
    const fault = this.faults[name]?.shift();
    if (fault === "refused") throw new PlayerFailure(`${name} was refused`);
    if (fault === "silent") throw notAnswered();
    const answer = carryOut();
    if (fault === "lost") throw notAnswered();
    return fault === "garbled" ? { count: "many" } as never : answer;
  }

  #playlist(id: string): ModelPlaylist {
    const playlist = this.playlists.find((playlist) => playlist.id === id);
    if (!playlist) throw new PlayerFailure(`no playlist ${id}`, PLAYLIST_NOT_FOUND);
    return playlist;
  }

  #enqueue(entries: readonly { playlist: string; item: number }[]): string[] {
    const added = entries.map(({ playlist, item }): ModelEntry => {
      const path = this.#playlist(playlist).items[item];
      if (path === undefined) throw new PlayerFailure(`no item ${item}`);
      return { id: `e${++this.#queued}`, path, playlist, item };
    });
    for (const entry of added) this.queue.push(entry);
    return added.map(({ id }) => id);
  }
}

/** Makes a queued track that belongs to no playlist. */
export function queuedTrackOf(path: string): QueuedTrack {
  return { ...unknownTrack({ path, subsong: 0 }), entry: path, playlist: null, item: null };
}
