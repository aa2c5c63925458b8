/**
 * mpv's playlist as the place where tracks are played. mpv plays nothing that is not in its playlist, so a track of
 * another playlist, or of the queue, is put there for as long as it plays: a guest. And because mpv goes on by itself
 * at the end of a track, without a gap, what is to follow stands behind the playing entry before that ends.
 *
 * @module
 */

import * as v from "valibot";
import type { Handle } from "../../host_stdio/shapes.ts";
import type { Place } from "../model/places.ts";
import type { NextTrack } from "../model/playback_order.ts";
import { ActionError } from "../model/actions.ts";
import type { MpvEvent } from "./ipc/mpv_client.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";
import { canonicalPath, type MediaAccess } from "./media_access.ts";
import { handleOf, type PlaylistMirror, playlistProperty } from "./playlist_mirror.ts";

/**
 * Tells whether two choices are the same track from the same place.
 *
 * @param one A choice.
 * @param other Another one.
 * @returns Whether they are.
 */
export function isSameTrack(one: NextTrack, other: NextTrack): boolean {
  return one.handle.path === other.handle.path && one.queued === other.queued &&
    one.place?.playlist === other.place?.playlist && one.place?.item === other.place?.item;
}

/** A track that is on its way into mpv's playlist, whose place follows the changes that happen meanwhile. */
type Coming = { -readonly [Member in keyof NextTrack]: NextTrack[Member] };

/** An entry of mpv's playlist, as the mpvPlaylist has it. */
interface Slot {
  readonly id: number;
  readonly filename: string;
}

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
  /** The entries of mpv's own playlist that the host has put there. */
  readonly #loaded = new Set<number>();
  /** The entries that playlist files have become. */
  readonly #expanded = new Map<number, { readonly nested: boolean; accepted: boolean }>();
  /** The entries that were taken out while mpv had begun with them, until their end is heard, and why. */
  readonly #refusals = new Map<number, { readonly choice: NextTrack | undefined; readonly error: string }>();
  readonly #coming = new Set<Coming>();
  /** The entry that mpv has begun with and not ended. */
  #started: { readonly id: number; readonly ended: PromiseWithResolvers<void> } | undefined;
  #slots: Slot[] = [];
  #current = -1;
  #workingDirectory = "/";
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * @param link The mpv.
   * @param mirror The playlist that shows what the user has put into mpv's.
   * @param access What mpv may open.
   */
  constructor(link: MpvLink, mirror: PlaylistMirror, access: MediaAccess) {
    this.#link = link;
    this.#mirror = mirror;
    this.#access = access;
  }

  /** The id of the entry that mpv plays, or is about to; undefined for none. */
  get current(): number | undefined {
    return this.#slots[this.#current]?.id;
  }

  /** Forgets an mpv that has gone. The tracks of its playlist stay known. */
  forget(): void {
    this.#temporary.clear();
    this.#loaded.clear();
    this.#expanded.clear();
    this.#refusals.clear();
    this.#started = undefined;
    this.#slots = [];
    this.#current = -1;
  }

  /**
   * Takes over the playlist of a fresh mpv.
   *
   * @param restore Whether what the playlist showed is put into it: into one that was started in place of another.
   */
  async begin(restore: boolean): Promise<void> {
    const directory = await this.#link.property("working-directory");
    if (typeof directory === "string") this.#workingDirectory = directory;
    const { playlist } = this.#mirror;
    const handles = Array.from(
      { length: playlist.tracks.length },
      (_item, index) => playlist.tracks.at(index),
    );
    await this.#alone(async () => {
      if (restore) await this.#loadOwn(handles);
      await this.#look();
    });
  }

  /** Looks at mpv's playlist; the playlist that shows it is right afterwards. */
  sync(): Promise<void> {
    return this.#alone(() => this.#look());
  }

  /**
   * What an entry of mpv's playlist stands for.
   *
   * @param id The entry's id.
   * @returns The track; undefined when there is no such entry any more.
   */
  choiceOf(id: number): NextTrack | undefined {
    const temporary = this.#temporary.get(id);
    if (temporary) return temporary;
    const item = this.#mirror.ids.indexOf(id);
    if (item < 0) return this.#refusals.get(id)?.choice;
    const { playlist } = this.#mirror;
    return { handle: playlist.tracks.at(item), place: { playlist, item } };
  }

  /**
   * Lets an entry's place follow a change of the playlists.
   *
   * @param placeOf Tells where a place is now.
   */
  follow(placeOf: (place: Place) => Place | null): void {
    for (const [id, track] of this.#temporary) {
      if (track.place) this.#temporary.set(id, { ...track, place: placeOf(track.place) });
    }
    for (const choice of this.#coming) choice.place &&= placeOf(choice.place);
  }

  /**
   * Notes which entry mpv has begun with, and that a playlist file's entries have taken its place.
   *
   * @param event An event of mpv, as soon as it has arrived.
   */
  arrived(event: MpvEvent): void {
    const { playlist_entry_id: id } = event;
    if (event.event === "start-file" && typeof id === "number") {
      this.#started = { id, ended: Promise.withResolvers() };
    }
    if (event.event !== "end-file") return;
    if (v.is(redirected, event)) this.#replaced(event);
    if (this.#started?.id === id) {
      this.#started?.ended.resolve();
      this.#started = undefined;
    }
  }

  /** A guest's entries are guests. */
  #replaced(
    { playlist_entry_id: id, playlist_insert_id: first, playlist_insert_num_entries: count }: Redirected,
  ): void {
    const temporary = this.#temporary.get(id);
    // The user's own playlist file.
    if (!temporary && !this.#loaded.has(id)) return;
    const nested = this.#expanded.has(id);
    for (let next = first; next < first + count; next++) {
      if (temporary) this.#temporary.set(next, temporary);
      else this.#loaded.add(next);
      this.#expanded.set(next, { nested, accepted: false });
    }
  }

  /**
   * Takes out the entries of playlist files that mpv may not open. Those of a playlist that a playlist names are among
   * them: one that names itself has no end.
   *
   * @returns What was taken out, and why.
   */
  judgeExpanded(): Promise<{ error: string; path: string }[]> {
    return this.#alone(async () => {
      await this.#look();
      const problems: { error: string; path: string }[] = [];
      for (let index = this.#slots.length - 1; index >= 0; index--) {
        const slot = this.#slots[index];
        const entry = slot && this.#expanded.get(slot.id);
        if (!entry || entry.accepted) continue;
        const { path } = handleOf(slot.filename, this.#workingDirectory);
        const error = entry.nested
          ? "A playlist in a playlist is not opened"
          : await this.#access.problem(canonicalPath(path));
        entry.accepted = error === undefined;
        if (error === undefined) continue;
        problems.push({ error, path });
        if (index === this.#current) this.#refusals.set(slot.id, { choice: this.choiceOf(slot.id), error });
        await this.#remove(index);
      }
      return problems;
    });
  }

  /**
   * Tells why an entry that has ended was taken out.
   *
   * @param id Its id.
   * @returns The reason; undefined when it was not.
   */
  takeRefusal(id: number): string | undefined {
    const error = this.#refusals.get(id)?.error;
    this.#refusals.delete(id);
    return error;
  }

  /**
   * Has mpv play a track.
   *
   * @param choice The track.
   * @param onId Is told the id of its entry before mpv can tell that it has begun.
   * @throws {ActionError} When the track is not there any more.
   */
  play(choice: NextTrack, onId: (id: number) => void): Promise<void> {
    const coming = { ...choice };
    this.#coming.add(coming);
    return this.#alone(async () => {
      await this.#look();
      const { place } = coming;
      const own = place?.playlist === this.#mirror.playlist ? this.#mirror.ids[place.item] : undefined;
      if (place?.playlist === this.#mirror.playlist && own === undefined) {
        throw new ActionError(`No such item in mpv's playlist: ${place.item}`);
      }
      const id = own ?? this.#waitingEntry(coming) ?? await this.#load(coming);
      onId(id);
      const index = this.#slots.findIndex((slot) => slot.id === id);
      await this.#link.command("playlist-play-index", index);
      // Who chooses a track wants to hear it.
      await this.#link.command("set_property", "pause", false);
    }).finally(() => this.#coming.delete(coming));
  }

  /** Has mpv stop, whatever it was told to play before; its playlist stays. */
  stop(): Promise<unknown> {
    return this.#alone(() => this.#link.command("stop", "keep-playlist"));
  }

  /**
   * Puts behind the playing entry what is to follow it, and takes out the guests that have had their turn.
   *
   * @param following What is to follow; null for nothing, undefined when nothing plays, "later" when all is to stay as it
   * is. Asked when it is the mpvPlaylist's turn.
   * @param opening Tells whether the playing entry is not open yet.
   */
  arrange(following: () => NextTrack | "later" | null | undefined, opening: () => boolean): Promise<void> {
    return this.#alone(async () => {
      await this.#look();
      const wanted = following();
      if (wanted === "later") return;
      // An mpv that has just run dry still calls its last entry the current one.
      const playing = wanted === undefined ? undefined : this.#slots[this.#current];
      const behind = this.#slots[this.#current + 1];
      // The next entry of the same playlist file plays if this one does not open.
      if (playing && behind && opening() && this.#isSpare(playing.id, behind.id)) return;
      const fits = playing && wanted && behind && this.#standsFor(behind.id, wanted);
      for (let index = this.#slots.length - 1; index >= 0; index--) {
        const slot = this.#slots[index];
        const needed = !slot || slot === playing || (fits && slot === behind) ||
          !this.#temporary.has(slot.id);
        if (!needed) await this.#remove(index);
      }
      if (!playing || fits) return;
      const at = this.#slots.indexOf(playing);
      if (wanted) {
        const next = this.#slots[at + 1];
        if (next && this.#standsFor(next.id, wanted)) return;
        const own = this.#ownIndexOf(wanted);
        if (own >= 0 && this.#temporary.has(playing.id)) return await this.#move(at, own);
        await this.#load(wanted);
        await this.#move(this.#slots.length - 1, at + 1);
      } else if (this.#temporary.has(playing.id) && at < this.#slots.length - 1) {
        // Nothing is to follow a guest: neither may the entries that happen to stand behind it.
        await this.#move(at, this.#slots.length);
      }
    });
  }

  /**
   * Appends tracks to mpv's own playlist.
   *
   * @param handles The tracks.
   * @returns The item that the first of them is.
   * @throws {ActionError} When the user has taken that out again already.
   */
  append(handles: readonly Handle[]): Promise<number> {
    return this.#alone(async () => {
      const [first] = await this.#loadOwn(handles);
      await this.#look();
      const { ids } = this.#mirror;
      const start = first === undefined ? ids.length : ids.indexOf(first);
      if (start < 0) throw new ActionError("The user has taken the tracks out of mpv's playlist");
      return start;
    });
  }

  /**
   * Takes tracks out of mpv's own playlist. One that plays goes on playing, as in every other playlist.
   *
   * @param start The first item.
   * @param count How many.
   */
  remove(start: number, count: number): Promise<void> {
    return this.#alone(async () => {
      await this.#look();
      const gone = new Set(this.#mirror.ids.slice(start, start + count));
      for (let index = this.#slots.length - 1; index >= 0; index--) {
        const slot = this.#slots[index];
        if (!slot || !gone.has(slot.id)) continue;
        if (index === this.#current) {
          this.#temporary.set(slot.id, {
            handle: handleOf(slot.filename, this.#workingDirectory),
            place: null,
          });
        } else {
          await this.#remove(index);
        }
      }
      await this.#look();
    });
  }

  /** The guest that stands ready for a choice. */
  #waitingEntry(choice: NextTrack): number | undefined {
    const ready = this.#slots.find(({ id }, index) =>
      index !== this.#current && this.#temporary.has(id) && this.#standsFor(id, choice)
    );
    return ready?.id;
  }

  #isSpare(id: number, behind: number): boolean {
    const [one, next] = [this.#temporary.get(id), this.#temporary.get(behind)];
    return one !== undefined && next !== undefined && isSameTrack(one, next);
  }

  #standsFor(id: number, wanted: NextTrack): boolean {
    const choice = this.choiceOf(id);
    return choice !== undefined && isSameTrack(choice, wanted);
  }

  /** Where in mpv's playlist the very entry stands that a choice names; -1 when it names none. */
  #ownIndexOf({ place, queued }: NextTrack): number {
    if (queued || place?.playlist !== this.#mirror.playlist) return -1;
    const id = this.#mirror.ids[place.item];
    return this.#slots.findIndex((slot) => slot.id === id);
  }

  /** One after the other: each changes mpv's playlist by the indices that it has seen. */
  #alone<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(step);
    this.#turn = result.catch(() => {
      // Whoever asked for the step is told.
    });
    return result;
  }

  async #look(): Promise<void> {
    const entries = v.parse(playlistProperty, await this.#link.command("get_property", "playlist"));
    this.#slots = entries.map(({ id, filename }) => ({ id, filename }));
    this.#current = entries.findIndex(({ current }) => current);
    const ids = new Set(entries.map(({ id }) => id));
    const started = this.#started;
    // An entry of the user's may have begun since the look.
    const isKnown = started && (this.#temporary.has(started.id) || this.#loaded.has(started.id));
    if (isKnown && !ids.has(started.id)) {
      // If it was a playlist file, its end tells which entries have taken its place.
      await Promise.race([started.ended.promise, this.#link.closed]);
    }
    for (const id of this.#temporary.keys()) if (!ids.has(id)) this.#temporary.delete(id);
    for (const id of this.#loaded) if (!ids.has(id)) this.#loaded.delete(id);
    for (const id of this.#expanded.keys()) if (!ids.has(id)) this.#expanded.delete(id);
    this.#mirror.update(
      entries.filter(({ id }) => !this.#temporary.has(id)),
      ({ filename }) => handleOf(filename, this.#workingDirectory),
    );
  }

  async #loadOwn(handles: readonly Handle[]): Promise<number[]> {
    return await Promise.all(handles.map(async ({ path }) => {
      const answer = await this.#link.command("loadfile", path, "append");
      const { playlist_entry_id: id } = v.parse(loaded, answer);
      this.#loaded.add(id);
      return id;
    }));
  }

  async #load(choice: NextTrack): Promise<number> {
    const { path } = choice.handle;
    const coming = { ...choice };
    this.#coming.add(coming);
    try {
      const answer = await this.#link.command("loadfile", path, "append");
      const { playlist_entry_id: id } = v.parse(loaded, answer);
      this.#temporary.set(id, { ...coming });
      this.#slots.push({ id, filename: path });
      return id;
    } finally {
      this.#coming.delete(coming);
    }
  }

  async #remove(index: number): Promise<void> {
    // A guest is known as one until it is seen to be gone: the user may have been faster, and the index another's.
    this.#slots.splice(index, 1);
    if (index < this.#current) this.#current--;
    await this.#link.command("playlist-remove", index);
  }

  /** To before an index, as mpv counts: the number of entries is the end. */
  async #move(from: number, to: number): Promise<void> {
    const playing = this.#slots[this.#current];
    const [slot] = this.#slots.splice(from, 1);
    if (slot) this.#slots.splice(to > from ? to - 1 : to, 0, slot);
    if (playing) this.#current = this.#slots.indexOf(playing);
    await this.#link.command("playlist-move", from, to);
  }
}
