import type { Handle } from "../../host_stdio/shapes.ts";
import type { SignalParams } from "../../host_stdio/signals.ts";
import { ActionError, type PlayerActions } from "./actions.ts";
import { type Place, placeAfter } from "./places.ts";
import type { SignalSender } from "./signal_sender.ts";
import { permuted, type PlaylistChange, type PlaylistObserver, type Playlists } from "./playlists.ts";
import type { TrackDescriptions } from "./tracks.ts";

/** A queued track. */
export interface QueueEntry {
  readonly handle: Handle;
  /** Its item in a playlist; null after the item was removed. */
  readonly origin: Place | null;
}

/** The playback queue: tracks that play before the playlist continues. */
export class Queue implements PlaylistObserver {
  #entries: QueueEntry[] = [];
  readonly #playlists: Playlists;
  readonly #library: TrackDescriptions;
  readonly #signals: SignalSender;

  constructor(playlists: Playlists, library: TrackDescriptions, signals: SignalSender) {
    this.#playlists = playlists;
    this.#library = library;
    this.#signals = signals;
    playlists.observe(this);
  }

  get entries(): readonly QueueEntry[] {
    return this.#entries;
  }

  /** Removes an entry that starts to play. */
  take(entry: QueueEntry): void {
    this.#change("playback_advance", this.#entries.filter((one) => one !== entry));
  }

  /**
   * Appends all of the given items, or none.
   *
   * @throws {ActionError} When an item does not exist.
   */
  add(places: readonly Place[]): void {
    const entries = places.map((origin) => {
      this.#playlists.requireItems(origin.playlist, origin.item);
      return { handle: origin.playlist.tracks.at(origin.item), origin };
    });
    this.#change("user_added", [...this.#entries, ...entries]);
  }

  clear(): void {
    this.#change("user_removed", []);
  }

  /** Updates the origins. */
  playlistChanged(change: PlaylistChange): void {
    this.#entries = this.#entries.map((entry) => {
      const origin = entry.origin && placeAfter(entry.origin, change);
      return origin === entry.origin ? entry : { handle: entry.handle, origin };
    });
  }

  readonly get: PlayerActions["player.queue.get"] = () => ({
    entries: this.#entries.map(({ handle, origin }) => ({
      ...this.#library.describe(handle),
      playlist: origin && origin.playlist.id,
      item: origin && origin.item,
    })),
  });

  readonly count: PlayerActions["player.queue.count"] = () => ({ count: this.#entries.length });

  /** Appends all entries, or none. */
  readonly append: PlayerActions["player.queue.append"] = ({ entries }) => {
    this.add(entries.map(({ playlist, item }) => ({ playlist: this.#playlists.find(playlist), item })));
    return { count: this.#entries.length };
  };

  /** Removes all entries, or none. */
  readonly remove: PlayerActions["player.queue.remove"] = ({ indices }) => {
    const unknown = indices.find((index) => index >= this.#entries.length);
    if (unknown !== undefined) {
      throw new ActionError(`No such queue entry: ${unknown} of ${this.#entries.length}`);
    }
    const gone = new Set(indices);
    this.#change("user_removed", this.#entries.filter((_entry, index) => !gone.has(index)));
    return { count: this.#entries.length };
  };

  readonly reorder: PlayerActions["player.queue.reorder"] = ({ order }) => {
    this.#change("unknown", permuted(this.#entries, order));
    return { count: this.#entries.length };
  };

  #change(origin: SignalParams<"signal.queueChanged">["origin"], entries: QueueEntry[]): void {
    const isSame = entries.length === this.#entries.length &&
      entries.every((entry, index) => entry === this.#entries[index]);
    this.#entries = entries;
    if (!isSame) this.#signals.send({ name: "signal.queueChanged", params: { origin } });
  }
}
