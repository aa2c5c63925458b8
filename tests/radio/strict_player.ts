/**
 * A player as difficult as real ones can be. It records every change that the bridge makes to the user's
 * playlists.
 */

import { SHADOW_NAME, UserSettings } from "../../clients/typescript/user_settings.ts";
import type { ActionName } from "../../host_stdio/api/native_actions.ts";
import type { SeededRandom } from "../../tools/support/random.ts";
import type { Message } from "./bridge_in_memory.ts";
import type { Schedule } from "./schedule.ts";

/** Whether a url plays, or at which step it fails. */
export type Fate =
  | "plays"
  | "hangs"
  | "resolves to nothing"
  | "resolve"
  | "append"
  | "play"
  | "open"
  | "middle";

const deadFates: readonly Fate[] = ["resolves to nothing", "resolve", "append", "play", "open", "middle"];

/** The behaviour of a player. */
export interface Kind {
  /** The probability that a url is dead. */
  readonly dead: number;
  /** The probability that the stream of a url opens and never sends anything. */
  readonly hangs: number;
  /** Whether it signals why a track starts. */
  readonly causes: boolean;
  /** Whether it can insert tracks into a playlist. */
  readonly inserts: boolean;
  /** Whether it signals that it is paused. */
  readonly signalsPauses: boolean;
  /** Whether it stays paused when the next track is chosen. */
  readonly staysPaused: boolean;
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
  /** Whether it has started, has failed or was skipped while it opened, as far as a bridge can know. */
  isOver?: boolean;
  /** The bridge that added it; undefined for the user. */
  readonly bridge: number | undefined;
  /** Its serial number; later items have higher ones. */
  readonly number: number;
}

export interface Playlist {
  readonly id: string;
  name: string;
  items: Item[];
  locked: boolean;
  /** Whether a bridge has made it: the user may give it another name. */
  isBridges?: boolean;
}

/** Why a track starts (native-actions.md). */
export type Cause = "queue" | "advance" | "user" | "action";

/** What happens to the next native action: the player refuses it, does nothing, or carries it out and does not answer. */
export type Fault = "refused" | "silent" | "lost";

/** An entry of the user's queue. */
export interface Queued {
  readonly playlist: Playlist;
  readonly item: Item;
}

interface Playing {
  readonly cause: Cause;
  /** Whether the bridge knows that it opens: it asked for it, or was told that it follows. */
  readonly isAnnounced: boolean;
  /** Whether the bridge knows then which track it is. */
  readonly isKnown: boolean;
  /** The bridge that ran when it was announced or, later, when it started. A newer one has never heard of it. */
  bridge: number;
  readonly item: Item;
  readonly playlist: Playlist;
  readonly length: number;
  started: boolean;
  position: number;
}

/** An error that the player answers. */
class ActionFailure {
  constructor(readonly message: string, readonly code = -32000) {}
}

/** How long the bridge waits for an answer, and for a track that it has asked for, in milliseconds. */
const [ACTION_TIMEOUT_MS, START_TIMEOUT_MS] = [30_000, 15_000];

/** The native actions that no music needs. */
const upkeep = new Set([
  "player.playlist.activate",
  "player.playlist.lock",
  "player.playlist.remove",
  "player.playback.setOrder",
]);

export class StrictPlayer {
  readonly kind: Kind;
  playlists: Playlist[];
  active: Playlist | null;
  order: number;
  /** Whether the user's order was told in an answer that was lost: nobody can give it back. */
  isOrderHidden = false;
  /** The user's queue. */
  queue: Queued[] = [];
  /** Whether playback stops at the end of the track. */
  stopsAfterCurrent = false;
  /** What happens to the next native actions; undefined for nothing. */
  readonly faults: (Fault | undefined)[] = [];
  /** Until when the bridge waits for actions that the player never answers and that music needs. */
  owesMusicUntil = 0;
  playing: Playing | null = null;
  paused = false;
  /** Forbidden actions of the bridge. */
  readonly violations: string[] = [];
  /** The number of the running bridge. */
  bridge = 0;
  /** Sends a message; `over` has started or failed by it. */
  send: (message: Message, over?: Item) => void = () => {};
  /** Called when a track has started. */
  onStarted: (item: Item, playlist: Playlist, cause: Cause) => void = () => {};
  /** Called when the bridge plays an item, with the parameters that it has sent. */
  onPlay: (item: Item, params: object) => void = () => {};
  /** Called when the bridge plays another track before a queued one that it knows of has started. */
  onQueuedLost: (item: Item) => void = () => {};
  /** Called when the track has ended after which the user wanted to stop. */
  onStoppedAfterCurrent: () => void = () => {};
  /** Called when a fault has happened. */
  onFault: (fault: Fault, method: string) => void = () => {};
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
  /** When the last play is answered. */
  #answeredAt = 0;
  /** When the program that plays runs again. */
  #deadUntil = 0;
  #settings = new UserSettings();

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
    return this.playlists.find(({ name }) => name === SHADOW_NAME);
  }

  /** The user's playlists. */
  get own(): Playlist[] {
    return this.playlists.filter(({ isBridges }) => isBridges !== true);
  }

  /** Carries out a native action, and answers after a random delay. */
  carryOut({ id, method = "", params }: Message): void {
    const { bridge } = this;
    const delay = this.#random.integer(0, this.kind.answers);
    // What happens to the track that is asked for comes after the answer (native-actions.md).
    if (method === "player.playback.play") this.#answeredAt = this.#schedule.now + delay;
    const answer = (message: Message) => {
      if (id === undefined) return;
      this.#schedule.work(delay, () => {
        if (bridge === this.bridge) this.send({ id, ...message });
      });
    };
    if (this.#schedule.now < this.#deadUntil && id !== undefined) {
      this.#schedule.work(this.#deadUntil - this.#schedule.now, () => {
        if (bridge === this.bridge) this.carryOut({ id, method, params });
      });
      return;
    }
    const fault = id === undefined ? undefined : this.faults.shift();
    if (fault !== undefined) {
      this.onFault(fault, method);
      if (fault === "refused") return answer({ error: { code: -32000, message: "refused" } });
      const limit = method === "player.playback.play" ? START_TIMEOUT_MS : ACTION_TIMEOUT_MS;
      if (!upkeep.has(method)) this.owesMusicUntil = this.#schedule.now + limit;
      if (fault === "silent") return;
    }
    const carriedOut = () => {
      const before = this.order;
      try {
        const result = this.#act(method, params ?? {});
        this.#settings.note(method as ActionName, params ?? {}, result);
        if (fault === undefined) answer({ result });
        else if (method === "player.playback.setOrder") this.isOrderHidden ||= before !== 0;
      } catch (error) {
        if (!(error instanceof ActionFailure)) throw error;
        answer({ error: { code: error.code, message: error.message } });
      }
    };
    if (method === "player.media.resolve") this.#schedule.work(this.#opening(), carriedOut);
    else if (method === "player.playback.next" && this.#answeredAt >= this.#schedule.now) {
      this.#schedule.work(this.#answeredAt - this.#schedule.now + 1, carriedOut);
    } else carriedOut();
  }

  /** Carries out a native action of a bridge that ends, at once. */
  carryOutAtEnd({ method = "", params }: Message): Message {
    try {
      const result = this.#act(method, params ?? {});
      this.#settings.note(method as ActionName, params ?? {}, result);
      return { result };
    } catch (error) {
      if (!(error instanceof ActionFailure)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  }

  /** Gives the user's settings back after a bridge that has not, as the client library does. */
  async giveBack(): Promise<void> {
    await this.#settings.giveBack((name, params) => {
      try {
        // The simulated player's answers match their schemas.
        return Promise.resolve(this.#act(name, params) as never);
      } catch (error) {
        if (error instanceof ActionFailure) return Promise.resolve(undefined);
        throw error;
      }
    });
  }

  /** Plays an item for the user or the bridge. */
  begin(playlist: Playlist, index: number, cause: Cause = "user"): void {
    const item = playlist.items[index];
    if (!item) return;
    const before = this.playing;
    const isFollowing = before?.started === true && this.kind.signalsStartingAnother;
    if (isFollowing) this.#signal("playbackStopped", { reason: "startingAnother" });
    if (this.playing && !this.playing.started) {
      // A queued track that goes first has not skipped it.
      if (this.playing.isKnown && cause !== "queue") this.playing.item.isOver = true;
      const isQueued = this.playing.cause === "queue" && this.playing.isAnnounced;
      if (isQueued && cause === "action") this.onQueuedLost(this.playing.item);
    }
    if (cause !== "advance" || !this.kind.staysPaused) this.pause(false);
    this.#cursor = { playlist, index };
    const { fate, length } = this.#fateOf(item.path);
    const isAnnounced = cause === "action" || isFollowing && cause !== "user";
    // Only in the session's order is it known which track follows, and only by a bridge that knows what it follows: one
    // that was started since has no signal of that.
    const isKnown = isAnnounced &&
      (cause === "action" || this.order === 0 && before?.bridge === this.bridge);
    this.playing = {
      item,
      playlist,
      cause,
      isAnnounced,
      isKnown,
      bridge: this.bridge,
      length,
      started: false,
      position: 0,
    };
    const turn = ++this.#turn;
    if (fate !== "hangs") {
      const sounds = Math.max(this.#opening(), this.#answeredAt - this.#schedule.now + 1);
      this.#schedule.later(sounds, () => this.#open(turn));
    }
  }

  /** Whether the playing track opens a stream that never sends anything. */
  get isHanging(): boolean {
    return this.playing?.started === false && this.#fateOf(this.playing.item.path).fate === "hangs";
  }

  pause(paused: boolean): void {
    if (this.paused === paused) return;
    this.paused = paused;
    if (this.kind.signalsPauses) this.#signal("playbackPaused", { paused });
  }

  /** Plays the next track, for the user, the bridge or after a track. */
  next(): void {
    if (!this.playing || !this.#cursor) return;
    // What the bridge has asked for is answered first.
    const left = this.#answeredAt - this.#schedule.now;
    if (left >= 0) return this.#schedule.later(left + 1, () => this.next());
    this.stopsAfterCurrent = false;
    if (!this.#goOn(this.#cursor)) this.halt("endOfFile");
  }

  /** Queues a track for the user. */
  enqueue(queued: Queued): void {
    this.queue.push(queued);
    this.#signal("queueChanged", { origin: "user_added" });
  }

  /** Takes a track out of the queue for the user. */
  dequeue(queued: Queued): void {
    this.queue = this.queue.filter((each) => each !== queued);
    this.#signal("queueChanged", { origin: "user_removed" });
  }

  /** The program that plays dies and is started again. */
  crash(): void {
    const { playing } = this;
    this.#deadUntil = this.#schedule.now + this.#random.integer(300, 1500);
    this.playing = null;
    this.#turn++;
    if (!playing) return;
    const index = playing.playlist.items.indexOf(playing.item);
    playing.item.isOver = true;
    this.#schedule.work(this.#deadUntil - this.#schedule.now, () => {
      this.#signal("trackFailed", {
        handle: this.#handleOf(playing),
        ...this.#place(playing, index),
        error: "the player was started again",
      });
      if (!this.playing) this.#signal("playbackStopped", { reason: "endOfFile" });
    });
  }

  /** Changes the name of a playlist. */
  rename(playlist: Playlist, name: string): void {
    playlist.name = name;
    this.#listChanged();
  }

  halt(reason: "user" | "endOfFile"): void {
    if (!this.playing) return;
    const { item, started, isKnown } = this.playing;
    if (!started && isKnown && reason === "endOfFile") item.isOver = true;
    this.playing = null;
    this.stopsAfterCurrent = false;
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

  /** Whether the user can change a playlist. */
  mayChange({ locked }: Playlist): boolean {
    return !(locked && this.kind.locks);
  }

  /** Edits a playlist as the user. False when that is impossible. */
  edit(
    playlist: Playlist,
    how:
      | "sorts the radio's playlist"
      | "removes a track of the radio"
      | "drops a track into the radio's playlist",
  ): boolean {
    // Without its url and place, a redirected stream in an edited playlist cannot be identified.
    if (!this.mayChange(playlist) || this.kind.redirects) return false;
    const { items } = playlist;
    const at = this.#random.integer(0, items.length);
    if (how === "drops a track into the radio's playlist") {
      items.splice(at, 0, this.#newItem(`/edited/${this.#ids++}`));
    } else if (how === "sorts the radio's playlist") items.reverse();
    else if (at < items.length && items[at] !== this.playing?.item) items.splice(at, 1);
    else return false;
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
      const hangs = path.startsWith("http:") && this.kind.hangs > 0 && this.#random.happens(this.kind.hangs);
      const fate = hangs ? "hangs" : isDead ? this.#random.pick(deadFates) : "plays";
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

  /** Plays the track that follows, which may come from the queue. */
  #goOn({ playlist, index }: { playlist: Playlist; index: number }): boolean {
    const queued = this.queue.shift();
    if (queued) {
      this.#signal("queueChanged", { origin: "playback_advance" });
      const at = queued.playlist.items.indexOf(queued.item);
      if (at >= 0 && this.playlists.includes(queued.playlist)) {
        this.begin(queued.playlist, at, "queue");
        return true;
      }
    }
    const at = this.playlists.includes(playlist) ? this.#successor(playlist, index) : undefined;
    if (at === undefined) return false;
    this.begin(playlist, at, "advance");
    return true;
  }

  #open(turn: number): void {
    const { playing } = this;
    if (turn !== this.#turn || !playing) return;
    const { fate } = this.#fateOf(playing.item.path);
    if (fate === "open" || fate === "play") return this.#fail("cannot open");
    playing.started = true;
    playing.bridge = this.bridge;
    const index = playing.playlist.items.indexOf(playing.item);
    this.onStarted(playing.item, playing.playlist, playing.cause);
    this.#signal("trackStarted", {
      handle: this.#handleOf(playing),
      ...this.#place(playing, index),
      ...this.kind.causes && { cause: playing.cause },
      ...this.paused && { paused: true },
    }, playing.item);
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
    if (this.stopsAfterCurrent) {
      this.onStoppedAfterCurrent();
      return this.halt("user");
    }
    if (!cursor || !this.#goOn(cursor)) this.halt("endOfFile");
  }

  #fail(error: string): void {
    const playing = this.playing;
    if (!playing) return;
    const index = playing.playlist.items.indexOf(playing.item);
    // When a queued track follows at once, the bridge cannot know of a failure that is not signalled.
    const goesToQueue = this.kind.continues && this.queue.length > 0;
    if (playing.isKnown && !goesToQueue) playing.item.isOver = true;
    if (this.kind.signalsFailures) {
      // A failed track is reported under the url that was requested.
      const handle = playing.started ? this.#handleOf(playing) : { path: playing.item.path, subsong: 0 };
      this.#signal("trackFailed", { handle, ...this.#place(playing, index), error }, playing.item);
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

  #signal(name: string, params: unknown, over?: Item): void {
    this.send({ method: `signal.${name}`, params }, over);
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
        const created = { ...this.#newPlaylist(params.name, 0), isBridges: true };
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
      case "player.playlist.insert": {
        if (!this.kind.inserts) throw new ActionFailure(`no ${method}`, -32601);
        const playlist = this.#shadowOf(method, params.playlist);
        const paths: string[] = params.handles.map(({ path }: { path: string }) => path);
        playlist.items.splice(params.index, 0, ...paths.map((path) => this.#newItem(path, this.bridge)));
        this.#follow(playlist);
        return { count: playlist.items.length };
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
        if (this.active && this.active.isBridges !== true) {
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
        this.onPlay(item, params);
        if (this.#fateOf(item.path).fate === "play") throw new ActionFailure("cannot play");
        this.begin(playlist, params.item, "action");
        return {};
      }
      case "player.playback.stop":
        this.halt("user");
        return {};
      case "player.playback.next":
        // A play that is never answered has failed 15 s after the skip.
        if (this.owesMusicUntil > this.#schedule.now) {
          this.owesMusicUntil = Math.max(this.owesMusicUntil, this.#schedule.now + START_TIMEOUT_MS);
        }
        this.next();
        return {};
      case "player.playback.setOrder": {
        const previous = this.order;
        this.order = params.order;
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
    if (playlist.isBridges !== true) this.violations.push(`${method} is called for ${playlist.name}`);
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
