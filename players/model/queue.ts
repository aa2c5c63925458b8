import type { ActionReply } from "../../host_stdio/api/native_actions.ts";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import type { SignalParams } from "../../host_stdio/api/signals.ts";
import type { PlayerActions } from "./actions.ts";
import { type Place, placeAfter } from "./places.ts";
import type { PlaylistChange, PlaylistObserver, Playlists } from "./playlists.ts";
import type { SignalSender } from "./signal_sender.ts";
import type { TrackDescriptions } from "./tracks.ts";

/** A queued track. */
export interface QueueEntry {
  /** Identifies the entry; never used again. */
  readonly id: string;
  readonly handle: Handle;
  /** Its item in a playlist; null after the item was removed. */
  readonly origin: Place | null;
}

/** The playback queue: tracks that play before the playlist continues. */
export class Queue implements PlaylistObserver {
  /** By id, in the order in which they play. */
  #entries = new Map<string, QueueEntry>();
  #lastId = 0;
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
    return [...this.#entries.values()];
  }

  /** Removes an entry that starts to play. */
  take(id: string): void {
    this.#remove([id], "playback_advance");
  }

  /**
   * Appends all of the given items, or none. Returns the ids of the entries.
   *
   * @throws {ActionError} When an item does not exist.
   */
  add(places: readonly Place[]): string[] {
    const added = places.map((origin): QueueEntry => {
      this.#playlists.requireItems(origin.playlist, origin.item);
      return { id: `queued-${++this.#lastId}`, handle: origin.playlist.tracks.at(origin.item), origin };
    });
    for (const entry of added) this.#entries.set(entry.id, entry);
    if (added.length > 0) this.#changed("user_added");
    return added.map(({ id }) => id);
  }

  /** Removes entries as the user. Unknown ids are left out. Returns the ids of the removed ones. */
  unqueue(ids: readonly string[]): string[] {
    return this.#remove(ids, "user_removed");
  }

  readonly clear = (): ActionReply<"player.queue.clear"> => ({
    removed: this.unqueue([...this.#entries.keys()]).length,
  });

  /** Updates the origins. */
  playlistChanged(change: PlaylistChange): void {
    for (const [id, entry] of this.#entries) {
      const origin = entry.origin && placeAfter(entry.origin, change);
      if (origin !== entry.origin) this.#entries.set(id, { ...entry, origin });
    }
  }

  readonly get: PlayerActions["player.queue.get"] = () => ({
    entries: this.entries.map(({ id, handle, origin }) => ({
      ...this.#library.describe(handle),
      entry: id,
      playlist: origin && origin.playlist.id,
      item: origin && origin.item,
    })),
  });

  readonly ids: PlayerActions["player.queue.ids"] = () => ({ entries: [...this.#entries.keys()] });

  readonly count: PlayerActions["player.queue.count"] = () => ({ count: this.#entries.size });

  /** Appends all entries, or none. */
  readonly append: PlayerActions["player.queue.append"] = ({ entries }) => {
    const places = entries.map(({ playlist, item }) => ({ playlist: this.#playlists.find(playlist), item }));
    return { entries: this.add(places), count: this.#entries.size };
  };

  readonly remove: PlayerActions["player.queue.remove"] = ({ entries }) => ({
    removed: this.unqueue(entries),
    count: this.#entries.size,
  });

  readonly reorder: PlayerActions["player.queue.reorder"] = ({ entries }) => {
    const moved = entries.flatMap((id) => this.#entries.get(id) ?? []);
    const before = [...this.#entries.keys()];
    this.#entries = new Map([...moved, ...this.#entries.values()].map((entry) => [entry.id, entry]));
    if ([...this.#entries.keys()].some((id, at) => id !== before[at])) this.#changed("unknown");
    return { moved: moved.map(({ id }) => id), count: this.#entries.size };
  };

  #remove(ids: readonly string[], origin: Origin): string[] {
    const removed = ids.filter((id) => this.#entries.delete(id));
    if (removed.length > 0) this.#changed(origin);
    return removed;
  }

  #changed(origin: Origin): void {
    this.#signals.send({ name: "signal.queueChanged", params: { origin } });
  }
}

type Origin = SignalParams<"signal.queueChanged">["origin"];
