/**
 * The shadow playlist: found or created, locked, filled, trimmed, and followed when the user changes it.
 *
 * It keeps a model of the items, each with a track and a mark. The player's answers (`start` of an append, `count` of a
 * removal) and the position of each track that starts correct the model.
 *
 * @module
 */

import type { ConnectionContext } from "../core/namespace.ts";
import { badAnswer, NativeActionError } from "../../host_stdio/player.ts";
import { type ActionAnswer, PLAYLIST_NOT_FOUND } from "../../host_stdio/native_actions.ts";
import type { SignalParams } from "../../host_stdio/signals.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { MAX_SHADOW_ITEMS } from "./limits.ts";
import { createdPlaylist } from "../core/playlists.ts";
import { Failure } from "../core/operation.ts";
import type { SerialQueue } from "../core/change_queue.ts";

import { failureText, jitErrors, type SessionPlayer } from "./session_player.ts";
import { canonicalHandle, type Track } from "./track.ts";

/** The name by which the playlist is found. */
export const SHADOW_NAME = "__webview_buffer__";

/** The name of its lock. */
const LOCK_NAME = "JIT Queue Buffer";

/** At least this many dropped tracks are remembered, and at most twice as many. */
const DROPPED_REMEMBERED = 10_000;

/**
 * The mark of an item:
 *
 * - `kept`: a track of the session.
 * - `arriving`: a track whose append the player has not answered.
 * - `replaced`: marked for removal, but kept if it starts before or if its removal fails.
 * - `dropped`: marked for removal; no longer a track of the session.
 * - `left`: not a track of the session: the user added it, or its removal failed.
 */
type Mark = "kept" | "arriving" | "replaced" | "dropped" | "left";

/** A run of items. */
interface Run {
  readonly start: number;
  readonly count: number;
}

/** The result of a removal. */
export interface Trimmed {
  /** The player's error text for a failed removal; null when all succeeded. */
  readonly error: string | null;
  /** Whether replaced tracks are kept because their removal failed. */
  readonly reinstated: boolean;
}

/** The position of a track in a signal. */
type Place = Pick<SignalParams<"signal.trackStarted">, "handle" | "playlist" | "item">;

/** The shadow playlist of one connection. */
export class ShadowPlaylist {
  /** The track that plays or will play; null without one. */
  current: Track | null = null;
  readonly #player: SessionPlayer;
  readonly #actions: SerialQueue;
  readonly #diagnostics: ConnectionContext["diagnostics"];
  #id: string | null = null;
  #locked = false;
  /** The ids of all playlists in the user's order, as last signalled. */
  #order: readonly string[] = [];
  /** The model of the items: at most {@linkcode MAX_SHADOW_ITEMS}, plus those appended since. */
  #tracks: (Track | null)[] = [];
  #marks: Mark[] = [];
  /** The index of the current track or, if it is not in the playlist, of the first item that may follow it. */
  #head = 0;
  /** All items marked for removal are between `from` and `to`. */
  #unwanted = { from: 0, to: 0 };
  /** The removal that the player has not answered. */
  #removing: Run | null = null;
  #trimming: Promise<Trimmed> | null = null;
  /** Dropped tracks that may still start. */
  #dropped: Track[] = [];
  #bufferSize: number | undefined;

  constructor(player: SessionPlayer, actions: SerialQueue, diagnostics: ConnectionContext["diagnostics"]) {
    this.#player = player;
    this.#actions = actions;
    this.#diagnostics = diagnostics;
  }

  /** Its id; null when it is unknown. */
  get id(): string | null {
    return this.#id;
  }

  /** Its index among the playlists; -1 when it is unknown. */
  get index(): number {
    return this.#id === null ? -1 : this.#order.indexOf(this.#id);
  }

  /** The number of kept tracks from the current one on. */
  get bufferSize(): number {
    if (this.#bufferSize === undefined) {
      let size = 0;
      for (let item = this.#head; item < this.#marks.length; item++) if (this.#marks[item] === "kept") size++;
      this.#bufferSize = size;
    }
    return this.#bufferSize;
  }

  /** The track that follows the current one; null without one. */
  get next(): Track | null {
    return this.#tracks[this.#nextItem()] ?? null;
  }

  /** Whether a track behind the current one is being appended. */
  get isArriving(): boolean {
    // Arriving tracks are at the end.
    return this.#marks.at(-1) === "arriving" && this.#tracks.at(-1) !== this.current;
  }

  /**
   * Looks for the playlist by its name.
   *
   * @param create Whether to create a missing playlist. Called only when it is missing.
   * @returns The id of the active playlist; null if unknown.
   */
  find(create: () => boolean): Promise<string | null> {
    return this.#actions.run(() => this.#find(create));
  }

  async #find(create: () => boolean): Promise<string | null> {
    let list: ActionAnswer<"player.playlist.list">;
    try {
      list = await this.#player.request("player.playlist.list", {});
      this.#order = list.playlists.map(({ id }) => id);
      const found = list.playlists.find(({ name }) => name === SHADOW_NAME);
      if (found && found.count > MAX_SHADOW_ITEMS) {
        throw badAnswer("player.playlist.list", "a count beyond any playlist");
      }
      this.#adopt(found?.id ?? null, found?.count ?? 0);
    } catch (error) {
      if (this.#id === null) throw error;
      this.#report("the active playlist cannot be told", error);
      return null;
    }
    if (this.#id === null && create()) {
      const playlist = await createdPlaylist(this.#player, SHADOW_NAME, list);
      // A new playlist is at the end until a signal says otherwise.
      if (!this.#order.includes(playlist)) this.#order = [...this.#order, playlist];
      this.#adopt(playlist, 0);
    }
    return list.active;
  }

  /** Locks the playlist, once. */
  async lock(): Promise<void> {
    if (this.#locked) return;
    await this.#actions.run(async () => {
      if (this.#locked || this.#id === null) return;
      this.#locked = true;
      try {
        const params = { playlist: this.#id, name: LOCK_NAME, locked: true };
        await this.#player.request("player.playlist.lock", params);
      } catch (error) {
        this.#report("the shadow playlist cannot be locked", error);
      }
    });
  }

  /**
   * Appends tracks. If the player no longer knows the playlist, looks for it again, once.
   *
   * @param tracks Makes the tracks when the append begins.
   * @param signal If aborted, the playlist is not looked for again.
   */
  append(tracks: () => readonly Track[], signal: AbortSignal): Promise<void> {
    return this.#actions.run(() => this.#append(tracks(), signal));
  }

  /**
   * Appends a track that replaces the one behind the current track. Tracks can only be appended, so those behind the
   * replaced one are appended again before the old items are marked for removal: at every moment some track follows.
   */
  replaceNext(track: Track, signal: AbortSignal): Promise<void> {
    return this.#actions.run(async () => {
      const next = this.#nextItem();
      const behind = next < 0 ? [] : this.#keptFrom(next + 1);
      await this.#append([track, ...behind], signal);
      const start = this.#tracks.lastIndexOf(track);
      // The track has already started, or the session has ended.
      if (this.current === track || start < 0 || signal.aborted) return;
      // If a track has started meanwhile, remove its copy; otherwise remove the original.
      const from = this.#nextItem();
      const originals = new Set(
        this.#tracks.slice(from, start).filter((_, at) => this.#marks[from + at] === "kept"),
      );
      for (let item = from; item < start; item++) {
        if (this.#marks[item] !== "kept") continue;
        this.#markItems(item, item + 1, "replaced");
        this.#remember([this.#tracks[item] ?? null]);
      }
      for (let item = start + 1; item < this.#tracks.length; item++) {
        if (!originals.has(this.#tracks[item] ?? null)) this.#markItems(item, item + 1, "dropped");
      }
    });
  }

  /** Undoes {@linkcode ShadowPlaylist.replaceNext}. */
  takeBack(track: Track): void {
    const start = this.#tracks.lastIndexOf(track);
    if (start >= 0) this.#markItems(start, this.#tracks.length, "dropped");
  }

  async #append(tracks: readonly Track[], signal: AbortSignal): Promise<void> {
    try {
      if (this.#id !== null && await this.#appendTo(this.#id, tracks)) return;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      this.#adopt(null, 0);
    }
    signal.throwIfAborted();
    await this.#find(() => true);
    if (this.#id === null || !await this.#appendTo(this.#id, tracks)) {
      throw new Failure(jitErrors.shadowRemoved);
    }
  }

  /** Appends tracks; false when the playlist was removed meanwhile. */
  async #appendTo(playlist: string, tracks: readonly Track[]): Promise<boolean> {
    for (const track of tracks) this.#tracks.push(track);
    for (let count = tracks.length; count > 0; count--) this.#marks.push("arriving");
    let answer: ActionAnswer<"player.playlist.append">;
    try {
      const handles = tracks.map(({ handle }) => handle);
      answer = await this.#player.request("player.playlist.append", { playlist, handles });
      if (answer.start > MAX_SHADOW_ITEMS) {
        throw badAnswer("player.playlist.append", "a start beyond any playlist");
      }
    } catch (error) {
      if (this.#id === playlist) this.#cut(this.#tracks.length - tracks.length, tracks.length);
      throw error;
    }
    if (this.#id !== playlist) return false;
    const { start, count } = answer;
    const isWhole = count === tracks.length;
    const believed = this.#tracks.length - tracks.length;
    // The user added or removed items.
    if (start > believed) this.#insertForeign(believed, start - believed);
    else this.#cut(start, believed - start);
    for (let item = start; item < this.#marks.length; item++) {
      if (!isWhole) this.#markItems(item, item + 1, "dropped");
      else if (this.#marks[item] === "arriving") this.#marks[item] = "kept";
    }
    this.#changed();
    if (isWhole) return true;
    if (count < tracks.length) this.#cut(start + count, tracks.length - count);
    throw badAnswer("player.playlist.append", `a count that is not ${tracks.length}`);
  }

  /** Removes all items marked for removal, from the end, so that the items before keep their positions. */
  trim(): Promise<Trimmed> {
    if (!this.#lastUnwanted()) return this.#trimming ?? Promise.resolve({ error: null, reinstated: false });
    return this.#trimming ??= this.#removeUnwanted();
  }

  async #removeUnwanted(): Promise<Trimmed> {
    let error: string | null = null;
    let reinstated = false;
    while (this.#lastUnwanted()) {
      // One action per run, so that stopping playback does not wait for all removals.
      await this.#actions.run(async () => {
        const run = this.#lastUnwanted();
        if (!run) return;
        const refusal = await this.#remove(run);
        if (refusal === null) return;
        error ??= refusal;
        reinstated = this.#keepUnremoved(run) || reinstated;
      });
    }
    this.#trimming = null;
    return { error, reinstated };
  }

  /** Removes a run. Returns the player's error text, null when the run is removed. */
  async #remove(run: Run): Promise<string | null> {
    const playlist = this.#id;
    if (playlist === null) return null;
    this.#removing = run;
    try {
      const { count } = await this.#player.request("player.playlist.remove", { playlist, ...run });
      if (this.#id !== playlist) return null;
      this.#cut(run.start, run.count);
      // The user added or removed other items.
      if (count < this.#tracks.length) this.#cut(count, this.#tracks.length - count);
      else if (count <= MAX_SHADOW_ITEMS) {
        this.#insertForeign(this.#tracks.length, count - this.#tracks.length);
      }
      return null;
    } catch (error) {
      if (this.#id !== playlist) return null;
      if (isNotFound(error)) this.#adopt(null, 0);
      else this.#report("tracks cannot be removed from the shadow playlist", error);
      return isNotFound(error) ? null : failureText(error);
    } finally {
      this.#removing = null;
    }
  }

  /** Unmarks a run that could not be removed. Replaced tracks are kept again, in this run and elsewhere. */
  #keepUnremoved({ start, count }: Run): boolean {
    for (let item = start; item < start + count; item++) {
      if (this.#marks[item] === "dropped") this.#marks[item] = "left";
    }
    let reinstated = false;
    for (let item = this.#unwanted.from; item < this.#unwanted.to; item++) {
      if (this.#marks[item] !== "replaced") continue;
      reinstated = true;
      this.#marks[item] = this.#tracks[item] ? "kept" : "left";
    }
    this.#changed();
    return reinstated;
  }

  /**
   * Asks the player to play a track.
   *
   * @param signal Ends the wait. The player's answer is ignored then.
   */
  play(track: Track, signal: AbortSignal, onAsked: () => void): Promise<void> {
    return this.#actions.run(async () => {
      const item = this.#tracks.indexOf(track, this.#head);
      if (this.#id === null || item < 0 || this.#marks[item] !== "kept") {
        throw new Failure(jitErrors.notInShadow);
      }
      const answer = this.#player.request("player.playback.play", { playlist: this.#id, item });
      onAsked();
      try {
        await unlessAborted(answer, signal);
      } catch (error) {
        if (isNotFound(error)) this.#adopt(null, 0);
        throw error;
      }
    }, signal);
  }

  /** Takes over the player's list of playlists. */
  follow(order: readonly string[]): boolean {
    this.#order = order;
    if (this.#id === null || order.includes(this.#id)) return false;
    this.#adopt(null, 0);
    return true;
  }

  /**
   * Finds the item that a signal means. A given position decides. Within the playlist it is the kept track at that item
   * if the handles agree, otherwise the kept track with that handle, otherwise the kept track at that item, because a
   * stream may redirect.
   *
   * @returns The item; "dropped" for a dropped track; undefined for a track that is not the session's.
   */
  locate({ handle, playlist, item }: Place): number | "dropped" | undefined {
    if (playlist !== null && playlist !== this.#id) return undefined;
    const key = canonicalHandle(handle);
    const hasKey = (at: number) =>
      this.#isOurs(at) && canonicalHandle(this.#tracks[at]?.handle ?? handle) === key;
    const places = playlist === null || item === null ? [] : this.#placesOf(item);
    const found = places.find(hasKey) ?? this.#search(hasKey);
    if (found !== undefined) return places[0] === undefined ? found : this.#anchored(found, places[0], key);
    if (this.#dropped.some((track) => canonicalHandle(track.handle) === key)) return "dropped";
    const next = this.#nextItem();
    return places.find((at) => at === next && this.#isOurs(at)) ?? places.find((at) => this.#isOurs(at));
  }

  /** The possible positions of an item in the model. During a removal the player may count before or after it. */
  #placesOf(item: number): number[] {
    if (this.#removing === null || item < this.#removing.start) return [item];
    return [item, item + this.#removing.count];
  }

  /** Searches from the next track on, then from the current one, then before it: a track may occur twice. */
  #search(matches: (item: number) => boolean): number | undefined {
    const next = this.#nextItem();
    if (this.current?.started && next >= 0 && matches(next)) return next;
    for (let item = this.#head; item < this.#tracks.length; item++) if (matches(item)) return item;
    for (let item = 0; item < this.#head; item++) if (matches(item)) return item;
    return undefined;
  }

  /** Corrects the model by the position at which a track was found: the user has added or removed items before it. */
  #anchored(believed: number, actual: number, key: string): number {
    if (believed === actual || actual >= MAX_SHADOW_ITEMS) return believed;
    // During an append or removal the player may count before or after it.
    if (this.#removing !== null || this.#marks[believed] === "arriving") return believed;
    // A second copy that could not be removed is at its position in the model.
    const there = this.#tracks[actual];
    if (there && canonicalHandle(there.handle) === key) return believed;
    if (actual < believed) this.#cut(actual, believed - actual);
    else this.#insertForeign(0, actual - believed);
    return actual;
  }

  /** Whether an item is at or behind the current track. */
  isAhead(item: number): boolean {
    return item >= this.#head;
  }

  trackAt(item: number): Track | undefined {
    return this.#tracks[item] ?? undefined;
  }

  /** The tracks that are skipped when the one at an item starts. */
  passedBy(item: number): Track[] {
    return this.#keptFrom(this.#head, item);
  }

  /** Makes the track at an item the current one and drops the tracks before it. */
  advance(item: number): Track | undefined {
    const track = this.#tracks[item];
    if (!track) return undefined;
    if (item > this.#head) this.#drop(this.#head, item);
    this.#head = item;
    this.#marks[item] = "kept";
    this.current = track;
    this.#changed();
    return track;
  }

  /** Makes the next track the current one. */
  advanceToNext(): Track | undefined {
    const next = this.#nextItem();
    return next < 0 ? undefined : this.advance(next);
  }

  /**
   * Makes one of the tracks that were just appended the current one. Drops the tracks from the old current one up to
   * them.
   */
  startAt(tracks: readonly Track[], index: number): void {
    const start = this.#tracks.length - tracks.length;
    this.#drop(this.#head, start);
    this.#head = start + index;
    this.current = tracks[index] ?? null;
    this.#changed();
  }

  dropAll(): void {
    this.#remember(this.#tracks);
    this.#markItems(0, this.#tracks.length, "dropped");
    this.#head = this.#tracks.length;
  }

  /** Marks all items for removal. Those that cannot be removed are kept. */
  replaceAll(): void {
    this.#remember(this.#tracks);
    this.#markItems(0, this.#tracks.length, "replaced");
  }

  dropTrack(track: Track): void {
    const item = this.#tracks.indexOf(track, this.#head);
    if (item < 0) return;
    this.#markItems(item, item + 1, "dropped");
    this.#remember([track]);
  }

  /** Forgets which tracks were dropped. */
  forgetDropped(): void {
    this.#dropped = [];
  }

  #drop(start: number, end: number): void {
    const passed = this.#tracks.slice(start, end);
    this.#markItems(start, end, "dropped");
    if (passed.some((track) => track !== null)) this.#dropped = [];
    this.#remember(passed);
  }

  #remember(tracks: readonly (Track | null)[]): void {
    for (const track of tracks) if (track !== null) this.#dropped.push(track);
    if (this.#dropped.length > 2 * DROPPED_REMEMBERED) {
      this.#dropped = this.#dropped.slice(-DROPPED_REMEMBERED);
    }
  }

  /** Sets the playlist; null for none. */
  #adopt(id: string | null, count: number): void {
    const isNew = id !== this.#id;
    if (isNew) {
      this.#id = id;
      this.#locked = false;
      this.#tracks = [];
      this.#marks = [];
      this.#unwanted = { from: 0, to: 0 };
    }
    if (count < this.#tracks.length) this.#cut(count, this.#tracks.length - count);
    else this.#insertForeign(this.#tracks.length, count - this.#tracks.length);
    // All items of a newly found playlist come before the next track.
    if (isNew) this.#head = this.#tracks.length;
    this.#changed();
  }

  #isOurs(item: number): boolean {
    const mark = this.#marks[item];
    return this.#tracks[item] !== null && (mark === "kept" || mark === "arriving" || mark === "replaced");
  }

  #nextItem(): number {
    for (let item = this.#head; item < this.#marks.length; item++) {
      if (this.#marks[item] === "kept" && this.#tracks[item] !== this.current) return item;
    }
    return -1;
  }

  #keptFrom(start: number, end = this.#tracks.length): Track[] {
    const kept: Track[] = [];
    for (let item = start; item < end; item++) {
      const track = this.#tracks[item];
      if (track && this.#marks[item] === "kept") kept.push(track);
    }
    return kept;
  }

  #markItems(start: number, end: number, mark: "replaced" | "dropped"): void {
    if (start >= end) return;
    this.#marks.fill(mark, start, end);
    const { from, to } = this.#unwanted;
    this.#unwanted = from >= to
      ? { from: start, to: end }
      : { from: Math.min(from, start), to: Math.max(to, end) };
    this.#changed();
  }

  /** The last run of items to remove. */
  #lastUnwanted(): Run | undefined {
    const isUnwanted = (item: number) => this.#marks[item] === "dropped" || this.#marks[item] === "replaced";
    const { from } = this.#unwanted;
    let { to } = this.#unwanted;
    while (to > from && !isUnwanted(to - 1)) to--;
    this.#unwanted = { from, to };
    let start = to;
    while (start > from && isUnwanted(start - 1)) start--;
    return start < to ? { start, count: to - start } : undefined;
  }

  /** Removes items from the model. */
  #cut(start: number, count: number): void {
    if (count <= 0) return;
    this.#tracks.splice(start, count);
    this.#marks.splice(start, count);
    const moved = (item: number) => item <= start ? item : Math.max(start, item - count);
    this.#head = moved(this.#head);
    this.#unwanted = { from: moved(this.#unwanted.from), to: moved(this.#unwanted.to) };
    this.#changed();
  }

  /** Adds items to the model that are not the session's. */
  #insertForeign(start: number, count: number): void {
    if (count <= 0) return;
    const behind = this.#tracks.splice(start);
    const marks = this.#marks.splice(start);
    const foreign = { tracks: Array<null>(count).fill(null), marks: Array<Mark>(count).fill("left") };
    this.#tracks = [...this.#tracks, ...foreign.tracks, ...behind];
    this.#marks = [...this.#marks, ...foreign.marks, ...marks];
    const moved = (item: number) => item < start || behind.length === 0 ? item : item + count;
    this.#head = moved(this.#head);
    this.#unwanted = { from: moved(this.#unwanted.from), to: moved(this.#unwanted.to) };
    this.#changed();
  }

  #changed(): void {
    this.#bufferSize = undefined;
  }

  #report(problem: string, error: unknown): void {
    this.#diagnostics.report("warning", `jitQueue: ${problem}: {error}`, { error: failureText(error) });
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof NativeActionError && error.playerCode === PLAYLIST_NOT_FOUND;
}
