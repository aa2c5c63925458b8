/** What the namespace `library` keeps for a connection. */

import type { ConnectionContext, Listeners, SignalListeners } from "../../core/namespace.ts";
import { type LongAnswers, longAnswers } from "../shared/long_answers.ts";
import { type LoadedLibrary, type MediaLibrary, mediaLibrary } from "../shared/media_library.ts";
import { LibraryChanges } from "./changes.ts";
import { libraryEvents } from "./events.ts";
import { LibraryViews } from "./views.ts";

/** The library of a connection with its lists of albums, artists and genres. */
export class LibraryState implements Listeners {
  readonly library: MediaLibrary;
  /** A page can request ten thousand tracks with a few bytes. */
  readonly answers: LongAnswers;
  readonly #connection: ConnectionContext;
  /** Weak: the lists of a library that was forgotten take no memory. */
  readonly #views = new WeakMap<LoadedLibrary, LibraryViews>();
  readonly #changes: LibraryChanges;
  #isReady = false;

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
    this.library = connection.part(mediaLibrary);
    this.answers = connection.part(longAnswers);
    this.#changes = new LibraryChanges(connection, this.library);
  }

  close(): void {
    this.#changes.close();
  }

  /** Returns the time in Unix milliseconds. */
  now(): number {
    return this.#connection.clock.now();
  }

  readonly on: SignalListeners = {
    "signal.libraryChanged": ({ ready }) => {
      if (!ready || this.#isReady) return;
      this.#isReady = true;
      this.#connection.emit(libraryEvents.initialized, { timestamp: this.now() }, "all");
    },
  };

  /** Returns the library and its lists. See {@linkcode MediaLibrary.load}. */
  async load(): Promise<LoadedLibrary & { readonly views: LibraryViews }> {
    const loaded = await this.library.load();
    const views = this.#views.get(loaded) ?? new LibraryViews(loaded.tracks, () => this.library.slices());
    this.#views.set(loaded, views);
    return { ...loaded, views };
  }
}
