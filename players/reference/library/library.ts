/**
 * The media library: what there is to play and what is known of it.
 *
 * @module
 */

import type { Handle, Track } from "../../../host_stdio/shapes.ts";
import { sequenceOf, type TrackSequence } from "../../model/tracks.ts";
import { AlbumSource, LIBRARY_ROOT } from "./albums.ts";
import { CollectionSource } from "./collection.ts";
import {
  type MediaSource,
  type MediaTrack,
  SeededSource,
  type SeededTrack,
  unknownTrack,
} from "./sources.ts";
import { StreamSource } from "./streams.ts";
import { parseWildcard } from "../../model/wildcard.ts";

const FILE_SCHEME = "file://";

/** The media library. */
export class Library {
  /** The large collection, of which no track exists until it is asked for. */
  readonly collection: TrackSequence;
  readonly #sources: readonly MediaSource[];

  /**
   * @param seeded Tracks brought along.
   * @param collectionSize How many tracks the large collection has.
   */
  constructor(seeded: readonly SeededTrack[], collectionSize: number) {
    const collection = new CollectionSource(collectionSize);
    this.collection = collection.tracks;
    this.#sources = [new SeededSource(seeded), new AlbumSource(), collection, new StreamSource()];
  }

  /**
   * The tracks of an ordinary folder of the library.
   *
   * @param folder The folder below the library's root.
   * @returns Its tracks in order.
   */
  folder(folder: string): TrackSequence {
    return sequenceOf(this.resolve(`${LIBRARY_ROOT}/${folder}`));
  }

  /**
   * What a path, folder, wildcard, URL or track stands for.
   *
   * @param entry The path or the track.
   * @returns The tracks in order; none when there is nothing.
   */
  resolve(entry: string | Handle): Handle[] {
    if (typeof entry !== "string") {
      const handle = this.canonical(entry);
      return this.#find(handle) ? [handle] : [];
    }
    const path = this.#canonicalPath(entry);
    return this.#tracksIn(path) ?? this.#tracksOfFiles(path);
  }

  /**
   * The one name of a track that has several: a native path instead of `file://`.
   *
   * @param handle The track.
   * @returns The track under the name that the player gives it.
   */
  canonical(handle: Handle): Handle {
    return { path: this.#canonicalPath(handle.path), subsong: handle.subsong };
  }

  /**
   * What is known of a track.
   *
   * @param handle The track.
   * @returns Its metadata; undefined when there is no such track.
   */
  info(handle: Handle): Track | undefined {
    return this.#find(this.canonical(handle))?.track;
  }

  /**
   * What a playlist shows of a track, which need not be there any more.
   *
   * @param handle The track.
   * @returns Its metadata; all unknown when there is no such track.
   */
  describe(handle: Handle): Track {
    return this.info(handle) ?? unknownTrack(handle);
  }

  /**
   * Opens a track to play it.
   *
   * @param handle The track.
   * @returns The track that sounds, and after how many seconds it breaks off; undefined when it is missing or damaged.
   */
  open(handle: Handle): { readonly handle: Handle; readonly breaksAfter: number } | undefined {
    const found = this.#find(this.canonical(handle));
    if (!found?.playable) return undefined;
    const { playsAs = handle, breaksAfter = Infinity } = found;
    return { handle: playsAs, breaksAfter };
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
    // Both customs are about: with and without percent signs for what is not allowed in a URL.
    try {
      const decoded = decodeURIComponent(plain);
      return this.#tracksIn(decoded) ? decoded : plain;
    } catch {
      // A lone % is not an escape: then the text is the path.
      return plain;
    }
  }
}
