/**
 * A player as difficult as real ones can be. It records every change that the bridge makes to the user's
 * playlists.
 *
 * @module
 */

import type { SeededRandom } from "../../tools/support/random.ts";
import type { Message } from "./bridge_in_memory.ts";
import type { Schedule } from "./schedule.ts";

/** Whether a url plays, or at which step it fails. */
export type Fate = "plays" | "resolves to nothing" | "resolve" | "append" | "play" | "open" | "middle";

const deadFates: readonly Fate[] = ["resolves to nothing", "resolve", "append", "play", "open", "middle"];

/** The behaviour of a player. */
export interface Kind {
  /** The probability that a url is dead. */
  readonly dead: number;
  /** Whether it signals failed tracks. */
  readonly signalsFailures: boolean;
  /** Whether it continues after a failed track by itself. */
  readonly continues: boolean;
  /** Whether its signals have places. */
  readonly signalsPlaces: boolean;
  /** Whether streams start under another url. */
  readonly redirects: boolean;
  /** Whether the user cannot change locked playlists. */
  readonly locks: boolean;
  /** Whether a new playlist becomes the active one. */
  readonly activatesCreated: boolean;
  /** Whether it signals that a track stops for another one. */
  readonly signalsStartingAnother: boolean;
  /** The longest delay of an answer, in milliseconds. */
  readonly answers: number;
  /** The longest time that a track takes to open or resolve, in milliseconds. */
  readonly opens: number;
}

/** An item of a playlist, distinguished by object identity. */
export interface Item {
  readonly path: string;
  /** The bridge that added it; undefined for the user. */
  readonly bridge: number | undefined;
  /** Its serial number; later items have higher ones. */
  readonly number: number;
}

export interface Playlist {
  readonly id: string;
  readonly name: string;
  items: Item[];
  locked: boolean;
}

interface Playing {
  readonly item: Item;
  readonly playlist: Playlist;
  readonly length: number;
  started: boolean;
  position: number;
}

const SHADOW = "__webview_buffer__";

/** An error that the player answers. */
class ActionFailure {
  constructor(readonly message: string, readonly code = -32000) {}
}

export class StrictPlayer {
  readonly kind: Kind;
  playlists: Playlist[];
  active: Playlist | null;
  order: number;
  /**
   * The playback order to restore when the bridge ends: the `previous` of its first setOrder since the order
   * was last the user's.
   */
  orderToRestore: number | undefined;
  playing: Playing | null = null;
  paused = false;
  /** Forbidden actions of the bridge. */
  readonly violations: string[] = [];
  /** The number of the running bridge. */
  bridge = 0;
  send: (message: Message) => void = () => {};
  /** Called when a track has started. */
  onStarted: (item: Item, playlist: Playlist) => void = () => {};
  readonly #schedule: Schedule;
  readonly #random: SeededRandom;
  readonly #fates = new Map<string, { fate: Fate; length: number }>();
  #cursor: { playlist: Playlist; index: number } | undefined;
  /** Counts started tracks, so that timers of earlier ones do nothing. */
  #turn = 0;
  #ids = 0;
  #items = 0;
  readonly #numbers = new Map<string, number>();
  /** How much music has played, in milliseconds. */
  heard = 0;

  constructor(schedule: Schedule, random: SeededRandom, kind: Kind) {
    this.#schedule = schedule;
    this.#random = random;
    this.kind = kind;
    this.playlists = ["Default", "Jazz", "Rock"].map((name) => this.#newPlaylist(name, 30));
    this.active = random.pick<Playlist | undefined>(this.playlists) ?? null;
    this.order = random.integer(1, 6);
  }

  /** The bridge's playlist. */
  get shadow(): Playlist | undefined {
    return this.playlists.find(({ name }) => name === SHADOW);
  }

  /** The user's playlists. */
  get own(): Playlist[] {
    return this.playlists.filter(({ name }) => name !== SHADOW);
  }

  /** Carries out a native action, and answers after a random delay. */
  carryOut({ id, method = "", params }: Message): void {
    const { bridge } = this;
    const answer = (message: Message) => {
      if (id === undefined) return;
      this.#schedule.work(this.#random.integer(0, this.kind.answers), () => {
        if (bridge === this.bridge) this.send({ id, ...message });
      });
    };
    const carriedOut = () => {
      try {
        answer({ result: this.#act(method, params ?? {}) });
      } catch (error) {
        if (!(error instanceof ActionFailure)) throw error;
        answer({ error: { code: error.code, message: error.message } });
      }
    };
    if (method === "player.media.resolve") this.#schedule.work(this.#opening(), carriedOut);
    else carriedOut();
  }

  /** Restores the playback order after a bridge that has not. */
  bridgeWasKilled(): void {
    if (this.orderToRestore !== undefined) this.order = this.orderToRestore;
    this.orderToRestore = undefined;
  }

  /** Plays an item for the user or the bridge. */
  begin(playlist: Playlist, index: number): void {
    const item = playlist.items[index];
    if (!item) return;
    if (this.playing?.started && this.kind.signalsStartingAnother) {
      this.#signal("playbackStopped", { reason: "startingAnother" });
    }
    this.paused = false;
    this.#cursor = { playlist, index };
    this.playing = { item, playlist, length: this.#fateOf(item.path).length, started: false, position: 0 };
    const turn = ++this.#turn;
    this.#schedule.work(this.#opening(), () => this.#open(turn));
  }

  /** Plays the next track, for the user, the bridge or after a track. */
  next(): void {
    if (!this.playing || !this.#cursor) return;
    const { playlist, index } = this.#cursor;
    const at = this.#successor(playlist, index);
    if (at === undefined) this.halt("endOfFile");
    else this.begin(playlist, at);
  }

  halt(reason: "user" | "endOfFile"): void {
    if (!this.playing) return;
    this.playing = null;
    this.#turn++;
    this.#signal("playbackStopped", { reason });
  }

  insert(index: number): void {
    this.playlists.splice(index, 0, this.#newPlaylist(`New ${this.#ids}`, 3));
    this.#listChanged();
  }

  removePlaylist(playlist: Playlist): void {
    this.playlists = this.playlists.filter((each) => each !== playlist);
    if (this.active === playlist) this.active = this.#random.pick<Playlist | undefined>(this.own) ?? null;
    this.#listChanged();
  }

  move(from: number, to: number): void {
    const [moved] = this.playlists.splice(from, 1);
    if (moved) this.playlists.splice(to, 0, moved);
    this.#listChanged();
  }

  /** Edits a playlist at random as the user. False when it is locked and the player respects that. */
  edit(playlist: Playlist): boolean {
    if (playlist.locked && this.kind.locks) return false;
    // Without its url and place, a redirected stream in an edited playlist cannot be identified.
    if (this.kind.redirects) return false;
    const { items } = playlist;
    const at = this.#random.integer(0, items.length);
    const change = this.#random.integer(0, 2);
    if (change === 0) items.splice(at, 0, this.#newItem(`/edited/${this.#ids++}`));
    else if (change === 1 && at < items.length && items[at] !== this.playing?.item) items.splice(at, 1);
    else items.reverse();
    this.#follow(playlist);
    return true;
  }

  #newPlaylist(name: string, count: number): Playlist {
    const id = `id-${this.#ids++}`;
    const items = Array.from({ length: count }, (_, index) => this.#newItem(`/${name}/${index}`));
    return { id, name, items, locked: false };
  }

  /** Returns the number of the latest item of a path. */
  numberOf(path: string): number | undefined {
    return this.#numbers.get(path);
  }

  #newItem(path: string, bridge?: number): Item {
    this.#numbers.set(path, this.#items);
    return { path, bridge, number: this.#items++ };
  }

  #opening(): number {
    return this.#random.integer(0, this.kind.opens);
  }

  #fateOf(path: string): { fate: Fate; length: number } {
    let known = this.#fates.get(path);
    if (!known) {
      const isDead = path.startsWith("http:") && this.#random.happens(this.kind.dead);
      const fate = isDead ? this.#random.pick(deadFates) : "plays";
      // Songs, some jingles, and some streams of unknown length.
      const length = this.#random.happens(0.1) ? this.#random.integer(3, 40) : this.#random.integer(120, 300);
      known = { fate, length };
      this.#fates.set(path, known);
    }
    return known;
  }

  #successor(playlist: Playlist, index: number): number | undefined {
    const { length } = playlist.items;
    // Only the default order plays the following item.
    if (this.order !== 0 && length > 0) return this.#random.integer(0, length - 1);
    return index + 1 < length ? index + 1 : undefined;
  }

  #open(turn: number): void {
    const { playing } = this;
    if (turn !== this.#turn || !playing) return;
    const { fate } = this.#fateOf(playing.item.path);
    if (fate === "open" || fate === "play") return this.#fail("cannot open");
    playing.started = true;
    const index = playing.playlist.items.indexOf(playing.item);
    this.onStarted(playing.item, playing.playlist);
    this.#signal("trackStarted", { handle: this.#handleOf(playing), ...this.#place(playing, index) });
    this.#tick(turn);
  }

  #handleOf({ item: { path } }: Playing): { path: string; subsong: number } {
    const redirected = this.kind.redirects && path.startsWith("http:") && !path.endsWith("7");
    return { path: redirected ? path.replace("http:", "https:") : path, subsong: 0 };
  }

  #place({ playlist }: Playing, index: number): { playlist: string | null; item: number | null } {
    const known = this.kind.signalsPlaces && index >= 0 && this.playlists.includes(playlist);
    return known ? { playlist: playlist.id, item: index } : { playlist: null, item: null };
  }

  #tick(turn: number): void {
    const playing = this.playing;
    if (turn !== this.#turn || !playing) return;
    const breaks = this.#fateOf(playing.item.path).fate === "middle" ? playing.length / 2 : Infinity;
    const step = Math.min(10, Math.min(playing.length, breaks) - playing.position);
    this.#schedule.later(step * 1000, () => {
      if (turn !== this.#turn) return;
      if (!this.paused) {
        this.heard += step * 1000;
        playing.position += step;
        if (playing.position >= breaks) return this.#fail("connection lost");
        if (playing.position >= playing.length) return this.#end();
        this.#signal("playbackTime", { position: playing.position, length: playing.length });
      }
      this.#tick(turn);
    });
  }

  /** Ends a track. */
  #end(): void {
    const cursor = this.#cursor;
    const at = cursor && this.#successor(cursor.playlist, cursor.index);
    if (cursor && at !== undefined) {
      this.playing = null;
      this.begin(cursor.playlist, at);
    } else {
      this.halt("endOfFile");
    }
  }

  #fail(error: string): void {
    const playing = this.playing;
    if (!playing) return;
    const index = playing.playlist.items.indexOf(playing.item);
    if (this.kind.signalsFailures) {
      // A failed track is reported under the url that was requested.
      const handle = playing.started ? this.#handleOf(playing) : { path: playing.item.path, subsong: 0 };
      this.#signal("trackFailed", { handle, ...this.#place(playing, index), error });
    }
    if (this.kind.continues) this.#end();
    else this.halt("endOfFile");
  }

  /** Updates the playing item after an edit. */
  #follow(playlist: Playlist): void {
    if (this.#cursor?.playlist !== playlist || !this.playing) return;
    const index = playlist.items.indexOf(this.playing.item);
    if (index >= 0) this.#cursor = { playlist, index };
  }

  #listChanged(): void {
    this.#signal("playlistsChanged", { order: this.playlists.map(({ id }) => id) });
  }

  #signal(name: string, params: unknown): void {
    this.send({ method: `signal.${name}`, params });
  }

  // deno-lint-ignore no-explicit-any
  #act(method: string, params: any): unknown {
    switch (method) {
      case "player.playlist.list":
        return {
          active: this.active?.id ?? null,
          playlists: this.playlists.map(({ id, name, items, locked }) => ({
            id,
            name,
            count: items.length,
            locked,
          })),
        };
      case "player.playlist.create": {
        const created = { ...this.#newPlaylist(params.name, 0) };
        this.playlists.push(created);
        if (this.kind.activatesCreated) this.active = created;
        this.#listChanged();
        return { playlist: created.id };
      }
      case "player.playlist.append": {
        const playlist = this.#shadowOf(method, params.playlist);
        const paths: string[] = params.handles.map(({ path }: { path: string }) => path);
        if (paths.some((path) => this.#fateOf(path).fate === "append")) {
          throw new ActionFailure("cannot append");
        }
        const start = playlist.items.length;
        playlist.items.push(...paths.map((path) => this.#newItem(path, this.bridge)));
        return { start, count: paths.length };
      }
      case "player.playlist.remove": {
        const playlist = this.#shadowOf(method, params.playlist);
        const { start, count } = params;
        if (start + count > playlist.items.length) throw new ActionFailure("no such items");
        playlist.items.splice(start, count);
        const cursor = this.#cursor;
        if (cursor?.playlist === playlist && cursor.index >= start) {
          this.#cursor = { playlist, index: Math.max(start - 1, cursor.index - count) };
        }
        return { count: playlist.items.length };
      }
      case "player.playlist.lock":
        this.#shadowOf(method, params.playlist).locked = params.locked;
        return {};
      case "player.playlist.activate": {
        const playlist = this.#playlistOf(params.playlist);
        if (this.active && this.active.name !== SHADOW) {
          this.violations.push(`activates ${playlist.name} though ${this.active.name} is the user's choice`);
        }
        this.active = playlist;
        return {};
      }
      case "player.playback.nowPlaying": {
        const { playing } = this;
        if (!playing?.started) return { track: null, playlist: null, item: null };
        const place = this.#place(playing, playing.playlist.items.indexOf(playing.item));
        return { track: trackOf(this.#handleOf(playing).path), ...place };
      }
      case "player.playback.play": {
        const playlist = this.#shadowOf(method, params.playlist);
        const item = playlist.items[params.item];
        if (!item) throw new ActionFailure("no such item");
        if (this.#fateOf(item.path).fate === "play") throw new ActionFailure("cannot play");
        this.begin(playlist, params.item);
        return {};
      }
      case "player.playback.stop":
        this.halt("user");
        return {};
      case "player.playback.next":
        this.next();
        return {};
      case "player.playback.setOrder": {
        const previous = this.order;
        this.order = params.order;
        if (params.order === 0) this.orderToRestore ??= previous;
        else this.orderToRestore = undefined;
        return { previous };
      }
      case "player.media.resolve":
        return {
          resolved: params.paths.map((entry: string | { path: string }) => {
            const path = typeof entry === "string" ? entry : entry.path;
            const { fate } = this.#fateOf(path);
            if (fate === "resolve") throw new ActionFailure("no such host");
            return fate === "resolves to nothing" ? [] : [{ path, subsong: 0 }];
          }),
        };
      default:
        throw new ActionFailure(`no ${method}`, -32601);
    }
  }

  #playlistOf(id: string): Playlist {
    const playlist = this.playlists.find((each) => each.id === id);
    if (!playlist) throw new ActionFailure("no such playlist", -32011);
    return playlist;
  }

  /** Finds a playlist that the bridge changes, which must be its own. */
  #shadowOf(method: string, id: string): Playlist {
    const playlist = this.#playlistOf(id);
    if (playlist.name !== SHADOW) this.violations.push(`${method} is called for ${playlist.name}`);
    return playlist;
  }
}

function trackOf(path: string): unknown {
  const texts = ["title", "artist", "album", "albumArtist", "genre", "date", "codec"];
  const numbers = ["trackNumber", "discNumber", "duration", "bitrate", "sampleRate", "channels", "subsong"];
  return {
    path,
    absolutePath: path,
    fileSize: null,
    ...Object.fromEntries(texts.map((key) => [key, ""])),
    ...Object.fromEntries(numbers.map((key) => [key, 0])),
  };
}
