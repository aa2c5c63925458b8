/**
 * How mpv's own playlist becomes one of the playlists: what has changed between two looks at it.
 *
 * @module
 */

import * as v from "valibot";
import { join } from "@std/path";
import type { Handle } from "../../host_stdio/shapes.ts";
import type { Playlist, Playlists } from "../model/playlists.ts";

/** mpv's property `playlist`. */
export const playlistProperty = v.array(
  v.object({
    filename: v.string(),
    id: v.number(),
    current: v.optional(v.boolean()),
    title: v.optional(v.string()),
  }),
);

/** An entry of mpv's playlist. Its id is never given to another one as long as that mpv lives. */
export type MpvEntry = v.InferOutput<typeof playlistProperty>[number];

/**
 * The track of an entry.
 *
 * @param filename What mpv was told to play.
 * @param workingDirectory mpv's working directory, for names that are relative to it.
 * @returns The track.
 */
export function handleOf(filename: string, workingDirectory: string): Handle {
  const complete = filename.startsWith("/") || /^[a-z0-9+.-]+:\/\//i.test(filename);
  return { path: complete ? filename : join(workingDirectory, filename), subsong: 0 };
}

/** The playlist that shows the entries which the user has put into mpv's own. */
export class PlaylistMirror {
  /** The playlist. */
  readonly playlist: Playlist;
  readonly #playlists: Playlists;
  #ids: readonly number[] = [];

  /**
   * @param playlists All playlists.
   * @param playlist The one that shows mpv's own.
   */
  constructor(playlists: Playlists, playlist: Playlist) {
    this.#playlists = playlists;
    this.playlist = playlist;
  }

  /** The ids of its entries in mpv, in order. */
  get ids(): readonly number[] {
    return this.#ids;
  }

  /**
   * Takes over the entries of another mpv.
   *
   * @param ids Their ids, when its playlist holds the very tracks that this one shows; none when it holds others.
   */
  adopt(ids: readonly number[]): void {
    if (ids.length !== this.playlist.tracks.length) this.update([], () => ({ path: "", subsong: 0 }));
    else this.#ids = ids;
  }

  /**
   * Makes the playlist show other entries, with as few changes as keep every place in it right.
   *
   * @param entries The entries by now.
   * @param handleOf Tells an entry's track.
   */
  update(entries: readonly MpvEntry[], handleOf: (entry: MpvEntry) => Handle): void {
    const now = new Set(entries.map(({ id }) => id));
    const before = new Set(this.#ids);
    // Entries that are here still, in both orders: those between the first and the last difference have moved.
    const old = this.#ids.filter((id) => now.has(id));
    const kept = entries.filter(({ id }) => before.has(id)).map(({ id }) => id);
    let start = 0;
    while (start < old.length && old[start] === kept[start]) start++;
    let end = old.length;
    while (end > start && old[end - 1] === kept[end - 1]) end--;
    const moved = new Set(old.slice(start, end));
    const ids = this.#ids.slice();
    for (const { at, count } of runs(ids, (id) => !now.has(id) || moved.has(id)).toReversed()) {
      this.#playlists.removeItems(this.playlist, at, count);
      ids.splice(at, count);
    }
    const there = new Set(ids);
    for (const { at, count } of runs(entries, ({ id }) => !there.has(id))) {
      const added = entries.slice(at, at + count);
      this.#playlists.insertItems(this.playlist, at, added.map(handleOf));
    }
    this.#ids = entries.map(({ id }) => id);
  }
}

/** Where entries of a kind stand next to each other. */
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
