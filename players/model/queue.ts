/**
 * The playback queue.
 *
 * @module
 */

import type { Handle, Track } from "../../host_stdio/shapes.ts";
import { ActionError, type PlayerActions } from "./actions.ts";
import { type Place, placeAfter } from "./places.ts";
import { permuted, type PlaylistChange, type PlaylistObserver, type Playlists } from "./playlists.ts";

/** A queued track. */
export interface QueueEntry {
  readonly handle: Handle;
  /** Where it comes from; null once that is gone. */
  readonly origin: Place | null;
}

/** Metadata of tracks. */
export interface TrackDescriptions {
  /**
   * Returns what is known of a track; of an unknown track, its name.
   *
   * @param handle The track.
   */
  describe(handle: Handle): Track;
}

/** The tracks that play next, before the playlist goes on. */
export class Queue implements PlaylistObserver {
  #entries: QueueEntry[] = [];
  readonly #playlists: Playlists;
  readonly #library: TrackDescriptions;

  /**
   * @param playlists Where queued tracks come from.
   * @param library What is known of them.
   */
  constructor(playlists: Playlists, library: TrackDescriptions) {
    this.#playlists = playlists;
    this.#library = library;
    playlists.observe(this);
  }

  /** The entries in order. */
  get entries(): readonly QueueEntry[] {
    return this.#entries;
  }

  /**
   * Takes the first entry out, to play it.
   *
   * @returns The entry; undefined when the queue is empty.
   */
  takeFirst(): QueueEntry | undefined {
    return this.#entries.shift();
  }

  /**
   * Queues items at the end, all or none.
   *
   * @param places The items.
   * @throws {ActionError} When one of them is not there.
   */
  add(places: readonly Place[]): void {
    const entries = places.map((origin) => {
      this.#playlists.requireItems(origin.playlist, origin.item);
      return { handle: origin.playlist.tracks.at(origin.item), origin };
    });
    this.#entries = [...this.#entries, ...entries];
  }

  /** Empties the queue. */
  clear(): void {
    this.#entries = [];
  }

  /** Keeps the origins right. */
  playlistChanged(change: PlaylistChange): void {
    this.#entries = this.#entries.map((entry) => {
      const origin = entry.origin && placeAfter(entry.origin, change);
      return origin === entry.origin ? entry : { handle: entry.handle, origin };
    });
  }

  /** Carries out `player.queue.get`. */
  readonly get: PlayerActions["player.queue.get"] = () => ({
    entries: this.#entries.map(({ handle, origin }) => ({
      ...this.#library.describe(handle),
      playlist: origin && origin.playlist.id,
      item: origin && origin.item,
    })),
  });

  /** Carries out `player.queue.count`. */
  readonly count: PlayerActions["player.queue.count"] = () => ({ count: this.#entries.length });

  /** Carries out `player.queue.append`: all entries or none. */
  readonly append: PlayerActions["player.queue.append"] = ({ entries }) => {
    this.add(entries.map(({ playlist, item }) => ({ playlist: this.#playlists.find(playlist), item })));
    return { count: this.#entries.length };
  };

  /** Carries out `player.queue.remove`: all entries or none. */
  readonly remove: PlayerActions["player.queue.remove"] = ({ indices }) => {
    const unknown = indices.find((index) => index >= this.#entries.length);
    if (unknown !== undefined) {
      throw new ActionError(`No such queue entry: ${unknown} of ${this.#entries.length}`);
    }
    const gone = new Set(indices);
    this.#entries = this.#entries.filter((_entry, index) => !gone.has(index));
    return { count: this.#entries.length };
  };

  /** Carries out `player.queue.reorder`: wholly or not at all. */
  readonly reorder: PlayerActions["player.queue.reorder"] = ({ order }) => {
    this.#entries = permuted(this.#entries, order);
    return { count: this.#entries.length };
  };
}
