/** The player's media library, read in pages and kept until it changes. Extensions share it. */

import { MAX_TRACK_PAGE } from "../../../host_stdio/api/extension_messages.ts";
import type { ActionAnswer } from "../../../host_stdio/api/native_actions.ts";
import type { Track } from "../../../host_stdio/api/shapes.ts";
import { badAnswer } from "../../../host_stdio/player.ts";
import type { ConnectionContext, Listeners, Part, SignalListeners } from "../../core/namespace.ts";
import { filterInSlices, Slices } from "./long_work.ts";
import type { Query } from "./query.ts";

/** The maximum number of tracks that the bridge reads. */
export const MAX_LIBRARY_TRACKS = 500_000;

/**
 * The maximum number of attempts to read a library that changes meanwhile. The last attempt counts, even if it is
 * incomplete.
 */
const MAX_READINGS = 5;

/** The latest time that `Date` can represent, in seconds. */
const MAX_SECONDS = 8.64e12;

const ACTION = "player.library.tracks";

type TrackPage = ActionAnswer<typeof ACTION>;

/** A track of the library. Times are in Unix seconds, undefined when unknown. */
export interface LibraryTrack extends Track {
  readonly added: number | undefined;
  readonly modified: number | undefined;
}

/** The library as it was read. */
export interface LoadedLibrary {
  /** Whether the player has a library. */
  readonly enabled: boolean;
  /** In the player's order. */
  readonly tracks: readonly LibraryTrack[];
}

/** The media library of one connection. */
export class MediaLibrary implements Listeners {
  readonly #connection: ConnectionContext;
  readonly #closing = new AbortController();
  #loaded: LoadedLibrary | undefined;
  #loading: Promise<LoadedLibrary> | undefined;
  /** How often the library has changed. */
  #changes = 0;
  #lastModified: number | undefined;
  #hasReportedSize = false;
  /** Called with a library that was loaded when it has changed. */
  onReplaced: ((before: LoadedLibrary) => void) | undefined;

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  /** Forgets the library: it may have changed while no extension that uses its signal was switched on. */
  onInitialized(): void {
    this.forget();
    this.#lastModified = undefined;
  }

  readonly on: SignalListeners = {
    "signal.libraryChanged": () => {
      const before = this.#loaded;
      this.forget();
      if (before) this.onReplaced?.(before);
      this.#lastModified = this.#connection.clock.now();
    },
  };

  /** Ends long computations. */
  close(): void {
    this.#closing.abort(new Error("the connection has ended"));
  }

  /** Whether the library is loaded. */
  get isLoaded(): boolean {
    return this.#loaded !== undefined;
  }

  /** When the library last changed, in Unix milliseconds: the last signal, or else the first reading. */
  get lastModified(): number {
    return this.#lastModified ?? 0;
  }

  /**
   * Returns the library. Concurrent calls share one reading, which is completed even when they are cancelled.
   *
   * @throws {NativeActionError} When the player fails. The next call reads again.
   */
  load(): Promise<LoadedLibrary> {
    if (this.#loaded) return Promise.resolve(this.#loaded);
    return this.#loading ??= this.#read().finally(() => this.#loading = undefined);
  }

  /**
   * Returns the tracks that a query finds, in the order of the library.
   *
   * @param signal Ends the search when aborted.
   * @throws {NativeActionError} When the player fails.
   */
  async tracksMatching(query: Query, signal: AbortSignal): Promise<LibraryTrack[]> {
    const { tracks } = await this.load();
    return await filterInSlices(tracks, query, this.slices(signal));
  }

  /**
   * Makes the slices of a long computation.
   *
   * @param signal Ends it when aborted; otherwise it ends with the connection.
   */
  slices(signal?: AbortSignal): Slices {
    const closing = this.#closing.signal;
    return new Slices(this.#connection.clock, signal ? AbortSignal.any([signal, closing]) : closing);
  }

  /** Forgets what was read: the next call reads again. */
  forget(): void {
    this.#loaded = undefined;
    this.#changes++;
  }

  async #read(): Promise<LoadedLibrary> {
    let changes: number;
    let loaded: LoadedLibrary | undefined;
    let readings = 0;
    do {
      changes = this.#changes;
      readings++;
      const hasChanged = () => changes !== this.#changes;
      loaded = await this.#readOnce(hasChanged, readings === MAX_READINGS);
    } while (!loaded);
    this.#lastModified ??= this.#connection.clock.now();
    if (changes === this.#changes) this.#loaded = loaded;
    return loaded;
  }

  /** Reads the library from its beginning; undefined when it changes meanwhile, unless this is the last attempt. */
  async #readOnce(hasChanged: () => boolean, isLast: boolean): Promise<LoadedLibrary | undefined> {
    const tracks: LibraryTrack[] = [];
    const store = new TrackStore();
    let total: number | undefined;
    let end = MAX_LIBRARY_TRACKS;
    const slices = this.slices();
    while (tracks.length < end) {
      if (tracks.length > 0) await slices.pause();
      const offset = tracks.length;
      const limit = Math.min(MAX_TRACK_PAGE, MAX_LIBRARY_TRACKS - offset);
      const page = await this.#connection.player.request(ACTION, { offset, limit });
      if (hasChanged()) {
        if (!isLast) return undefined;
        total = page.total;
      }
      if (!page.enabled && offset === 0) return { enabled: false, tracks };
      checkPage(page, offset, limit, total);
      total = page.total;
      end = Math.min(total, MAX_LIBRARY_TRACKS);
      for (const track of page.tracks) tracks.push(store.kept(track));
    }
    if (total !== undefined && total > MAX_LIBRARY_TRACKS) this.#reportSize(total);
    return { enabled: true, tracks };
  }

  #reportSize(total: number): void {
    if (this.#hasReportedSize) return;
    this.#hasReportedSize = true;
    this.#connection.diagnostics.report(
      "warning",
      "the media library has {total} tracks; the bridge uses the first {limit}",
      { total, limit: MAX_LIBRARY_TRACKS },
    );
  }
}

/** The media library as a part of a connection. */
export const mediaLibrary: Part<MediaLibrary> = {
  name: "media library",
  createState: (connection) => new MediaLibrary(connection),
  listeners: (library) => library,
};

/** @param expected The total that earlier pages had. */
function checkPage(page: TrackPage, offset: number, limit: number, expected: number | undefined): void {
  const { enabled, total, tracks } = page;
  if (!enabled || (expected !== undefined && total !== expected)) {
    throw badAnswer(ACTION, "another library without signal.libraryChanged");
  }
  if (tracks.length > limit) throw badAnswer(ACTION, "more tracks than it was asked for");
  if (tracks.length > Math.max(total - offset, 0)) throw badAnswer(ACTION, "more tracks than the total");
  if (tracks.length === 0 && offset < total) throw badAnswer(ACTION, "no tracks before the end");
}

/** Copies tracks so that they take little memory: equal texts are stored once. */
class TrackStore {
  readonly #texts = new Map<string, string>();

  kept(track: TrackPage["tracks"][number]): LibraryTrack {
    return {
      path: track.path,
      absolutePath: track.absolutePath === track.path ? track.path : track.absolutePath,
      subsong: track.subsong,
      fileSize: track.fileSize,
      title: track.title,
      artist: this.#once(track.artist),
      album: this.#once(track.album),
      albumArtist: this.#once(track.albumArtist),
      genre: this.#once(track.genre),
      date: this.#once(track.date),
      trackNumber: track.trackNumber,
      discNumber: track.discNumber,
      duration: track.duration,
      bitrate: track.bitrate,
      sampleRate: track.sampleRate,
      channels: track.channels,
      codec: this.#once(track.codec),
      added: knownTime(track.added),
      modified: knownTime(track.modified),
    };
  }

  #once(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}

/** Many players write 0 for an unknown time. */
function knownTime(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 && seconds <= MAX_SECONDS ? seconds : undefined;
}
