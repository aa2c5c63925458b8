/**
 * The native actions about media files, on the real disk.
 *
 * @module
 */

import { extname, join } from "@std/path";
import type { Handle } from "../../host_stdio/shapes.ts";
import { isStreamUrl } from "../../limits/media_path.ts";
import { parseWildcard } from "../../reference_player/library/wildcard.ts";
import type { PlayerActions } from "../../reference_player/player_actions.ts";
import { accessProblem, canonicalPath } from "./media_access.ts";
import type { TrackStore } from "./track_store.ts";

/** What counts as media in a folder; a file that is named is played whatever it is called. */
const extensions: ReadonlySet<string> = new Set(
  ("aac ac3 aif aiff alac ape au avi caf dsf dts eac3 flac flv m4a m4b m4v mka mkv mov mp2 mp3 mp4 mpc mpeg mpg " +
    "oga ogg ogm ogv opus ra rm tak tta wav webm wma wmv wv").split(" ").map((extension) => `.${extension}`),
);

/** How much a folder may hold: whoever asks for `/` must not have the whole disk read. */
const MAX_FILES = 10_000;
const MAX_ENTRIES = 200_000;
const MAX_DEPTH = 16;

/** Media access, names and metadata. */
export class Media {
  readonly #tracks: TrackStore;

  /** @param tracks What is known of tracks. */
  constructor(tracks: TrackStore) {
    this.#tracks = tracks;
  }

  /** Carries out `player.media.authorize`. */
  readonly authorize: PlayerActions["player.media.authorize"] = ({ paths }) => ({
    denied: paths.flatMap((path, index) => {
      const reason = accessProblem(canonicalPath(path));
      return reason === undefined ? [] : [{ index, reason }];
    }),
  });

  /** Carries out `player.media.resolve`. */
  readonly resolve: PlayerActions["player.media.resolve"] = async ({ paths }) => ({
    resolved: await Promise.all(paths.map((entry) => this.tracksOf(entry))),
  });

  /** Carries out `player.media.info`. */
  readonly info: PlayerActions["player.media.info"] = async ({ handle }) => {
    const [known] = await this.tracksOf(handle);
    return { track: known ? await this.#tracks.find(known) : null };
  };

  /**
   * The tracks that a path, folder, wildcard, URL or handle stands for.
   *
   * @param entry The path or the handle. mpv has no subsongs: a handle that names one stands for nothing.
   * @returns The tracks in order.
   */
  async tracksOf(entry: string | Handle): Promise<Handle[]> {
    if (typeof entry !== "string" && entry.subsong !== 0) return [];
    const path = canonicalPath(typeof entry === "string" ? entry : entry.path);
    if (accessProblem(path) !== undefined) return [];
    if (isStreamUrl(path)) return [{ path, subsong: 0 }];
    try {
      const { isFile, isDirectory } = await Deno.stat(path);
      if (isFile) return [{ path, subsong: 0 }];
      if (isDirectory && typeof entry === "string") return handlesOf(await filesBelow(path));
    } catch {
      // No such file: it may be a wildcard.
    }
    const wildcard = typeof entry === "string" ? parseWildcard(path) : undefined;
    if (!wildcard) return [];
    return handlesOf((await filesBelow(wildcard.folder)).filter((file) => wildcard.matches(file)));
  }
}

/**
 * The one handle under which a track is known.
 *
 * @param handle A handle.
 * @returns The same track's canonical one.
 */
export function canonicalHandle({ path, subsong }: Handle): Handle {
  return { path: canonicalPath(path), subsong };
}

function handlesOf(files: readonly string[]): Handle[] {
  return files.map((path) => ({ path, subsong: 0 }));
}

/** The media files below a folder, in the order of their names. Links to folders are not followed: they may go round. */
async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  let seen = 0;
  const walk = async (folder: string, depth: number): Promise<void> => {
    const entries: Deno.DirEntry[] = [];
    try {
      for await (const entry of Deno.readDir(folder)) {
        if (++seen > MAX_ENTRIES) break;
        entries.push(entry);
      }
    } catch {
      // A folder that this user may not read holds nothing for this user.
      return;
    }
    entries.sort((a, b) => a.name < b.name ? -1 : 1);
    for (const { name, isDirectory, isFile, isSymlink } of entries) {
      if (files.length >= MAX_FILES) return;
      const path = join(folder, name);
      if (isDirectory && depth < MAX_DEPTH) await walk(path, depth + 1);
      else if ((isFile || isSymlink) && extensions.has(extname(name).toLowerCase())) files.push(path);
    }
  };
  if (accessProblem(folder) === undefined) await walk(folder, 0);
  return files;
}
