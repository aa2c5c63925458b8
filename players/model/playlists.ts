/**
 * The playlists.
 *
 * @module
 */

import type { Handle } from "../../host_stdio/shapes.ts";
import { PLAYLIST_NOT_FOUND } from "../../host_stdio/native_actions.ts";
import { ActionError, type PlayerActions } from "./actions.ts";
import { IndexRanges } from "./index_ranges.ts";
import type { SignalSender } from "./signal_sender.ts";
import { sequenceOf, TrackList, type TrackSequence } from "./tracks.ts";

/** The name of the lock that the user puts on a playlist. */
export const USER_LOCK = "User";

/** A lock on a playlist. It refuses every change by the user; one that the user took refuses the bridge's changes too. */
export interface PlaylistLock {
  /** Whose it is. */
  readonly name: string;
  /** Whether the user took it; otherwise the bridge, whose own changes pass. */
  readonly byUser: boolean;
}

/** A playlist. */
export class Playlist {
  /** Its name, not necessarily the only one of that name. */
  name: string;
  /** Its lock, if it is locked. */
  lock: PlaylistLock | null = null;
  /** The items that the user has selected in it. */
  selected: IndexRanges = IndexRanges.none;
  /** Its tracks. */
  readonly tracks: TrackList;
  /** A number that no other playlist of this player ever has. */
  readonly serial: number;
  /** The id by which native actions and signals name it. */
  readonly id: string;

  /**
   * @param name Its name.
   * @param serial A number that no other playlist of this player ever has.
   * @param tracks Its tracks.
   */
  constructor(name: string, serial: number, tracks: TrackSequence) {
    this.name = name;
    this.serial = serial;
    this.id = `playlist-${serial}`;
    this.tracks = new TrackList(tracks);
  }
}

/** What has changed in or about a playlist, for those who remember places. */
export type PlaylistChange =
  | {
    readonly kind: "itemsInserted" | "itemsRemoved";
    readonly playlist: Playlist;
    readonly start: number;
    readonly count: number;
  }
  | { readonly kind: "playlistRemoved"; readonly playlist: Playlist };

/** What has changed about the selection of items and playlists. */
export interface PlaylistObserver {
  /** Tracks or playlists have come or gone. */
  playlistChanged(change: PlaylistChange): void;
  /** Another playlist, or none, is the active one. */
  activePlaylistChanged?(): void;
}

/** A playlist as it is at the start. */
export interface PlaylistSeed {
  /** Its name. */
  readonly name: string;
  /** Its tracks, as objects or made up on demand; none when left out. */
  readonly tracks?: TrackSequence | readonly Handle[];
  /** Whether the user has locked it; false when left out. */
  readonly locked?: boolean;
}

/** All playlists in their order. */
export class Playlists {
  #playlists: Playlist[] = [];
  #active: Playlist | null = null;
  #serial = 0;
  readonly #observers: PlaylistObserver[] = [];
  readonly #signals: SignalSender;

  /**
   * @param seeds The playlists at the start, the first of them active.
   * @param signals Where changes of the list of playlists are signalled.
   */
  constructor(seeds: readonly PlaylistSeed[], signals: SignalSender) {
    this.#signals = signals;
    for (const { name, tracks = [], locked = false } of seeds) {
      const playlist = this.#made(name, isArray(tracks) ? sequenceOf(tracks) : tracks);
      if (locked) playlist.lock = { name: USER_LOCK, byUser: true };
      this.#playlists.push(playlist);
    }
    this.#active = this.#playlists[0] ?? null;
  }

  /** The playlists in their order. */
  get all(): readonly Playlist[] {
    return this.#playlists;
  }

  /** The active playlist. */
  get active(): Playlist | null {
    return this.#active;
  }

  /**
   * Adds somebody who is told of changes, before any signal goes out.
   *
   * @param observer Who is told.
   */
  observe(observer: PlaylistObserver): void {
    this.#observers.push(observer);
  }

  /**
   * Finds a playlist by its index, as the user sees it.
   *
   * @param index The index.
   * @returns The playlist.
   * @throws {ActionError} When there is none.
   */
  at(index: number): Playlist {
    const playlist = this.#playlists[index];
    if (!playlist) throw new ActionError(`No such playlist: ${index} of ${this.#playlists.length}`);
    return playlist;
  }

  /**
   * Finds a playlist by its id.
   *
   * @param id The id.
   * @returns The playlist.
   * @throws {ActionError} -32011 when there is none.
   */
  find(id: string): Playlist {
    const playlist = this.#playlists.find((playlist) => playlist.id === id);
    if (!playlist) throw new ActionError(`No such playlist: ${id}`, PLAYLIST_NOT_FOUND);
    return playlist;
  }

  /**
   * A playlist's index.
   *
   * @param playlist The playlist.
   * @returns Its index; null when it has been removed.
   */
  indexOf(playlist: Playlist): number | null {
    const index = this.#playlists.indexOf(playlist);
    return index < 0 ? null : index;
  }

  /**
   * Checks that a playlist has items.
   *
   * @param playlist The playlist.
   * @param start The first item.
   * @param count How many items.
   * @throws {ActionError} When it does not have them all.
   */
  requireItems(playlist: Playlist, start: number, count = 1): void {
    const { length } = playlist.tracks;
    if (start < 0 || count < 0 || start + count > length) {
      const asked = count === 1 ? `item ${start}` : `items ${start} to ${start + count - 1}`;
      throw new ActionError(`No such ${asked} in a playlist of ${length}`);
    }
  }

  /** Carries out `player.playlist.list`. */
  readonly list: PlayerActions["player.playlist.list"] = () => ({
    active: this.#active && this.#active.id,
    playlists: this.#playlists.map(({ id, name, tracks, lock }) => ({
      id,
      name,
      count: tracks.length,
      locked: lock !== null,
    })),
  });

  /** Carries out `player.playlist.create`. */
  readonly create: PlayerActions["player.playlist.create"] = ({ name }) => ({
    playlist: this.insert(name).id,
  });

  /** Carries out `player.playlist.append`. */
  readonly append: PlayerActions["player.playlist.append"] = ({ playlist: id, handles }) => {
    const playlist = this.find(id);
    requireNoUserLock(playlist);
    const start = playlist.tracks.length;
    this.#insertItems(playlist, start, handles);
    return { start, count: handles.length };
  };

  /** Carries out `player.playlist.remove`. */
  readonly remove: PlayerActions["player.playlist.remove"] = ({ playlist: id, start, count }) => {
    const playlist = this.find(id);
    requireNoUserLock(playlist);
    this.#removeItems(playlist, start, count);
    return { count: playlist.tracks.length };
  };

  /** Carries out `player.playlist.lock`: a lock is taken and given back by its owner only. */
  readonly lock: PlayerActions["player.playlist.lock"] = ({ playlist: id, name, locked }) => {
    const playlist = this.find(id);
    if (playlist.lock && (playlist.lock.byUser || playlist.lock.name !== name)) {
      throw new ActionError(`Playlist is locked by another: ${playlist.lock.name}`);
    }
    playlist.lock = locked ? playlist.lock ?? { name, byUser: false } : null;
    return {};
  };

  /** Carries out `player.playlist.activate`. */
  readonly activate: PlayerActions["player.playlist.activate"] = ({ playlist }) => {
    this.makeActive(this.find(playlist));
    return {};
  };

  /**
   * Makes a playlist the active one.
   *
   * @param playlist The playlist; null for none.
   */
  makeActive(playlist: Playlist | null): void {
    if (playlist === this.#active) return;
    this.#active = playlist;
    for (const observer of this.#observers) observer.activePlaylistChanged?.();
  }

  /**
   * Puts tracks into a playlist, as the user does.
   *
   * @param playlist The playlist.
   * @param start Where, from 0 up to its length.
   * @param handles The tracks.
   * @throws {ActionError} When it is locked or shorter than that.
   */
  insertItems(playlist: Playlist, start: number, handles: readonly Handle[]): void {
    requireUnlocked(playlist);
    this.#insertItems(playlist, start, handles);
  }

  /**
   * Takes tracks out of a playlist, as the user does.
   *
   * @param playlist The playlist.
   * @param start The first one.
   * @param count How many.
   * @throws {ActionError} When it is locked or does not have them all.
   */
  removeItems(playlist: Playlist, start: number, count: number): void {
    requireUnlocked(playlist);
    this.#removeItems(playlist, start, count);
  }

  /**
   * Takes items from anywhere out of a playlist, as the user does.
   *
   * @param playlist The playlist.
   * @param items The items.
   * @throws {ActionError} When it is locked.
   */
  removeRanges(playlist: Playlist, items: IndexRanges): void {
    this.#signals.together(() => {
      // From the end on, so that the indices of what is still to go stay right.
      for (const { start, count } of items.spans.toReversed()) this.removeItems(playlist, start, count);
    });
  }

  /**
   * Puts the user's lock on a playlist.
   *
   * @param playlist The playlist.
   * @throws {ActionError} When it is locked already.
   */
  lockAsUser(playlist: Playlist): void {
    requireUnlocked(playlist);
    playlist.lock = { name: USER_LOCK, byUser: true };
  }

  /**
   * Puts a new playlist into the list.
   *
   * @param name Its name.
   * @param index Where, from 0 up to the number of playlists; at the end when left out.
   * @returns The playlist.
   * @throws {ActionError} When there are fewer playlists than that.
   */
  insert(name: string, index: number = this.#playlists.length): Playlist {
    if (index < 0 || index > this.#playlists.length) {
      throw new ActionError(`No such place among ${this.#playlists.length} playlists: ${index}`);
    }
    const playlist = this.#made(name);
    this.#playlists.splice(index, 0, playlist);
    this.#signalOrder();
    return playlist;
  }

  /**
   * Removes a playlist from the list, as the user does. When it was the active one, the one that takes its place is
   * active after it.
   *
   * @param index Its index.
   * @throws {ActionError} When there is none or it is locked.
   */
  delete(index: number): void {
    const playlist = this.at(index);
    requireUnlocked(playlist);
    this.#signals.together(() => {
      this.#playlists.splice(index, 1);
      this.#signalOrder();
      this.#tell({ kind: "playlistRemoved", playlist });
      if (playlist === this.#active) {
        this.makeActive(this.#playlists[index] ?? this.#playlists.at(-1) ?? null);
      }
    });
  }

  /**
   * Renames a playlist, as the user does.
   *
   * @param index Its index.
   * @param name The new name.
   * @throws {ActionError} When there is none or it is locked.
   */
  rename(index: number, name: string): void {
    const playlist = this.at(index);
    requireUnlocked(playlist);
    playlist.name = name;
  }

  /**
   * Reorders the playlists, as the user does.
   *
   * @param order A permutation of all indices: order[new] = old.
   * @throws {ActionError} When it is not one.
   */
  reorder(order: readonly number[]): void {
    this.#playlists = permuted(this.#playlists, order);
    this.#signalOrder();
  }

  #signalOrder(): void {
    const order = this.#playlists.map(({ id }) => id);
    this.#signals.send({ name: "signal.playlistsChanged", params: { order } });
  }

  #insertItems(playlist: Playlist, start: number, handles: readonly Handle[]): void {
    this.requireItems(playlist, 0, start);
    if (handles.length === 0) return;
    playlist.tracks.insert(start, handles);
    playlist.selected = playlist.selected.afterInsertion(start, handles.length);
    this.#tell({ kind: "itemsInserted", playlist, start, count: handles.length });
  }

  #removeItems(playlist: Playlist, start: number, count: number): void {
    this.requireItems(playlist, start, count);
    if (count === 0) return;
    playlist.tracks.remove(start, count);
    playlist.selected = playlist.selected.afterRemoval(start, count);
    this.#tell({ kind: "itemsRemoved", playlist, start, count });
  }

  #made(name: string, tracks: TrackSequence = sequenceOf([])): Playlist {
    return new Playlist(name, ++this.#serial, tracks);
  }

  #tell(change: PlaylistChange): void {
    // An observer may have to signal something; the others have to know of the change before.
    this.#signals.together(() => {
      for (const observer of this.#observers) observer.playlistChanged(change);
    });
  }
}

/**
 * A list in another order.
 *
 * @param list The list.
 * @param order A permutation of all its indices: order[new] = old.
 * @returns The reordered list.
 * @throws {ActionError} When the order is not a permutation of all indices.
 */
export function permuted<Entry>(list: readonly Entry[], order: readonly number[]): Entry[] {
  const result = [...new Set(order)].flatMap((old) =>
    Object.hasOwn(list, old) ? list.slice(old, old + 1) : []
  );
  if (result.length !== list.length || order.length !== list.length) {
    throw new ActionError(`Not an order of ${list.length} entries`);
  }
  return result;
}

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function requireUnlocked({ lock }: Playlist): void {
  if (lock) throw new ActionError(`Playlist is locked: ${lock.name}`);
}

function requireNoUserLock(playlist: Playlist): void {
  if (playlist.lock?.byUser) requireUnlocked(playlist);
}
