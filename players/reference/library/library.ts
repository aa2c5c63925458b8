import { type Handle, type Track, unknownTrack } from "../../../host_stdio/api/shapes.ts";
import { joined, sequenceOf, type TrackSequence } from "../../model/tracks.ts";
import { parseWildcard } from "../../model/wildcard.ts";
import { LIBRARY_ROOT, placedAlbums } from "./albums.ts";
import { CollectionSource } from "./collection.ts";
import { KnownTracks, type MediaSource, type MediaTrack, placedSeed, type SeededTrack } from "./sources.ts";
import { isStream, type Song, songOfStream, StreamSource } from "./streams.ts";

const FILE_SCHEME = "file://";

/** The media library: the tracks and their metadata. */
export class Library {
  /** The large collection. Its tracks are made on demand. */
  readonly collection: TrackSequence;
  readonly #sources: readonly MediaSource[];
  readonly #given: KnownTracks;
  readonly #albums: KnownTracks;
  #content: TrackSequence | undefined;

  constructor(seeded: readonly SeededTrack[], collectionSize: number) {
    const collection = new CollectionSource(collectionSize);
    this.collection = collection.tracks;
    this.#given = new KnownTracks(seeded.map(placedSeed));
    this.#albums = new KnownTracks(placedAlbums());
    this.#sources = [this.#given, this.#albums, collection, new StreamSource()];
  }

  /** The tracks of the media library: the given ones except streams, the albums, the large collection. */
  get content(): TrackSequence {
    return this.#content ??= joined([sequenceOf(this.#listed()), this.collection]);
  }

  #listed(): Handle[] {
    const files = new Set([...this.#given.filesBelow(""), ...this.#albums.filesBelow("")]);
    return [...files].filter((file) => !isStream(file)).flatMap((file) => this.#tracksIn(file) ?? []);
  }

  /** Returns the tracks of a folder below the library's root. */
  folder(folder: string): TrackSequence {
    return sequenceOf(this.resolve(`${LIBRARY_ROOT}/${folder}`));
  }

  /** Returns the tracks of a path, folder, wildcard, URL or handle; none for a path that does not exist. */
  resolve(entry: string | Handle): Handle[] {
    if (typeof entry !== "string") {
      const handle = this.canonical(entry);
      return this.#find(handle) ? [handle] : [];
    }
    const path = this.#canonicalPath(entry);
    return this.#tracksIn(path) ?? this.#tracksOfFiles(path);
  }

  /** Returns the track's canonical handle: a native path instead of a `file://` URL. */
  canonical(handle: Handle): Handle {
    return { path: this.#canonicalPath(handle.path), subsong: handle.subsong };
  }

  /** Returns the metadata of a track; undefined when there is no such track. */
  info(handle: Handle): Track | undefined {
    return this.#find(this.canonical(handle))?.track;
  }

  /** Returns the metadata that a playlist shows; only the name when there is no such track. */
  describe(handle: Handle): Track {
    return this.info(handle) ?? unknownTrack(handle);
  }

  /**
   * Opens a track to play it.
   *
   * @returns The track that plays, and the seconds after which it breaks off; undefined when it is missing or
   * damaged.
   */
  open(handle: Handle): { readonly handle: Handle; readonly breaksAfter: number } | undefined {
    const found = this.#find(this.canonical(handle));
    if (!found?.playable) return undefined;
    const { playsAs = handle, breaksAfter = Infinity } = found;
    return { handle: playsAs, breaksAfter };
  }

  /** Returns the song that a live stream announces at a full second; undefined when it announces none. */
  songAt(handle: Handle, second: number): Song | undefined {
    return this.describe(handle).duration === 0 ? songOfStream(handle.path, second) : undefined;
  }

  #find(handle: Handle): MediaTrack | undefined {
    for (const source of this.#sources) {
      const found = source.find(handle);
      if (found) return found;
    }
    return undefined;
  }

  #tracksIn(path: string): Handle[] | undefined {
    for (const source of this.#sources) {
      const tracks = source.tracksIn(path);
      if (tracks) return tracks.map((handle) => ({ ...handle }));
    }
    return undefined;
  }

  #tracksOfFiles(path: string): Handle[] {
    if (path === "") return [];
    const wildcard = parseWildcard(path);
    const folder = wildcard?.folder ?? (path.endsWith("/") ? path : `${path}/`);
    const files = new Set<string>();
    for (const source of this.#sources) {
      for (const file of source.filesBelow(folder)) {
        if (!wildcard || wildcard.matches(file)) files.add(file);
      }
    }
    return [...files].flatMap((file) => this.#tracksIn(file) ?? []);
  }

  #canonicalPath(path: string): string {
    if (path.slice(0, FILE_SCHEME.length).toLowerCase() !== FILE_SCHEME) return path;
    const plain = path.slice(FILE_SCHEME.length);
    if (this.#tracksIn(plain)) return plain;
    // Programs write such URLs with and without percent-encoding.
    try {
      const decoded = decodeURIComponent(plain);
      return this.#tracksIn(decoded) ? decoded : plain;
    } catch {
      // A lone % is not an escape: use the text as the path.
      return plain;
    }
  }
}
