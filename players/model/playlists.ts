import { MAX_PLAYLISTS, tooManyPlaylists } from "../../host_stdio/api/extension_messages.ts";
import { PLAYLIST_NOT_FOUND } from "../../host_stdio/api/native_actions.ts";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import type { SignalParams } from "../../host_stdio/api/signals.ts";
import { ActionError, type ActionHandler, type PlayerActions } from "./actions.ts";
import { IndexRanges } from "./index_ranges.ts";
import type { SignalSender } from "./signal_sender.ts";
import { sequenceOf, slice, type TrackDescriptions, TrackList, type TrackSequence } from "./tracks.ts";

/** The name of the user's lock on a playlist. */
export const USER_LOCK = "User";

/**
 * A lock on a playlist. The user cannot change a locked playlist. The bridge can, unless the user took the
 * lock.
 */
export interface PlaylistLock {
  /** The name of the owner. */
  readonly name: string;
  /** Whether the user, not the bridge, took the lock. */
  readonly byUser: boolean;
}

/** A playlist. */
export class Playlist {
  /** Its name; other playlists may have the same. */
  name: string;
  lock: PlaylistLock | null = null;
  /** The items that the user has selected in it. */
  selected: IndexRanges = IndexRanges.none;
  /** The item that has the focus, as at most one range. */
  focused: IndexRanges = IndexRanges.none;
  readonly tracks: TrackList;
  /** Whether the player fills it by itself. */
  readonly auto: boolean;
  /** A number that no other playlist of this player ever has. */
  readonly serial: number;
  /** The id by which native actions and signals name it. */
  readonly id: string;

  constructor(name: string, serial: number, tracks: TrackSequence, auto: boolean) {
    this.name = name;
    this.auto = auto;
    this.serial = serial;
    this.id = `playlist-${serial}`;
    this.tracks = new TrackList(tracks);
  }
}

/** A change of a playlist's items, or the removal of a playlist. */
export type PlaylistChange =
  | {
    readonly kind: "itemsInserted";
    readonly playlist: Playlist;
    readonly start: number;
    readonly count: number;
  }
  | { readonly kind: "itemsRemoved"; readonly playlist: Playlist; readonly items: IndexRanges }
  | {
    readonly kind: "itemsReordered";
    readonly playlist: Playlist;
    /** The new index of each item, by its old index. */
    readonly places: readonly number[];
  }
  | { readonly kind: "playlistRemoved"; readonly playlist: Playlist };

/** An observer of the playlists. */
export interface PlaylistObserver {
  /** Called after tracks were inserted, removed or reordered, or a playlist was removed. */
  playlistChanged(change: PlaylistChange): void;
  /** Called after the active playlist changed, also when no playlist is active now. */
  activePlaylistChanged?(): void;
  /** Called after other items of a playlist were selected. */
  selectedItemsChanged?(playlist: Playlist): void;
}

/** A playlist that the player starts with. */
export interface PlaylistSeed {
  /** Its name. */
  readonly name: string;
  /** Its tracks; none by default. */
  readonly tracks?: TrackSequence | readonly Handle[];
  /** Whether the user has locked it; false by default. */
  readonly locked?: boolean;
  /** Whether the player fills it by itself; false by default. */
  readonly auto?: boolean;
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
   * @param signals Sends the changes of the list.
   */
  constructor(seeds: readonly PlaylistSeed[], signals: SignalSender) {
    this.#signals = signals;
    for (const { name, tracks = [], locked = false, auto = false } of seeds) {
      const playlist = this.#made(name, isArray(tracks) ? sequenceOf(tracks) : tracks, auto);
      if (locked) playlist.lock = { name: USER_LOCK, byUser: true };
      this.#playlists.push(playlist);
    }
    this.#active = this.#playlists[0] ?? null;
  }

  get all(): readonly Playlist[] {
    return this.#playlists;
  }

  /** The active playlist; null when none is active. */
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

  /**
   * Returns the ranges of items that a request names.
   *
   * @throws {ActionError} When they are not in ascending order, or some are missing.
   */
  rangesOf(playlist: Playlist, items: readonly number[]): IndexRanges {
    const last = items.at(-1);
    if (items.some((item, at) => at > 0 && item <= (items[at - 1] ?? 0))) {
      throw new ActionError("The items are not in ascending order");
    }
    if (last !== undefined) this.requireItems(playlist, last);
    return IndexRanges.of(items);
  }

  readonly list: PlayerActions["player.playlist.list"] = () => ({
    active: this.#active && this.#active.id,
    playlists: this.#playlists.map(({ id, name, tracks, lock, auto }) => ({
      id,
      name,
      count: tracks.length,
      locked: lock !== null,
      ...auto && { auto },
    })),
  });

  /** Returns the action that reads a range of a playlist's items. */
  items(library: TrackDescriptions): ActionHandler<"player.playlist.items"> {
    return ({ playlist, start, count }) => {
      const { tracks } = this.find(playlist);
      const page = slice(tracks, start, count);
      return { total: tracks.length, tracks: page.map((handle) => library.describe(handle)) };
    };
  }

  readonly create: PlayerActions["player.playlist.create"] = ({ name, index }) => ({
    playlist: this.insert(name, index).id,
  });

  readonly renameById: ActionHandler<"player.playlist.rename"> = ({ playlist: id, name }) => {
    const playlist = this.find(id);
    requireNoUserLock(playlist);
    this.#rename(playlist, name);
    return {};
  };

  readonly deleteById: ActionHandler<"player.playlist.delete"> = ({ playlist: id }) => {
    const playlist = this.find(id);
    requireNoUserLock(playlist);
    this.#delete(playlist);
    return {};
  };

  readonly append: PlayerActions["player.playlist.append"] = ({ playlist: id, handles }) => {
    const playlist = this.find(id);
    requireNoUserLock(playlist);
    const start = playlist.tracks.length;
    this.#insertItems(playlist, start, handles);
    return { start, count: handles.length };
  };

  readonly insertTracks: PlayerActions["player.playlist.insert"] = ({ playlist: id, index, handles }) => {
    const playlist = this.find(id);
    requireNoUserLock(playlist);
    this.requireItems(playlist, 0, index);
    this.#insertItems(playlist, index, handles);
    return { count: handles.length };
  };

  readonly remove: PlayerActions["player.playlist.remove"] = ({ playlist: id, start, count }) => {
    const playlist = this.find(id);
    requireNoUserLock(playlist);
    this.requireItems(playlist, start, count);
    this.#removeItems(playlist, IndexRanges.from(start, count));
    return { count: playlist.tracks.length };
  };

  /** Removes all of the given items, or none. */
  readonly removeSome: ActionHandler<"player.playlist.removeItems"> = ({ playlist: id, items }) => {
    const playlist = this.find(id);
    requireNoUserLock(playlist);
    this.#removeItems(playlist, this.rangesOf(playlist, items));
    return { count: playlist.tracks.length };
  };

  /** Reorders all items, or none. */
  readonly reorderItems: ActionHandler<"player.playlist.reorder"> = ({ playlist: id, order }) => {
    const playlist = this.find(id);
    requireNoUserLock(playlist);
    this.#reorderItems(playlist, order);
    return {};
  };

  readonly selection: ActionHandler<"player.playlist.selection"> = ({ playlist: id }) => {
    const { selected, focused } = this.find(id);
    const items = selected.spans.flatMap(({ start, count }) =>
      Array.from({ length: count }, (_, at) => start + at)
    );
    return { items, focus: focused.length > 0 ? focused.at(0) : null };
  };

  readonly select: ActionHandler<"player.playlist.select"> = ({ playlist: id, items, focus }) => {
    const playlist = this.find(id);
    const selected = items && this.rangesOf(playlist, items);
    const focused = focus === undefined ? undefined : this.rangesOf(playlist, focus === null ? [] : [focus]);
    this.selectIn(playlist, selected, focused);
    return {};
  };

  /** Selects items of a playlist, moves the focus, or both, and signals what has changed. */
  selectIn(playlist: Playlist, selected = playlist.selected, focused = playlist.focused): void {
    const isSelected = !selected.equals(playlist.selected);
    if (!isSelected && focused.equals(playlist.focused)) return;
    playlist.selected = selected;
    playlist.focused = focused;
    const focus = focused.length > 0 ? focused.at(0) : null;
    this.#signals.together(() => {
      this.#signals.send({
        name: "signal.playlistSelectionChanged",
        params: { playlist: playlist.id, selected: isSelected, focus },
      });
      if (isSelected) { for (const observer of this.#observers) observer.selectedItemsChanged?.(playlist); }
    });
  }

  /** Takes or releases a lock. Only the owner can release it. */
  readonly lock: PlayerActions["player.playlist.lock"] = ({ playlist: id, name, locked }) => {
    const playlist = this.find(id);
    if (playlist.lock && (playlist.lock.byUser || playlist.lock.name !== name)) {
      throw new ActionError(`Playlist is locked by another owner: ${playlist.lock.name}`);
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
    this.#signals.together(() => {
      this.#signals.send({ name: "signal.playlistActivated", params: { playlist: playlist && playlist.id } });
      for (const observer of this.#observers) observer.activePlaylistChanged?.();
    });
  }

  /**
   * Inserts tracks as the user, at an item or at the end.
   *
   * @throws {ActionError} When the playlist is locked, or has fewer items than `start`.
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
    this.requireItems(playlist, start, count);
    this.removeRanges(playlist, IndexRanges.from(start, count));
  }

  /**
   * Removes ranges of items as the user.
   *
   * @throws {ActionError} When the playlist is locked.
   */
  removeRanges(playlist: Playlist, items: IndexRanges): void {
    requireUnlocked(playlist);
    this.#removeItems(playlist, items);
  }

  /**
   * Reorders the items as the user.
   *
   * @param order A permutation of all items: order[new] = old.
   * @throws {ActionError} When the playlist is locked, or `order` is not a permutation.
   */
  reorderAsUser(playlist: Playlist, order: readonly number[]): void {
    requireUnlocked(playlist);
    this.#reorderItems(playlist, order);
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
   * @throws {ActionError} When the index is out of range.
   */
  insert(name: string, index: number = this.#playlists.length): Playlist {
    if (index < 0 || index > this.#playlists.length) {
      throw new ActionError(`No such index for a new playlist: ${index} of ${this.#playlists.length}`);
    }
    const playlist = this.#made(name);
    this.#playlists.splice(index, 0, playlist);
    this.#signalOrder();
    return playlist;
  }

  /**
   * Appends a new, empty playlist for a command of a menu, which a page may run.
   *
   * @throws {ActionError} When there are so many playlists that a page creates no more.
   */
  insertFromMenu(name: string): Playlist {
    if (this.#playlists.length >= MAX_PLAYLISTS) throw new ActionError(tooManyPlaylists);
    return this.insert(name);
  }

  /**
   * Removes a playlist as the user. If it was active, the one that takes its place becomes active.
   *
   * @throws {ActionError} When there is no such playlist, or it is locked.
   */
  delete(index: number): void {
    const playlist = this.at(index);
    requireUnlocked(playlist);
    this.#delete(playlist);
  }

  /**
   * Renames a playlist as the user.
   *
   * @throws {ActionError} When there is no such playlist, or it is locked.
   */
  rename(index: number, name: string): void {
    const playlist = this.at(index);
    requireUnlocked(playlist);
    this.#rename(playlist, name);
  }

  /**
   * Reorders the playlists as the user.
   *
   * @param order A permutation of all indices: order[new] = old.
   * @throws {ActionError} When `order` is not a permutation.
   */
  reorder(order: readonly number[]): void {
    this.#playlists = permuted(this.#playlists, order);
    this.#signalOrder();
  }

  #rename(playlist: Playlist, name: string): void {
    if (name === playlist.name) return;
    playlist.name = name;
    this.#signals.send({ name: "signal.playlistRenamed", params: { playlist: playlist.id, name } });
  }

  #delete(playlist: Playlist): void {
    const index = this.#playlists.indexOf(playlist);
    this.#signals.together(() => {
      this.#playlists.splice(index, 1);
      this.#signalOrder();
      this.#tell({ kind: "playlistRemoved", playlist });
      if (playlist === this.#active) {
        this.makeActive(this.#playlists[index] ?? this.#playlists.at(-1) ?? null);
      }
    });
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
    playlist.focused = playlist.focused.afterInsertion(start, handles.length);
    this.#tell({ kind: "itemsInserted", playlist, start, count: handles.length });
  }

  #removeItems(playlist: Playlist, items: IndexRanges): void {
    if (items.length === 0) return;
    playlist.tracks.remove(items);
    playlist.selected = playlist.selected.afterRemoval(items);
    playlist.focused = playlist.focused.afterRemoval(items);
    this.#tell({ kind: "itemsRemoved", playlist, items });
  }

  #reorderItems(playlist: Playlist, order: readonly number[]): void {
    const { tracks } = playlist;
    const places = placesOf(order, tracks.length);
    tracks.reorder(order);
    playlist.selected = playlist.selected.afterReordering(places);
    playlist.focused = playlist.focused.afterReordering(places);
    this.#tell({ kind: "itemsReordered", playlist, places });
  }

  #made(name: string, tracks: TrackSequence = sequenceOf([]), auto = false): Playlist {
    return new Playlist(name, ++this.#serial, tracks, auto);
  }

  #tell(change: PlaylistChange): void {
    // All observers learn of the change before any of them sends a signal.
    this.#signals.together(() => {
      const params = itemChange(change);
      if (params) this.#signals.send({ name: "signal.playlistItemsChanged", params });
      for (const observer of this.#observers) observer.playlistChanged(change);
    });
  }
}

/** Returns the parameters of the signal for a change of items. */
function itemChange(change: PlaylistChange): SignalParams<"signal.playlistItemsChanged"> | undefined {
  const { id: playlist, tracks: { length: total } } = change.playlist;
  switch (change.kind) {
    case "itemsInserted":
      return { playlist, change: "added", start: change.start, count: change.count, total };
    case "itemsRemoved":
      return { playlist, change: "removed", count: change.items.length, total };
    case "itemsReordered":
      return { playlist, change: "reordered", count: total, total };
    case "playlistRemoved":
      return undefined;
  }
}

/**
 * Returns the new index of each entry of a list, by its old index.
 *
 * @param order order[new] = old.
 * @throws {ActionError} When `order` is not a permutation.
 */
function placesOf(order: readonly number[], length: number): number[] {
  const places = Array<number>(length).fill(-1);
  for (const [place, old] of order.entries()) if (places[old] === -1) places[old] = place;
  if (order.length !== length || places.includes(-1)) {
    throw new ActionError(`Not a permutation of ${length} entries`);
  }
  return places;
}

/**
 * Reorders a list.
 *
 * @param order A permutation of all indices: order[new] = old.
 * @throws {ActionError} When `order` is not a permutation.
 */
export function permuted<Entry>(list: readonly Entry[], order: readonly number[]): Entry[] {
  placesOf(order, list.length);
  return order.map((old) => list[old] as Entry);
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
