import { join } from "@std/path";
import * as v from "valibot";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import { IndexRanges } from "../model/index_ranges.ts";
import type { Playlist, Playlists } from "../model/playlists.ts";

/** The schema of mpv's property `playlist`. */
export const playlistProperty = v.array(
  v.object({
    filename: v.string(),
    id: v.number(),
    current: v.optional(v.boolean()),
    title: v.optional(v.string()),
  }),
);

/** An entry of mpv's playlist. A running mpv never reuses an id. */
export type MpvEntry = v.InferOutput<typeof playlistProperty>[number];

/** Returns the track of an entry. A relative name is relative to mpv's working directory. */
export function handleOf(filename: string, workingDirectory: string): Handle {
  const complete = filename.startsWith("/") || /^[a-z0-9+.-]+:\/\//i.test(filename);
  return { path: complete ? filename : join(workingDirectory, filename), subsong: 0 };
}

/** A playlist that shows the user's entries of mpv's playlist. */
export class PlaylistMirror {
  readonly playlist: Playlist;
  readonly #playlists: Playlists;
  #ids: readonly number[] = [];

  /** @param playlist The playlist that shows the entries. */
  constructor(playlists: Playlists, playlist: Playlist) {
    this.#playlists = playlists;
    this.playlist = playlist;
  }

  /** The ids of its entries, in order. */
  get ids(): readonly number[] {
    return this.#ids;
  }

  /**
   * Takes over the entries of another mpv.
   *
   * @param ids The entries that stand for the playlist's tracks; a different number of them means another
   * playlist.
   */
  adopt(ids: readonly number[]): void {
    if (ids.length !== this.playlist.tracks.length) this.update([], () => ({ path: "", subsong: 0 }));
    else this.#ids = ids;
  }

  /** Updates the playlist with as few changes as possible, so that places in it follow. */
  update(entries: readonly MpvEntry[], handleOf: (entry: MpvEntry) => Handle): void {
    const now = new Set(entries.map(({ id }) => id));
    const gone = this.#ids.flatMap((id, item) => now.has(id) ? [] : [item]);
    this.#playlists.removeRanges(this.playlist, IndexRanges.of(gone));
    const ids = this.#ids.filter((id) => now.has(id));
    const places = new Map(ids.map((id, item) => [id, item]));
    const order = entries.flatMap(({ id }) => places.get(id) ?? []);
    if (order.some((old, item) => old !== item)) {
      this.#playlists.reorderAsUser(this.playlist, order);
    }
    for (const { at, count } of runs(entries, ({ id }) => !places.has(id))) {
      const added = entries.slice(at, at + count);
      this.#playlists.insertItems(this.playlist, at, added.map(handleOf));
    }
    this.#ids = entries.map(({ id }) => id);
  }
}

/** Returns the ranges of consecutive entries that match. */
function runs<Entry>(
  list: readonly Entry[],
  wanted: (entry: Entry) => boolean,
): { at: number; count: number }[] {
  const found: { at: number; count: number }[] = [];
  list.forEach((entry, at) => {
    if (!wanted(entry)) return;
    const last = found.at(-1);
    if (last && last.at + last.count === at) last.count++;
    else found.push({ at, count: 1 });
  });
  return found;
}
