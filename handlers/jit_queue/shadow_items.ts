/**
 * The items of the shadow playlist as the bridge believes them to be, each with a track and a mark. The player's answers
 * and the position of each track that starts correct them.
 *
 * @module
 */

import type { ActionAnswer } from "../../host_stdio/api/native_actions.ts";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import { MAX_SHADOW_ITEMS } from "./limits.ts";
import { canonicalHandle, type Track } from "./track.ts";

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
export interface Run {
  readonly start: number;
  readonly count: number;
}

/** The items of one connection's shadow playlist. */
export class ShadowItems {
  /** The track that plays or will play; null without one. */
  current: Track | null = null;
  /** The run that the player was asked to remove and has not answered. */
  removing: Run | null = null;
  /** At most {@linkcode MAX_SHADOW_ITEMS}, plus those appended since. */
  #tracks: (Track | null)[] = [];
  #marks: Mark[] = [];
  /** The index of the current track or, if it is not in the playlist, of the first item that may follow it. */
  #head = 0;
  /** All items marked for removal are between `from` and `to`. */
  #unwanted = { from: 0, to: 0 };
  /** Dropped tracks that may still start. */
  #dropped: Track[] = [];
  #bufferSize: number | undefined;

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

  /** Whether a track after the current one is being appended. */
  get isArriving(): boolean {
    // Arriving tracks are at the end.
    return this.#marks.at(-1) === "arriving" && this.#tracks.at(-1) !== this.current;
  }

  /** The tracks after the next one. */
  get behindNext(): Track[] {
    const next = this.#nextItem();
    return next < 0 ? [] : this.#keptFrom(next + 1);
  }

  /** Starts over with the items of another playlist, all before the next track. */
  reset(count: number): void {
    this.#tracks = Array<null>(count).fill(null);
    this.#marks = Array<Mark>(count).fill("left");
    this.#unwanted = { from: 0, to: 0 };
    this.#head = count;
    this.#changed();
  }

  /** Corrects the number of items: the user has added or removed items at the end. */
  resize(count: number): void {
    const believed = this.#tracks.length;
    if (count < believed) this.#cut(count, believed - count);
    else this.#insertForeign(believed, count - believed);
  }

  /** Adds tracks that the player is asked to append. */
  arrive(tracks: readonly Track[]): void {
    for (const track of tracks) this.#tracks.push(track);
    for (let count = tracks.length; count > 0; count--) this.#marks.push("arriving");
  }

  /** Removes the last tracks: the player did not append them. */
  withdraw(count: number): void {
    this.#cut(this.#tracks.length - count, count);
  }

  /** Applies the answer to the append of the last tracks. If the player appended another number, drops them. */
  appended(expected: number, { start, count }: ActionAnswer<"player.playlist.append">): void {
    const believed = this.#tracks.length - expected;
    // The user added or removed items.
    if (start > believed) this.#insertForeign(believed, start - believed);
    else this.#cut(start, believed - start);
    for (let item = start; item < this.#marks.length; item++) {
      if (count !== expected) this.#markItems(item, item + 1, "dropped");
      else if (this.#marks[item] === "arriving") this.#marks[item] = "kept";
    }
    this.#changed();
    if (count < expected) this.#cut(start + count, expected - count);
  }

  /** Applies the answer to a removal. */
  removed(run: Run, count: number): void {
    this.#cut(run.start, run.count);
    // The user added or removed other items.
    if (count < this.#tracks.length || count <= MAX_SHADOW_ITEMS) this.resize(count);
  }

  /** Returns the item of a kept track from the current one on; -1 without one. */
  itemOf(track: Track): number {
    const item = this.#tracks.indexOf(track, this.#head);
    return this.#marks[item] === "kept" ? item : -1;
  }

  /** Marks the tracks that a track just appended replaces: the next one, and the originals of the copies after it. */
  replaceNextBy(track: Track): void {
    const start = this.#tracks.lastIndexOf(track);
    // The track has already started.
    if (this.current === track || start < 0) return;
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
  }

  /** Drops a track that was just appended, and the copies after it. */
  takeBack(track: Track): void {
    const start = this.#tracks.lastIndexOf(track);
    if (start >= 0) this.#markItems(start, this.#tracks.length, "dropped");
  }

  /** The last run of items to remove. */
  lastUnwanted(): Run | undefined {
    const isUnwanted = (item: number) => this.#marks[item] === "dropped" || this.#marks[item] === "replaced";
    const { from } = this.#unwanted;
    let { to } = this.#unwanted;
    while (to > from && !isUnwanted(to - 1)) to--;
    this.#unwanted = { from, to };
    let start = to;
    while (start > from && isUnwanted(start - 1)) start--;
    return start < to ? { start, count: to - start } : undefined;
  }

  /** Unmarks a run that could not be removed. Replaced tracks are kept again, in this run and elsewhere. */
  keepUnremoved({ start, count }: Run): boolean {
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
   * Finds the item that a signal means: the kept track at the given position if the handles agree, otherwise the kept
   * track with that handle, otherwise the kept track at the position, because a stream may redirect.
   *
   * @param item The position in the playlist; null when the player does not tell it.
   * @returns The item; "dropped" for a dropped track; undefined for a track that is not the session's.
   */
  locate(handle: Handle, item: number | null): number | "dropped" | undefined {
    const key = canonicalHandle(handle);
    const hasKey = (at: number) =>
      this.#isOurs(at) && canonicalHandle(this.#tracks[at]?.handle ?? handle) === key;
    const places = item === null ? [] : this.#placesOf(item);
    const found = places.find(hasKey) ?? this.#search(hasKey);
    if (found !== undefined) return places[0] === undefined ? found : this.#anchored(found, places[0], key);
    if (this.#dropped.some((track) => canonicalHandle(track.handle) === key)) return "dropped";
    const next = this.#nextItem();
    return places.find((at) => at === next && this.#isOurs(at)) ?? places.find((at) => this.#isOurs(at));
  }

  /** The possible positions of an item in the model. During a removal the player may count before or after it. */
  #placesOf(item: number): number[] {
    if (this.removing === null || item < this.removing.start) return [item];
    return [item, item + this.removing.count];
  }

  /** Searches from the next track on, then from the current one, then before it: a track may occur twice. */
  #search(matches: (item: number) => boolean): number | undefined {
    const next = this.#nextItem();
    if (this.current?.started && next >= 0 && matches(next)) return next;
    for (let item = this.#head; item < this.#tracks.length; item++) if (matches(item)) return item;
    for (let item = 0; item < this.#head; item++) if (matches(item)) return item;
    return undefined;
  }

  /**
   * Corrects the model when a track was found at another item than believed, because the user has added or removed
   * items before it. Returns the item to use.
   */
  #anchored(believed: number, actual: number, key: string): number {
    if (believed === actual || actual >= MAX_SHADOW_ITEMS) return believed;
    // During an append or removal the player may count before or after it.
    if (this.removing !== null || this.#marks[believed] === "arriving") return believed;
    // The item there is another copy of the track, which could not be removed.
    const there = this.#tracks[actual];
    if (there && canonicalHandle(there.handle) === key) return believed;
    if (actual < believed) this.#cut(actual, believed - actual);
    else this.#insertForeign(0, actual - believed);
    return actual;
  }

  /** Whether an item is the current track or after it. */
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

  /** Adds items that do not belong to the session to the model. */
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
}
