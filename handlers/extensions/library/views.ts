/**
 * Sorted lists of a library: albums, artists, genres and new tracks. Each is made when first needed and kept.
 */

import type { LibraryTrack } from "../shared/media_library.ts";
import { type Slices, sortInSlices } from "../shared/slices.ts";
import { type Folders, foldersOf } from "./folders.ts";
import { type Album, type Artist, type Genre, type Groups, groupTracks } from "./groups.ts";

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
