/**
 * mpv's playlist. mpv plays only what its playlist contains, so a track of another playlist or of the queue gets
 * a temporary entry there while it plays. mpv continues after a track without a gap, so the next track must
 * follow the playing entry before that entry ends.
 */

import * as v from "valibot";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import { isStreamUrl } from "../../limits/paths.ts";
import { ActionError } from "../model/actions.ts";
import type { IndexRanges } from "../model/index_ranges.ts";
import type { Place } from "../model/places.ts";
import type { NextTrack } from "../model/playback_order.ts";
import { permuted } from "../model/playlists.ts";
import type { MpvEvent } from "./ipc/mpv_client.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";
import { canonicalPath, type MediaAccess } from "./media_access.ts";
import { handleOf, type PlaylistMirror, playlistProperty } from "./playlist_mirror.ts";

/** Whether both are the same track from the same place. */
export function isSameTrack(one: NextTrack, other: NextTrack): boolean {
  return one.handle.path === other.handle.path && one.queued === other.queued &&
    one.place?.playlist === other.place?.playlist && one.place?.item === other.place?.item;
}

/** A track that is being added to mpv's playlist. Its place follows changes made meanwhile. */
type PendingTrack = { -readonly [Member in keyof NextTrack]: NextTrack[Member] };

/** An entry of mpv's playlist, as last read. */
interface Entry {
  readonly id: number;
  readonly filename: string;
}

/** An entry that mpv may not open. */
interface Problem {
  readonly error: string;
  readonly path: string;
}

/** An entry that came from a playlist file. */
interface Expanded {
  /** Whether the playlist file came from another one. */
  readonly nested: boolean;
  /** Whether the playlist file came from the network: it may not name local files. */
  readonly fromNetwork: boolean;
  /** Whether the user opened the playlist file in mpv itself. */
  readonly byUser: boolean;
  accepted: boolean;
}

/** Why a local entry of a playlist from the network is rejected. */
const FOREIGN = "A playlist from the network opens no local files";

/** Why an entry of a playlist in a playlist is rejected. */
const NESTED = "Nested playlists are not opened";

/** The number under which mpv's playlist is observed. */
const PLAYLIST_OBSERVER = 1;

/** The maximum number of items to reorder: mpv moves one entry at a time. */
const MAX_REORDERED = 10_000;

/** How many withdrawn entries are remembered. Only one that mpv starts at the same moment matters. */
const MAX_WITHDRAWN = 100;

/** How often the playlist is read and rejected entries are removed before mpv is stopped. */
const MAX_PASSES = 50;

const loaded = v.object({ playlist_entry_id: v.number() });

const redirected = v.object({
  reason: v.literal("redirect"),
  playlist_entry_id: v.number(),
  playlist_insert_id: v.number(),
  playlist_insert_num_entries: v.number(),
});

type Redirected = v.InferOutput<typeof redirected>;

/** mpv's playlist. */
export class MpvPlaylist {
  readonly #link: MpvLink;
  readonly #mirror: PlaylistMirror;
  readonly #access: MediaAccess;
  readonly #temporary = new Map<number, NextTrack>();
  /** The entries of the user's playlist that were added here. */
  readonly #loaded = new Set<number>();
  /** The entries that came from playlist files. */
  readonly #expanded = new Map<number, Expanded>();
  /** The names of entries, also of those that mpv has replaced in the meantime. */
  readonly #names = new Map<number, string>();
  /** Entries that were rejected after mpv had started them, until mpv reports their end. */
  readonly #rejections = new Map<number, { readonly track: NextTrack | undefined; readonly error: string }>();
  readonly #pending = new Set<PendingTrack>();
  /** The last entries behind the playing one that {@linkcode MpvPlaylist.arrange} has removed. */
  readonly #withdrawn: number[] = [];
  /** The entry that mpv has started and not ended. */
  #started: { readonly id: number; readonly ended: PromiseWithResolvers<void> } | undefined;
  /** The removed entries of playlist files that {@linkcode MpvPlaylist.takeProblems} has not returned. */
  #problems: Problem[] = [];
  #entries: Entry[] = [];
  #current = -1;
  #workingDirectory = "/";
  #lastStep: Promise<unknown> = Promise.resolve();

  /** @param mirror The playlist that shows the user's entries. */
  constructor(link: MpvLink, mirror: PlaylistMirror, access: MediaAccess) {
    this.#link = link;
    this.#mirror = mirror;
    this.#access = access;
  }

  /** The id of the entry that mpv plays or is about to play; undefined for none. */
  get current(): number | undefined {
    return this.#entries[this.#current]?.id;
  }

  /** Whether one entry follows the other in mpv's playlist, as last read; other temporary entries do not count. */
  areNeighbours(one: number | undefined, other: number): boolean {
    const ids = this.#entries.map(({ id }) => id)
      .filter((id) => id === one || id === other || !this.#temporary.has(id));
    return one !== undefined && ids.includes(one) && Math.abs(ids.indexOf(one) - ids.indexOf(other)) === 1;
  }

  /** Forgets everything about an mpv that has ended. The mirror keeps its tracks. */
  forget(): void {
    this.#temporary.clear();
    this.#loaded.clear();
    this.#expanded.clear();
    this.#names.clear();
    this.#rejections.clear();
    this.#withdrawn.length = 0;
    this.#started = undefined;
    this.#entries = [];
    this.#current = -1;
  }

  /**
   * Reads the playlist of a new mpv.
   *
   * @param restore Whether to add the mirror's tracks first, because this mpv replaces another one.
   */
  async begin(restore: boolean): Promise<void> {
    const directory = await this.#link.property("working-directory");
    if (typeof directory === "string") this.#workingDirectory = directory;
    const { playlist } = this.#mirror;
    const handles = Array.from(
      { length: playlist.tracks.length },
      (_item, index) => playlist.tracks.at(index),
    );
    await this.#exclusively(async () => {
      if (restore) await this.#loadOwn(handles);
      await this.#read();
    });
  }

  /** Reads mpv's playlist and updates the mirror. */
  sync(): Promise<void> {
    return this.#exclusively(() => this.#read());
  }

  /** Returns the track of an entry; undefined when there is no such entry. */
  trackOf(id: number): NextTrack | undefined {
    const temporary = this.#temporary.get(id);
    if (temporary) return temporary;
    const item = this.#mirror.ids.indexOf(id);
    if (item < 0) return this.#rejections.get(id)?.track;
    const { playlist } = this.#mirror;
    return { handle: playlist.tracks.at(item), place: { playlist, item } };
  }

  /** Updates the places of temporary entries after a change of the playlists. */
  follow(placeOf: (place: Place) => Place | null): void {
    for (const [id, track] of this.#temporary) {
      if (track.place) this.#temporary.set(id, { ...track, place: placeOf(track.place) });
    }
    for (const track of this.#pending) track.place &&= placeOf(track.place);
  }

  /**
   * Tracks the entry that mpv has started, and entries that replace a playlist file. Called as soon as an
   * event arrives.
   */
  arrived(event: MpvEvent): void {
    const { playlist_entry_id: id } = event;
    if (event.event === "property-change" && event["name"] === "playlist") this.#note(event["data"]);
    if (event.event === "start-file" && typeof id === "number") {
      this.#started = { id, ended: Promise.withResolvers() };
    }
    if (event.event !== "end-file" || typeof id !== "number") return;
    if (v.is(redirected, event)) this.#replaced(event);
    // Its predecessor was removed after mpv had already replaced it with this entry.
    if (event["reason"] === "stop" && this.#expanded.get(id)?.nested && !this.#rejections.has(id)) {
      this.#rejections.set(id, { track: this.#temporary.get(id), error: NESTED });
    }
    if (this.#started?.id === id) {
      this.#started?.ended.resolve();
      this.#started = undefined;
    }
  }

  /** The entries that replace a temporary entry are temporary too. */
  #replaced(
    { playlist_entry_id: id, playlist_insert_id: first, playlist_insert_num_entries: count }: Redirected,
  ): void {
    const temporary = this.#temporary.get(id);
    const parent = this.#expanded.get(id);
    const byUser = !temporary && !this.#loaded.has(id);
    const fromNetwork = parent?.fromNetwork ?? isStreamUrl(this.#names.get(id) ?? "");
    for (let next = first; next < first + count; next++) {
      if (temporary) this.#temporary.set(next, temporary);
      else if (!byUser) this.#loaded.add(next);
      this.#expanded.set(next, {
        nested: parent !== undefined && !byUser,
        fromNetwork,
        byUser,
        accepted: false,
      });
    }
  }

  /** Notes the names in a value of mpv's property `playlist`. */
  #note(value: unknown): void {
    const { success, output } = v.safeParse(playlistProperty, value);
    if (success) { for (const { id, filename } of output) this.#names.set(id, filename); }
  }

  /**
   * Reads mpv's playlist and returns the entries of playlist files that were removed since the last call, each
   * with the reason.
   */
  async takeProblems(): Promise<readonly Problem[]> {
    await this.sync();
    const problems = this.#problems;
    this.#problems = [];
    return problems;
  }

  /** Returns, once, why an entry that has ended was rejected; undefined when it was not. */
  takeRejection(id: number): string | undefined {
    const error = this.#rejections.get(id)?.error;
    this.#rejections.delete(id);
    return error;
  }

  /**
   * Makes mpv play a track.
   *
   * @param onId Called with the id of its entry before mpv can report its start.
   * @param options Whether a paused mpv plays it, which it does by default.
   * @throws {ActionError} When the item no longer exists.
   */
  play(
    track: NextTrack,
    onId: (id: number) => void,
    { resume = true }: { readonly resume?: boolean } = {},
  ): Promise<void> {
    return this.#withPlaceOf(track, (pending) =>
      this.#exclusively(async () => {
        await this.#read();
        const { place, queued } = pending;
        // A queued track has a temporary entry, which leaves the queue when it starts.
        const isOwn = queued === undefined && place?.playlist === this.#mirror.playlist;
        const own = isOwn ? this.#mirror.ids[place.item] : undefined;
        if (isOwn && own === undefined) {
          throw new ActionError(`No such item in mpv's playlist: ${place.item}`);
        }
        const id = own ?? this.#preparedEntry(pending) ?? await this.#load(pending);
        onId(id);
        const index = this.#entries.findIndex((entry) => entry.id === id);
        await this.#link.command("playlist-play-index", index);
        if (resume) await this.#link.set("pause", false);
      }));
  }

  /** Stops mpv, also before it starts the last chosen track. Its playlist stays. */
  stop(): Promise<unknown> {
    return this.#exclusively(() => this.#link.command("stop", "keep-playlist"));
  }

  /**
   * Puts the next track after the playing entry, and removes temporary entries that have been played.
   *
   * @param following Returns the next track; null for none, undefined when nothing plays, "later" to change
   * nothing. Called when earlier changes are done.
   * @param opening Returns whether the playing entry is not open yet.
   */
  arrange(following: () => NextTrack | "later" | null | undefined, opening: () => boolean): Promise<void> {
    return this.#exclusively(async () => {
      await this.#read();
      const wanted = following();
      if (wanted === "later") return;
      await (wanted
        ? this.#withPlaceOf(wanted, (track) => this.#place(track, opening))
        : this.#place(wanted, opening));
    });
  }

  /** @param wanted The next track, whose place follows changes made meanwhile. */
  async #place(wanted: PendingTrack | null | undefined, opening: () => boolean): Promise<void> {
    // An mpv that has just become idle still reports its last entry as current.
    const playing = wanted === undefined ? undefined : this.#entries[this.#current];
    const behind = this.#entries[this.#current + 1];
    // mpv plays the next entry of the same playlist file if this one does not open.
    if (playing && behind && opening() && this.#isAlternative(playing.id, behind.id)) return;
    const fits = playing && wanted && behind && this.#standsFor(behind.id, wanted);
    for (let index = this.#entries.length - 1; index >= 0; index--) {
      const entry = this.#entries[index];
      const needed = !entry || entry === playing || (fits && entry === behind) ||
        !this.#temporary.has(entry.id);
      if (needed) continue;
      if (playing && index > this.#current) this.#withdrawn.push(entry.id);
      if (this.#withdrawn.length > MAX_WITHDRAWN) this.#withdrawn.shift();
      await this.#remove(index);
    }
    if (!playing || fits) return;
    const at = this.#entries.indexOf(playing);
    if (wanted) {
      const next = this.#entries[at + 1];
      if (next && this.#standsFor(next.id, wanted)) return;
      const own = this.#ownIndexOf(wanted);
      if (own >= 0 && this.#temporary.has(playing.id)) return await this.#move(at, own);
      await this.#load(wanted);
      await this.#move(this.#entries.length - 1, at + 1);
    } else if (this.#temporary.has(playing.id) && at < this.#entries.length - 1) {
      // No track may follow the temporary entry: move it to the end.
      await this.#move(at, this.#entries.length);
    }
  }

  /** Whether an entry was prepared and then removed. mpv may have started it at that moment, and ends it at once. */
  isWithdrawn(id: number): boolean {
    return this.#withdrawn.includes(id);
  }

  /**
   * Adds tracks to the user's entries.
   *
   * @param before The item before which they are inserted; at the end by default.
   * @returns The index of the first one among the user's entries.
   * @throws {ActionError} When the user has already removed it, or the item.
   */
  add(handles: readonly Handle[], before: number = this.#mirror.ids.length): Promise<number> {
    // The item as the caller sees it: mpv's user may change the playlist meanwhile.
    const follower = this.#mirror.ids[before];
    return this.#exclusively(async () => {
      await this.#read();
      let at = this.#entries.findIndex(({ id }) => id === follower);
      if (follower !== undefined && at < 0) {
        throw new ActionError("The user has changed mpv's playlist in the meantime");
      }
      const added = await this.#loadOwn(handles);
      // mpv before 0.38 only appends.
      if (follower !== undefined) {
        const from = this.#entries.length - added.length;
        for (let moved = 0; moved < added.length; moved++) await this.#move(from + moved, at++);
      }
      await this.#read();
      const { ids } = this.#mirror;
      const [first] = added;
      const start = first === undefined ? ids.length : ids.indexOf(first);
      if (start < 0) throw new ActionError("The user has removed the tracks from mpv's playlist");
      return start;
    });
  }

  /** Removes items of the user's entries. A playing one becomes temporary and plays on. */
  remove(items: IndexRanges): Promise<void> {
    // The items as the caller sees them: mpv's user may change the playlist meanwhile.
    const { ids } = this.#mirror;
    const gone = new Set(items.spans.flatMap(({ start, count }) => ids.slice(start, start + count)));
    return this.#exclusively(async () => {
      await this.#read();
      for (let index = this.#entries.length - 1; index >= 0; index--) {
        const entry = this.#entries[index];
        if (!entry || !gone.has(entry.id)) continue;
        if (index === this.#current) {
          this.#temporary.set(entry.id, {
            handle: handleOf(entry.filename, this.#workingDirectory),
            place: null,
          });
        } else {
          await this.#remove(index);
        }
      }
      await this.#read();
    });
  }

  /**
   * Reorders the user's entries. Temporary ones stay at their indices.
   *
   * @param order A permutation of all items: order[new] = old.
   * @throws {ActionError} When the user has changed the entries, or there are too many.
   */
  reorder(order: readonly number[]): Promise<void> {
    const before = this.#mirror.ids;
    const wanted = permuted(before, order);
    if (wanted.length > MAX_REORDERED) {
      throw new ActionError(`mpv's own playlist cannot be reordered above ${MAX_REORDERED} items`);
    }
    return this.#exclusively(async () => {
      await this.#read();
      const { ids } = this.#mirror;
      if (ids.length !== before.length || ids.some((id, item) => id !== before[item])) {
        throw new ActionError("The user has changed mpv's playlist in the meantime");
      }
      // mpv would send the whole playlist after each move.
      await this.#link.command("unobserve_property", PLAYLIST_OBSERVER);
      try {
        const own = wanted.values();
        for (let index = 0; index < this.#entries.length; index++) {
          const there = this.#entries[index];
          if (!there || this.#temporary.has(there.id)) continue;
          const { value: id } = own.next();
          if (id === there.id) continue;
          const from = this.#entries.findIndex((entry) => entry.id === id);
          await this.#swap(index, from);
        }
      } finally {
        await this.observe();
        await this.#read();
      }
    });
  }

  /** Makes mpv report changes of its playlist. */
  async observe(): Promise<void> {
    await this.#link.command("observe_property", PLAYLIST_OBSERVER, "playlist");
  }

  /** Swaps two entries; `one` is the lower index. */
  async #swap(one: number, other: number): Promise<void> {
    await this.#move(other, one);
    if (other > one + 1) await this.#move(one + 1, other + 1);
  }

  /** Returns the temporary entry that was prepared for a track. */
  #preparedEntry(track: NextTrack): number | undefined {
    const ready = this.#entries.find(({ id }, index) =>
      index !== this.#current && this.#temporary.has(id) && this.#standsFor(id, track)
    );
    return ready?.id;
  }

  #isAlternative(id: number, behind: number): boolean {
    const [one, next] = [this.#temporary.get(id), this.#temporary.get(behind)];
    return one !== undefined && next !== undefined && isSameTrack(one, next);
  }

  #standsFor(id: number, wanted: NextTrack): boolean {
    const track = this.trackOf(id);
    return track !== undefined && isSameTrack(track, wanted);
  }

  /** Returns the index of the user's entry that is this track; -1 for other tracks. */
  #ownIndexOf({ place, queued }: NextTrack): number {
    if (queued || place?.playlist !== this.#mirror.playlist) return -1;
    const id = this.#mirror.ids[place.item];
    return this.#entries.findIndex((entry) => entry.id === id);
  }

  /** Runs steps one after the other: each uses indices that it has read. */
  #exclusively<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = this.#lastStep.then(step);
    this.#lastStep = result.catch(() => {
      // The caller of the step gets the error.
    });
    return result;
  }

  /** Reads mpv's playlist. Removes entries that mpv may not open before anything else can use them. */
  async #read(): Promise<void> {
    for (let pass = 1; !await this.#readChecked(pass % 2 === 1 && pass < MAX_PASSES); pass++) {
      // A playlist that names itself can grow faster than its entries are removed.
      if (pass === MAX_PASSES) await this.#link.command("stop", "keep-playlist");
    }
    this.#mirror.update(
      this.#entries.filter(({ id }) => !this.#temporary.has(id)),
      ({ filename }) => handleOf(filename, this.#workingDirectory),
    );
  }

  /** Reads mpv's playlist and removes entries that mpv may not open. Returns whether all may be opened. */
  async #readChecked(currentFirst: boolean): Promise<boolean> {
    // While this waits, entries of a playlist file may become known. They are newer than the answer.
    const known = new Set([
      ...this.#temporary.keys(),
      ...this.#loaded,
      ...this.#expanded.keys(),
      ...this.#names.keys(),
    ]);
    const entries = v.parse(playlistProperty, await this.#link.command("get_property", "playlist"));
    this.#entries = entries.map(({ id, filename }) => ({ id, filename }));
    for (const { id, filename } of entries) this.#names.set(id, filename);
    this.#current = entries.findIndex(({ current }) => current);
    const gone = known.difference(new Set(entries.map(({ id }) => id)));
    if (gone.size > 0) await this.#forget(gone);
    return await this.#removeRejected(currentFirst);
  }

  /** Forgets entries that are no longer in mpv's playlist. */
  async #forget(gone: ReadonlySet<number>): Promise<void> {
    // If a playlist file is gone, its end event gives the entries that replaced it. mpv may report the start of
    // the file after the playlist, but not after the next answer.
    await this.#link.property("idle-active");
    const started = this.#started;
    if (started && gone.has(started.id)) await Promise.race([started.ended.promise, this.#link.closed]);
    for (const id of gone) {
      this.#temporary.delete(id);
      this.#loaded.delete(id);
      this.#expanded.delete(id);
      this.#names.delete(id);
    }
  }

  /**
   * Removes the entries of playlist files that mpv may not open. Also removes those of a playlist in a
   * playlist: one that names itself would never end. Returns whether all entries may be opened.
   *
   * @param currentFirst If the current entry is among them, removes only it: mpv may be replacing it with others,
   * which moves the entries after it.
   */
  async #removeRejected(currentFirst: boolean): Promise<boolean> {
    const rejected: { readonly index: number; readonly entry: Entry; readonly problem: Problem }[] = [];
    for (const [index, entry] of this.#entries.entries()) {
      const expanded = this.#expanded.get(entry.id);
      if (!expanded || expanded.accepted) continue;
      const { path } = handleOf(entry.filename, this.#workingDirectory);
      const error = await this.#expandedProblem(canonicalPath(path), expanded);
      expanded.accepted = error === undefined;
      if (error !== undefined) rejected.push({ index, entry, problem: { error, path } });
    }
    const current = rejected.find(({ index }) => index === this.#current);
    if (current) {
      const { entry: { id, filename }, problem: { error } } = current;
      const track = this.#temporary.get(id) ??
        { handle: handleOf(filename, this.#workingDirectory), place: null };
      this.#rejections.set(id, { track, error });
    }
    for (const { index, problem } of current && currentFirst ? [current] : rejected.toReversed()) {
      this.#problems.push(problem);
      await this.#remove(index);
    }
    return rejected.length === 0;
  }

  async #expandedProblem(
    path: string,
    { nested, fromNetwork, byUser }: Expanded,
  ): Promise<string | undefined> {
    if (fromNetwork && !/^https?:\/\//i.test(path)) return FOREIGN;
    if (byUser) return undefined;
    return nested ? NESTED : await this.#access.problem(path);
  }

  async #loadOwn(handles: readonly Handle[]): Promise<number[]> {
    return await Promise.all(handles.map(async ({ path }) => {
      const answer = await this.#link.command("loadfile", path, "append");
      const { playlist_entry_id: id } = v.parse(loaded, answer);
      this.#loaded.add(id);
      this.#entries.push({ id, filename: path });
      this.#names.set(id, path);
      return id;
    }));
  }

  /** Runs a step with a track whose place follows changes made meanwhile. */
  async #withPlaceOf<Result>(
    track: NextTrack,
    step: (pending: PendingTrack) => Promise<Result>,
  ): Promise<Result> {
    const pending = { ...track };
    this.#pending.add(pending);
    try {
      return await step(pending);
    } finally {
      this.#pending.delete(pending);
    }
  }

  async #load(pending: PendingTrack): Promise<number> {
    const { path } = pending.handle;
    const answer = await this.#link.command("loadfile", path, "append");
    const { playlist_entry_id: id } = v.parse(loaded, answer);
    this.#temporary.set(id, { ...pending });
    this.#entries.push({ id, filename: path });
    this.#names.set(id, path);
    return id;
  }

  async #remove(index: number): Promise<void> {
    // The entry stays in the set of temporary entries until mpv's playlist no longer has it: the user may
    // have changed the indices meanwhile.
    this.#entries.splice(index, 1);
    if (index < this.#current) this.#current--;
    await this.#link.command("playlist-remove", index);
  }

  /** Moves an entry to before an index in mpv's playlist; its length means the end. */
  async #move(from: number, to: number): Promise<void> {
    const playing = this.#entries[this.#current];
    const [entry] = this.#entries.splice(from, 1);
    if (entry) this.#entries.splice(to > from ? to - 1 : to, 0, entry);
    if (playing) this.#current = this.#entries.indexOf(playing);
    await this.#link.command("playlist-move", from, to);
  }
}
