/**
 * Albums, artists and genres of a library, and the sorted lists of them and of new tracks (extensions.md, "library"). Each
 * list is made when first needed and kept.
 */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { described } from "../../core/documented_schema.ts";
import { type Slices, sortInSlices } from "../shared/long_work.ts";
import type { LibraryTrack } from "../shared/media_library.ts";
import { type Folders, foldersOf } from "./folders.ts";

/** Makes the schema of an {@linkcode Album}. */
export function albumSchema() {
  return v.strictObject({
    name: v.string(),
    artist: described(v.string(), "The album artist, else the artist of its first track."),
    albumArtist: described(v.string(), "Empty when unknown."),
    trackCount: index,
    discCount: described(index, "At least 1."),
    duration: described(v.number(), "In seconds."),
    year: described(v.string(), "The first known date of its tracks."),
    genre: described(v.string(), "The first known genre of its tracks."),
    label: described(v.literal(""), "Always empty."),
    firstTrackPath: v.string(),
    firstTrackAbsolutePath: v.string(),
  });
}

/** An album: the tracks with the same album and album artist, or artist where that is unknown. */
export type Album = v.InferOutput<ReturnType<typeof albumSchema>>;

/** Makes the schema of an {@linkcode Artist}. */
export function artistSchema() {
  return v.strictObject({
    name: v.string(),
    albumCount: index,
    trackCount: index,
    totalDuration: described(v.number(), "In seconds."),
    duration: described(v.number(), "The same."),
  });
}

/** An artist: the tracks with the same artist. */
export type Artist = v.InferOutput<ReturnType<typeof artistSchema>>;

/** Makes the schema of a {@linkcode Genre}. */
export function genreSchema() {
  return v.strictObject({ name: v.string(), trackCount: index });
}

export type Genre = v.InferOutput<ReturnType<typeof genreSchema>>;

/** The groups of a library's tracks, in the order of their first tracks, and sums over all tracks. */
export interface Groups {
  readonly albums: Album[];
  readonly artists: Artist[];
  readonly genres: Genre[];
  /** In seconds. */
  readonly totalDuration: number;
  /** In bytes. */
  readonly totalSize: number;
}

/** Groups tracks in one pass. */
export async function groupTracks(tracks: readonly LibraryTrack[], slices: Slices): Promise<Groups> {
  const albums = new Map<string, Album>();
  const artists = new Map<string, Artist>();
  const genres = new Map<string, Genre>();
  const discs = new DistinctValues<Album, number>();
  const albumsOfArtists = new DistinctValues<Artist, Album>();
  let totalDuration = 0;
  let totalSize = 0;

  for (const track of tracks) {
    totalDuration += track.duration;
    totalSize += track.fileSize ?? 0;
    const album = track.album === "" ? undefined : groupOf(albums, albumKey(track), () => newAlbum(track));
    if (album) {
      album.trackCount++;
      album.duration += track.duration;
      album.albumArtist ||= track.albumArtist;
      album.year ||= track.date;
      album.genre ||= track.genre;
      if (track.discNumber > 0 && discs.add(album, track.discNumber)) album.discCount++;
    }
    if (track.artist !== "") {
      const artist = groupOf(artists, track.artist, newArtist);
      artist.trackCount++;
      artist.totalDuration += track.duration;
      if (album && albumsOfArtists.add(artist, album)) artist.albumCount++;
    }
    if (track.genre !== "") groupOf(genres, track.genre, newGenre).trackCount++;
    if (slices.isDue()) await slices.pause();
  }
  for (const album of albums.values()) {
    album.discCount ||= 1;
    album.duration = toMilliseconds(album.duration);
  }
  for (const artist of artists.values()) {
    artist.duration = artist.totalDuration = toMilliseconds(artist.totalDuration);
  }
  return {
    albums: [...albums.values()],
    artists: [...artists.values()],
    genres: [...genres.values()],
    totalDuration: toMilliseconds(totalDuration),
    totalSize,
  };
}

/** Rounds a sum of seconds to milliseconds: 0.1 + 0.2 is 0.30000000000000004. */
function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function groupOf<Item>(groups: Map<string, Item>, key: string, make: (key: string) => Item): Item {
  const known = groups.get(key);
  if (known) return known;
  const made = make(key);
  groups.set(key, made);
  return made;
}

/** The length distinguishes pairs of texts that are equal when joined. */
function albumKey({ album, albumArtist, artist }: LibraryTrack): string {
  return `${album.length} ${album}${albumArtist || artist}`;
}

function newAlbum({ album, albumArtist, artist, path, absolutePath }: LibraryTrack): Album {
  return {
    name: album,
    artist: albumArtist || artist,
    albumArtist,
    trackCount: 0,
    discCount: 0,
    duration: 0,
    year: "",
    genre: "",
    label: "",
    firstTrackPath: path,
    firstTrackAbsolutePath: absolutePath,
  };
}

function newArtist(name: string): Artist {
  return { name, albumCount: 0, trackCount: 0, totalDuration: 0, duration: 0 };
}

function newGenre(name: string): Genre {
  return { name, trackCount: 0 };
}

/** The distinct values of each key. A set is made only for a key with several: most keys have one. */
class DistinctValues<Key, Value> {
  readonly #first = new Map<Key, Value>();
  readonly #all = new Map<Key, Set<Value>>();

  /** Adds a value and returns whether it is new. */
  add(key: Key, value: Value): boolean {
    const first = this.#first.get(key);
    if (first === undefined) {
      this.#first.set(key, value);
      return true;
    }
    if (first === value) return false;
    const all = this.#all.get(key) ?? new Set([first]);
    const isNew = !all.has(value);
    if (isNew) this.#all.set(key, all.add(value));
    return isNew;
  }
}

type Compare<Item> = (a: Item, b: Item) => number;

const byName: Compare<{ readonly name: string }> = (a, b) => compareTexts(a.name, b.name);
const byArtist: Compare<Album> = (a, b) => compareTexts(a.artist, b.artist);

/** Orders of albums. Those with the same key are sorted by name, then by artist. */
const albumOrders = {
  name: undefined,
  artist: byArtist,
  year: (a, b) => compareTexts(b.year, a.year),
  trackCount: (a, b) => b.trackCount - a.trackCount,
} as const satisfies Record<string, Compare<Album> | undefined>;

/** Orders of artists. Those with the same key are sorted by name. */
const artistOrders = {
  name: undefined,
  trackCount: (a, b) => b.trackCount - a.trackCount,
  albumCount: (a, b) => b.albumCount - a.albumCount,
} as const satisfies Record<string, Compare<Artist> | undefined>;

/** The times of a track that tracks are sorted by. */
export type TrackTime = "added" | "modified";

/** The lists of one library. */
export class LibraryViews {
  readonly #tracks: readonly LibraryTrack[];
  readonly #slices: () => Slices;
  readonly #made = new Map<string, Promise<unknown>>();

  /** @param slices Divides a computation, which no call can cancel: other calls wait for it too. */
  constructor(tracks: readonly LibraryTrack[], slices: () => Slices) {
    this.#tracks = tracks;
    this.#slices = slices;
  }

  /** Returns the groups, unsorted, and the sums. */
  groups(): Promise<Groups> {
    return this.#once("groups", () => groupTracks(this.#tracks, this.#slices()));
  }

  /** @param order An order of albums; any other text sorts by name. */
  async albums(order: string): Promise<Album[]> {
    const { albums } = await this.groups();
    const named = () => this.#sorted("albums", albums, (a, b) => byName(a, b) || byArtist(a, b));
    return await this.#ordered("albums", named, albumOrders, order);
  }

  /** @param order An order of artists; any other text sorts by name. */
  async artists(order: string): Promise<Artist[]> {
    const { artists } = await this.groups();
    return await this.#ordered(
      "artists",
      () => this.#sorted("artists", artists, byName),
      artistOrders,
      order,
    );
  }

  async genres(): Promise<Genre[]> {
    const { genres } = await this.groups();
    return await this.#sorted("genres", genres, byName);
  }

  /** Returns the folders of the tracks. */
  folders(): Promise<Folders> {
    return this.#once("folders", () => foldersOf(this.#tracks, this.#slices()));
  }

  /** Returns the tracks that have a time, newest first. */
  newest(time: TrackTime): Promise<readonly LibraryTrack[]> {
    return this.#once(time, () => {
      const timed = this.#tracks.filter((track) => track[time] !== undefined);
      return sortInSlices(timed, (a, b) => (b[time] ?? 0) - (a[time] ?? 0), this.#slices());
    });
  }

  async #ordered<Item>(
    list: string,
    named: () => Promise<Item[]>,
    orders: Readonly<Record<string, Compare<Item> | undefined>>,
    order: string,
  ): Promise<Item[]> {
    const items = await named();
    const compare = Object.hasOwn(orders, order) ? orders[order] : undefined;
    return compare ? await this.#sorted(`${list} by ${order}`, items, compare) : items;
  }

  #sorted<Item>(
    name: string,
    items: readonly Item[],
    compare: Compare<Item>,
  ): Promise<Item[]> {
    return this.#once(name, () => sortInSlices(items, compare, this.#slices()));
  }

  #once<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made as Promise<Value>;
  }
}

/** Compares texts by their UTF-16 code units. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
