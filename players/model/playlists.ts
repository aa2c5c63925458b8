import type { Handle } from "../../host_stdio/shapes.ts";
import { PLAYLIST_NOT_FOUND } from "../../host_stdio/native_actions.ts";
import { ActionError, type PlayerActions } from "./actions.ts";
import { IndexRanges } from "./index_ranges.ts";
import type { SignalSender } from "./signal_sender.ts";
import { sequenceOf, TrackList, type TrackSequence } from "./tracks.ts";

/** The name of the user's lock on a playlist. */
export const USER_LOCK = "User";

/**
 * A lock on a playlist. The user can change no locked playlist; the bridge can, unless the user took the
 * lock.
 */
export interface PlaylistLock {
  /** The name of the owner. */
  readonly name: string;
  /** Whether the user took it, and not the bridge. */
  readonly byUser: boolean;
}

/** A playlist. */
export class Playlist {
  /** Its name; other playlists may have the same. */
  name: string;
  lock: PlaylistLock | null = null;
  /** The items that the user has selected in it. */
  selected: IndexRanges = IndexRanges.none;
  readonly tracks: TrackList;
  /** A number that is never given to another playlist of this player. */
  readonly serial: number;
  /** The id by which native actions and signals name it. */
  readonly id: string;

  constructor(name: string, serial: number, tracks: TrackSequence) {
    this.name = name;
    this.serial = serial;
    this.id = `playlist-${serial}`;
    this.tracks = new TrackList(tracks);
  }
}

/** A change of the playlists. */
export type PlaylistChange =
  | {
    readonly kind: "itemsInserted" | "itemsRemoved";
    readonly playlist: Playlist;
    readonly start: number;
    readonly count: number;
  }
  | { readonly kind: "playlistRemoved"; readonly playlist: Playlist };

/** An observer of the playlists. */
export interface PlaylistObserver {
  /** Called after tracks were inserted or removed, or a playlist was removed. */
  playlistChanged(change: PlaylistChange): void;
  /** Called after another playlist, or none, became the active one. */
  activePlaylistChanged?(): void;
}

/** A playlist that the player starts with. */
export interface PlaylistSeed {
  /** Its name. */
  readonly name: string;
  /** Its tracks; none by default. */
  readonly tracks?: TrackSequence | readonly Handle[];
  /** Whether the user has locked it; false by default. */
  readonly locked?: boolean;
}

/** The playlists, in order. */
export class Playlists {
  #playlists: Playlist[] = [];
  #active: Playlist | null = null;
  #serial = 0;
  readonly #observers: PlaylistObserver[] = [];
  readonly #signals: SignalSender;

  /**
   * @param seeds The playlists at the start; the first one is active.
   * @param signals Where changes of the list are signalled.
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

  get all(): readonly Playlist[] {
    return this.#playlists;
  }

  /** The active playlist. */
  get active(): Playlist | null {
    return this.#active;
  }

  /** Adds an observer, called before the signals of a change go out. */
  observe(observer: PlaylistObserver): void {
    this.#observers.push(observer);
  }

  /**
   * Finds a playlist by its index.
   *
   * @throws {ActionError} When there is no such playlist.
   */
  at(index: number): Playlist {
    const playlist = this.#playlists[index];
    if (!playlist) throw new ActionError(`No such playlist: ${index} of ${this.#playlists.length}`);
    return playlist;
  }

  /**
   * Finds a playlist by its id.
   *
   * @throws {ActionError} With code -32011, when there is no such playlist.
   */
  find(id: string): Playlist {
    const playlist = this.#playlists.find((playlist) => playlist.id === id);
    if (!playlist) throw new ActionError(`No such playlist: ${id}`, PLAYLIST_NOT_FOUND);
    return playlist;
  }

  /** Returns the index of a playlist; null when it was removed. */
  indexOf(playlist: Playlist): number | null {
    const index = this.#playlists.indexOf(playlist);
    return index < 0 ? null : index;
  }

  /**
   * Checks that a playlist has `count` items from `start` on.
   *
   * @throws {ActionError} When some are missing.
   */
  requireItems(playlist: Playlist, start: number, count = 1): void {
    const { length } = playlist.tracks;
    if (start < 0 || count < 0 || start + count > length) {
      const asked = count === 1 ? `item ${start}` : `items ${start} to ${start + count - 1}`;
      throw new ActionError(`No such ${asked} in a playlist of ${length}`);
    }
  }

  readonly list: PlayerActions["player.playlist.list"] = () => ({
    active: this.#active && this.#active.id,
    playlists: this.#playlists.map(({ id, name, tracks, lock }) => ({
      id,
      name,
      count: tracks.length,
      locked: lock !== null,
    })),
  });

  readonly create: PlayerActions["player.playlist.create"] = ({ name }) => ({
    playlist: this.insert(name).id,
  });

  readonly append: PlayerActions["player.playlist.append"] = ({ playlist: id, handles }) => {
    const playlist = this.find(id);
    requireNoUserLock(playlist);
    const start = playlist.tracks.length;
    this.#insertItems(playlist, start, handles);
    return { start, count: handles.length };
  };

  readonly remove: PlayerActions["player.playlist.remove"] = ({ playlist: id, start, count }) => {
    const playlist = this.find(id);
    requireNoUserLock(playlist);
    this.#removeItems(playlist, start, count);
    return { count: playlist.tracks.length };
  };

  /** Takes or returns a lock. Only the owner can return it. */
  readonly lock: PlayerActions["player.playlist.lock"] = ({ playlist: id, name, locked }) => {
    const playlist = this.find(id);
    if (playlist.lock && (playlist.lock.byUser || playlist.lock.name !== name)) {
      throw new ActionError(`Playlist is locked by another: ${playlist.lock.name}`);
    }
    playlist.lock = locked ? playlist.lock ?? { name, byUser: false } : null;
    return {};
  };

  readonly activate: PlayerActions["player.playlist.activate"] = ({ playlist }) => {
    this.makeActive(this.find(playlist));
    return {};
  };

  makeActive(playlist: Playlist | null): void {
    if (playlist === this.#active) return;
    this.#active = playlist;
    for (const observer of this.#observers) observer.activePlaylistChanged?.();
  }

  /**
   * Inserts tracks as the user, at an item or at the end.
   *
   * @throws {ActionError} When the playlist is locked, or shorter than that.
   */
  insertItems(playlist: Playlist, start: number, handles: readonly Handle[]): void {
    requireUnlocked(playlist);
    this.#insertItems(playlist, start, handles);
  }

  /**
   * Removes items as the user.
   *
   * @throws {ActionError} When the playlist is locked, or items are missing.
   */
  removeItems(playlist: Playlist, start: number, count: number): void {
    requireUnlocked(playlist);
    this.#removeItems(playlist, start, count);
  }

  /**
   * Removes ranges of items as the user.
   *
   * @throws {ActionError} When the playlist is locked.
   */
  removeRanges(playlist: Playlist, items: IndexRanges): void {
    this.#signals.together(() => {
      // From the end, so that the other indices stay valid.
      for (const { start, count } of items.spans.toReversed()) this.removeItems(playlist, start, count);
    });
  }

  /**
   * Locks a playlist as the user.
   *
   * @throws {ActionError} When it is already locked.
   */
  lockAsUser(playlist: Playlist): void {
    requireUnlocked(playlist);
    playlist.lock = { name: USER_LOCK, byUser: true };
  }

  /**
   * Inserts a new, empty playlist; by default at the end.
   *
   * @throws {ActionError} When the list is shorter than the index.
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
   * Removes a playlist as the user. If it was active, the one that takes its place becomes active.
   *
   * @throws {ActionError} When there is no such playlist, or it is locked.
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
   * Renames a playlist as the user.
   *
   * @throws {ActionError} When there is no such playlist, or it is locked.
   */
  rename(index: number, name: string): void {
    const playlist = this.at(index);
    requireUnlocked(playlist);
    playlist.name = name;
  }

  /**
   * Reorders the playlists as the user.
   *
   * @param order A permutation of all indices: order[new] = old.
   * @throws {ActionError} When it is no permutation.
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
    // All observers learn of the change before any of them sends a signal.
    this.#signals.together(() => {
      for (const observer of this.#observers) observer.playlistChanged(change);
    });
  }
}

/**
 * Reorders a list.
 *
 * @param order A permutation of all indices: order[new] = old.
 * @throws {ActionError} When it is no permutation.
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
