/**
 * What the namespace `library` keeps for a connection, and its events (extensions.md, "Events"): the player tells only that
 * the library has changed, so two readings are compared.
 */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { NativeActionError } from "../../../host_stdio/player.ts";
import { formatTrackHandle } from "../../../limits/paths.ts";
import { described } from "../../core/documented_schema.ts";
import { defineEvent } from "../../core/event.ts";
import type { ConnectionContext, Listeners, SignalListeners } from "../../core/namespace.ts";
import { type LongAnswers, longAnswers } from "../shared/long_work.ts";
import {
  type LibraryTrack,
  type LoadedLibrary,
  type MediaLibrary,
  mediaLibrary,
} from "../shared/media_library.ts";
import { LibraryViews } from "./views.ts";

/** The maximum number of tracks in an answer. */
export const MAX_TRACKS = 10_000;

/** The maximum number of albums or artists in an answer. */
export const MAX_GROUPS = 100_000;

const changed = () =>
  v.strictObject({
    count: described(index, "How many tracks."),
    timestamp: described(v.number(), "When it was noticed, in Unix milliseconds."),
  });

export const libraryEvents = {
  initialized: defineEvent({
    name: "library:initialized",
    description: "The media library has become ready; once for each time that the extension is switched on.",
    payload: () => v.strictObject({ timestamp: described(v.number(), "When, in Unix milliseconds.") }),
  }),
  itemsAdded: defineEvent({
    name: "library:itemsAdded",
    description: "Tracks were added to the media library since a page has read it.",
    payload: changed,
  }),
  itemsRemoved: defineEvent({
    name: "library:itemsRemoved",
    description: "Tracks were removed from the media library since a page has read it.",
    payload: changed,
  }),
  itemsModified: defineEvent({
    name: "library:itemsModified",
    description: "Tracks of the media library were changed since a page has read it.",
    payload: changed,
  }),
} as const;

/** How long after a change the library is read, in milliseconds: a scan tells many changes in a row. */
const DELAY_MS = 500;
/** The shortest time between two comparisons. */
const INTERVAL_MS = 5000;

/** Compares the library before and after changes. */
export class LibraryChanges {
  readonly #connection: ConnectionContext;
  readonly #library: MediaLibrary;
  /** What pages have read, until it is compared. */
  #before: LoadedLibrary | undefined;
  #nextAt = 0;
  #cancelTimer: (() => void) | undefined;
  #closed = false;

  constructor(connection: ConnectionContext, library: MediaLibrary) {
    this.#connection = connection;
    this.#library = library;
    library.onReplaced = (before) => this.#changed(before);
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
  }

  /** Compares a library that has changed with the next one, soon. */
  #changed(before: LoadedLibrary): void {
    if (this.#closed) return;
    this.#before ??= before;
    if (this.#cancelTimer) return;
    const { clock } = this.#connection;
    const delay = Math.max(DELAY_MS, this.#nextAt - clock.monotonic());
    this.#cancelTimer = clock.after(delay, () => void this.#compare());
  }

  async #compare(): Promise<void> {
    const { clock, diagnostics, emit } = this.#connection;
    const before = this.#before;
    if (!before) return;
    this.#before = undefined;
    try {
      const now = await this.#library.load();
      const counts = await this.#differences(before, now);
      if (this.#closed) return;
      const timestamp = clock.now();
      for (const change of ["itemsAdded", "itemsRemoved", "itemsModified"] as const) {
        if (counts[change] > 0) emit(libraryEvents[change], { count: counts[change], timestamp }, "all");
      }
      // It went on changing until the reader gave up.
      if (!this.#library.isLoaded) this.#before ??= now;
    } catch (error) {
      if (this.#closed) return;
      this.#before ??= before;
      if (error instanceof NativeActionError) {
        diagnostics.report("warning", "library: a change causes no event yet: {error}", {
          error: error.message,
        });
      } else diagnostics.report("error", "a defect of the bridge: {error}", { error });
    } finally {
      this.#nextAt = clock.monotonic() + INTERVAL_MS;
      this.#cancelTimer = undefined;
    }
    if (this.#before) this.#changed(this.#before);
  }

  async #differences(
    before: LoadedLibrary,
    now: LoadedLibrary,
  ): Promise<Record<"itemsAdded" | "itemsRemoved" | "itemsModified", number>> {
    const slices = this.#library.slices();
    const old = new Map<string, LibraryTrack>();
    for (const track of before.tracks) {
      old.set(formatTrackHandle(track), track);
      if (slices.isDue()) await slices.pause();
    }
    const counts = { itemsAdded: 0, itemsRemoved: 0, itemsModified: 0 };
    for (const track of now.tracks) {
      const key = formatTrackHandle(track);
      const same = old.get(key);
      if (!same) counts.itemsAdded++;
      else if (!isEqual(same, track)) counts.itemsModified++;
      old.delete(key);
      if (slices.isDue()) await slices.pause();
    }
    return { ...counts, itemsRemoved: old.size };
  }
}

function isEqual(a: LibraryTrack, b: LibraryTrack): boolean {
  return Object.keys(a).every((key) => a[key as keyof LibraryTrack] === b[key as keyof LibraryTrack]);
}

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
