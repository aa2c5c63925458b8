import type { Handle, Track } from "../../host_stdio/api/shapes.ts";
import { isStreamUrl } from "../../limits/paths.ts";
import { ActionError, type PlayerActions } from "../model/actions.ts";
import type { SignalSender } from "../model/signal_sender.ts";
import type { Media } from "./media.ts";
import type { Probe } from "./probe.ts";
import { unopenedTrack } from "./tags.ts";

/** The maximum number of files whose tags are read. For the others, only the names are known. */
const MAX_OPENED = 5000;

type LibraryTrack = Track & { readonly modified?: number };

/** What {@linkcode MpvLibrary} needs. */
export interface LibraryParts {
  readonly media: Pick<Media, "tracksOf">;
  readonly probe: Pick<Probe, "look">;
  readonly signals: Pick<SignalSender, "send">;
  /** Shows the user a message. */
  say(sentence: string): void;
}

/**
 * The media library: the files of the paths and folders that the player was given. The first request
 * for the library starts to read their tags in the background, which takes long, because mpv has to open each file. The
 * library is ready when all tags are read.
 */
export class MpvLibrary {
  readonly #parts: LibraryParts;
  #entries: readonly string[] = [];
  #tracks: LibraryTrack[] = [];
  /** Increases with each new list of files, which ends the reading of an older list. */
  #generation = 0;
  #isWanted = false;
  #searching: Promise<void> | undefined;
  /** Whether a scan was requested since the last search began. */
  #isStale = false;

  constructor(parts: LibraryParts) {
    this.#parts = parts;
  }

  /**
   * Sets the files of the library.
   *
   * @param entries The paths, folders and wildcards.
   * @param handles Their tracks. Streams are left out.
   */
  use(entries: readonly string[], handles: readonly Handle[]): void {
    this.#entries = entries;
    this.#list(handles);
  }

  /** Ends the reading of tags. */
  close(): void {
    this.#generation++;
  }

  readonly tracks: PlayerActions["player.library.tracks"] = ({ offset, limit }) => {
    if (!this.#isWanted) void this.#read();
    this.#isWanted = true;
    const tracks = this.#tracks.slice(offset, offset + limit);
    return { enabled: this.#entries.length > 0, total: this.#tracks.length, tracks };
  };

  /** Answers at once, and signals the change when the files are found. Requests during a search share the next one. */
  readonly rescan: PlayerActions["player.library.rescan"] = () => {
    this.#isStale = true;
    this.#searching ??= this.#search().finally(() => this.#searching = undefined);
    return {};
  };

  /** Searches the entries for files again. If there are too many, the library stays as it is. */
  async #search(): Promise<void> {
    const { media, say } = this.#parts;
    while (this.#isStale) {
      this.#isStale = false;
      const entries = this.#entries;
      try {
        const found = await media.tracksOf(entries);
        // Drop the result if the library got other files meanwhile.
        if (entries === this.#entries) this.#list(found.flat());
      } catch (error) {
        if (!(error instanceof ActionError)) throw error;
        say(`Cannot search the library again: ${error.message}`);
      }
    }
  }

  #list(handles: readonly Handle[]): void {
    const files = handles.filter(({ path }) => !isStreamUrl(path));
    // A file may be named twice.
    const distinct = new Map(files.map((handle) => [handle.path, unopenedTrack(handle)]));
    this.#tracks = [...distinct.values()];
    this.#generation++;
    this.#changed(false);
    if (this.#isWanted) void this.#read();
  }

  /** Reads the tags and the time of change of each file, in place, and signals the change at the end. */
  async #read(): Promise<void> {
    const generation = this.#generation;
    for (const [index, { path, subsong }] of this.#tracks.slice(0, MAX_OPENED).entries()) {
      let track: Track | null;
      try {
        track = await this.#parts.probe.look({ path, subsong });
      } catch (error) {
        // mpv cannot be started. The next request tries again.
        this.#isWanted = false;
        this.#parts.say(
          `Cannot read the tags of the library: ${error instanceof Error ? error.message : error}`,
        );
        return;
      }
      if (generation !== this.#generation) return;
      if (track) this.#tracks[index] = { ...track, ...await modified(path) };
    }
    if (generation === this.#generation && this.#tracks.length > 0) this.#changed(true);
  }

  #changed(ready: boolean): void {
    this.#parts.signals.send({ name: "signal.libraryChanged", params: { ready } });
  }
}

async function modified(path: string): Promise<{ modified?: number }> {
  try {
    const { mtime } = await Deno.stat(path);
    return mtime ? { modified: Math.floor(mtime.getTime() / 1000) } : {};
  } catch {
    // The file was deleted after it was opened.
    return {};
  }
}
