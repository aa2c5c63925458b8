/**
 * The events of a changed library (extensions.md, "Events"): the player tells only that it has changed, so two readings
 * are compared.
 */

import { NativeActionError } from "../../../host_stdio/player.ts";
import { formatTrackHandle } from "../../../limits/paths.ts";
import type { ConnectionContext } from "../../core/namespace.ts";
import type { LibraryTrack, LoadedLibrary, MediaLibrary } from "../shared/media_library.ts";
import { libraryEvents } from "./events.ts";

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
