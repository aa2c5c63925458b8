/** Native actions for media files, and the reading of playlist files. */

import { basename, dirname, extname, join } from "@std/path";
import type { Handle } from "../../host_stdio/api/shapes.ts";
import { isStreamUrl } from "../../limits/paths.ts";
import { ActionError, type PlayerActions } from "../model/actions.ts";
import { parseWildcard } from "../model/wildcard.ts";
import { canonicalPath, type MediaAccess } from "./media_access.ts";
import type { TrackStore } from "./tracks.ts";

/** Extensions of media files in folders. A file that is named directly is played whatever its extension. */
const extensions: ReadonlySet<string> = new Set(
  ("aac ac3 aif aiff alac ape au avi caf dsf dts eac3 flac flv m4a m4b m4v mka mkv mov mp2 mp3 mp4 mpc mpeg mpg " +
    "oga ogg ogm ogv opus ra rm tak tta wav webm wma wmv wv").split(" ").map((extension) => `.${extension}`),
);

/** Whether a file has the extension of a media file. */
export function isMediaFile(path: string): boolean {
  return extensions.has(extname(path).toLowerCase());
}

/** The maximum number of files and folders that one call reads. */
const MAX_ENTRIES = 100_000;

export class Media {
  readonly #tracks: TrackStore;
  readonly #access: MediaAccess;

  constructor(tracks: TrackStore, access: MediaAccess) {
    this.#tracks = tracks;
    this.#access = access;
  }

  readonly authorize: PlayerActions["player.media.authorize"] = async ({ paths }) => {
    const denied: { index: number; reason: string }[] = [];
    for (const [index, path] of paths.entries()) {
      const reason = await this.#access.problem(canonicalPath(path));
      if (reason !== undefined) denied.push({ index, reason });
    }
    return { denied };
  };

  readonly resolve: PlayerActions["player.media.resolve"] = async ({ paths }) => ({
    resolved: await this.tracksOf(paths),
  });

  readonly info: PlayerActions["player.media.info"] = async ({ handle }) => {
    const [[known] = []] = await this.tracksOf([handle]);
    return { track: known ? await this.#tracks.find(known) : null };
  };

  /**
   * Finds the tracks of paths, folders, wildcards, playlist files, URLs and handles.
   *
   * @param entries A handle stands for one track. A handle with a subsong has no track: mpv has no subsongs.
   * @returns The tracks of each entry, in order.
   * @throws {ActionError} When the entries have more than 100,000 files and folders.
   */
  async tracksOf(entries: readonly (string | Handle)[]): Promise<Handle[][]> {
    const search = new Search(this.#access);
    const found: Handle[][] = [];
    for (const entry of entries) {
      const paths = typeof entry === "string"
        ? await search.tracksAt(canonicalPath(entry))
        : entry.subsong === 0
        ? await search.single(canonicalPath(entry.path))
        : [];
      found.push(paths.map((path) => ({ path, subsong: 0 })));
    }
    return found;
  }
}

/** Returns the canonical handle of a track. */
export function canonicalHandle({ path, subsong }: Handle): Handle {
  return { path: canonicalPath(path), subsong };
}

/** A search for tracks, with one limit for all entries of a call. */
class Search {
  readonly #access: MediaAccess;
  #remaining = MAX_ENTRIES;

  constructor(access: MediaAccess) {
    this.#access = access;
  }

  async tracksAt(path: string): Promise<string[]> {
    switch (await this.#kind(path)) {
      case "track":
        return [path];
      case "folder":
        return await this.#below(path);
      case "playlist":
        return await this.#listed(path);
      case undefined: {
        const wildcard = parseWildcard(path);
        return wildcard ? await this.#below(wildcard.folder, (file) => wildcard.matches(file)) : [];
      }
    }
  }

  /** Returns the track at a path or URL, without searching folders and playlist files. */
  async single(path: string): Promise<string[]> {
    return await this.#kind(path) === "track" ? [path] : [];
  }

  async #kind(path: string): Promise<"track" | "folder" | "playlist" | undefined> {
    this.#count();
    if (await this.#access.problem(path) !== undefined) return undefined;
    if (isStreamUrl(path)) return "track";
    try {
      const { isFile, isDirectory } = await Deno.stat(path);
      if (isFile) return await isPlaylistFile(path) ? "playlist" : "track";
      return isDirectory ? "folder" : undefined;
    } catch {
      // No such file, or this user may not read it.
      return undefined;
    }
  }

  /**
   * Reads a playlist file. Its entries that are folders or playlists are left out: playlists may refer to
   * each other.
   */
  async #listed(path: string): Promise<string[]> {
    const tracks: string[] = [];
    for (const entry of await entriesOf(path)) tracks.push(...await this.single(entry));
    return tracks;
  }

  /**
   * Finds the media files below a folder, sorted by name. Links to folders are not followed: they may form a
   * cycle.
   */
  async #below(folder: string, fits: (path: string) => boolean = () => true): Promise<string[]> {
    if (await this.#access.problem(folder) !== undefined) return [];
    const files: string[] = [];
    const entries: Deno.DirEntry[] = [];
    try {
      for await (const entry of Deno.readDir(folder)) {
        this.#count();
        entries.push(entry);
      }
    } catch (error) {
      if (error instanceof ActionError) throw error;
      // This user may not read the folder.
      return [];
    }
    entries.sort((a, b) => a.name < b.name ? -1 : 1);
    for (const { name, isDirectory, isFile, isSymlink } of entries) {
      const path = join(folder, name);
      if (isDirectory) { for (const file of await this.#below(path, fits)) files.push(file); }
      else if ((isFile || isSymlink) && isMediaFile(name) && fits(path)) {
        if (isFile || await this.#kind(path) === "track") files.push(path);
      }
    }
    return files;
  }

  #count(): void {
    if (--this.#remaining >= 0) return;
    throw new ActionError(`More than ${MAX_ENTRIES} files and folders: choose smaller folders`);
  }
}

/** First characters by which mpv recognises a playlist. */
const playlistHeads = /^\uFEFF?(?:#EXTM3U|\[playlist\])/i;
const HEAD_BYTES = 32;

const playlistExtensions: ReadonlySet<string> = new Set([".m3u", ".m3u8", ".pls"]);

/** The maximum size of a playlist file in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Whether a file is a playlist, by its extension or first characters. */
export async function isPlaylistFile(path: string): Promise<boolean> {
  if (playlistExtensions.has(extname(path).toLowerCase())) return true;
  const head = new Uint8Array(HEAD_BYTES);
  using file = await Deno.open(path);
  const count = await file.read(head) ?? 0;
  return playlistHeads.test(new TextDecoder().decode(head.subarray(0, count)));
}

/**
 * Reads the paths and URLs in a playlist file, in order. Relative paths are relative to the file's folder.
 *
 * @throws {ActionError} When the file is too large.
 */
export async function entriesOf(path: string): Promise<string[]> {
  if ((await Deno.stat(path)).size > MAX_BYTES) {
    throw new ActionError(
      `${basename(path)} is larger than ${MAX_BYTES >> 20} MiB, the limit for playlist files`,
    );
  }
  const lines = (await Deno.readTextFile(path)).split(/\r\n?|\n/).map((line) => line.trim());
  const isPls = /^\uFEFF?\[playlist\]/i.test(lines[0] ?? "");
  const entries = isPls
    ? lines.flatMap((line) => /^File\d+=(.+)$/i.exec(line)?.[1] ?? [])
    : lines.filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("\uFEFF#"));
  return entries.map((entry) => {
    const complete = entry.startsWith("/") || /^[a-z0-9+.-]+:\/\//i.test(entry);
    return canonicalPath(complete ? entry : join(dirname(path), entry));
  });
}
