/** The state that the operations of the extension `playlist` share on one connection. */

import { type ChangeQueue, SerialQueue } from "../../core/change_queue.ts";
import type { ConnectionContext, Listeners, SignalListeners } from "../../core/namespace.ts";
import { type MediaLibrary, mediaLibrary } from "../shared/media_library.ts";
import { Places } from "../shared/places.ts";
import { playlistChanges } from "../shared/playlist_changes.ts";
import { ChangeEvents } from "./change_events.ts";
import { MAX_ADDITIONS } from "./limits.ts";

export class PlaylistState implements Listeners {
  readonly changes: ChangeQueue;
  /** Autoplaylists are made one at a time. */
  readonly autoplaylists = new SerialQueue();
  /** Additions that continue after their answers. */
  readonly additions = new Places(MAX_ADDITIONS);
  readonly library: MediaLibrary;
  readonly connection: ConnectionContext;
  readonly #events: ChangeEvents;
  #additions = 0;
  #closed = false;

  constructor(connection: ConnectionContext) {
    this.connection = connection;
    this.changes = connection.part(playlistChanges);
    this.library = connection.part(mediaLibrary);
    this.#events = new ChangeEvents(connection);
  }

  /** Whether the extension was switched off, or the connection has ended. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Returns an id for an addition that continues after its answer. */
  newOperationId(): string {
    return `add-${++this.#additions}`;
  }

  onInitialized(): void {
    this.#events.onInitialized();
  }

  get on(): SignalListeners {
    return this.#events.on;
  }

  close(): void {
    this.#closed = true;
    this.#events.close();
  }
}
