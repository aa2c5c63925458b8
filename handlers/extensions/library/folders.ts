/** The folders of a library's tracks, as a tree (extensions.md, "library"). */

import type { Slices } from "../shared/long_work.ts";
import type { LibraryTrack } from "../shared/media_library.ts";

/** The folders below this level count as one, so that a path of many short names does not take much memory. */
const MAX_DEPTH = 64;

/** The beginning of an absolute path or URL: a server of a URL, a drive, a share, or `/`. */
const VOLUME = /^(?:[a-z][a-z0-9+.-]+:\/\/[^/]*\/|[a-z]:[\\/]|\\\\[^\\]+\\[^\\]+\\|\/)/i;

/** A folder with tracks in it or below it. */
export class Folder {
  readonly folders = new Map<string, Folder>();
  /** The tracks that lie in it, not below. */
  readonly tracks: LibraryTrack[] = [];
  /** How many tracks lie in it and below. */
  trackCount = 0;

  constructor(readonly name: string, readonly absolutePath: string, readonly parent: Folder | undefined) {}

  /** Returns the folder's tracks and those below it, in the order of the folders, at most `most`. */
  allTracks(most: number): LibraryTrack[] {
    const found: LibraryTrack[] = [];
    const waiting: Folder[] = [this];
    while (found.length < most) {
      const folder = waiting.pop();
      if (!folder) break;
      for (const track of folder.tracks.slice(0, most - found.length)) found.push(track);
      waiting.push(...[...folder.folders.values()].reverse());
    }
    return found;
  }
}

/** The folders of a library. */
export interface Folders {
  /** The longest common folder of each volume, in the order of their first tracks. */
  readonly roots: readonly Folder[];
  /** How many tracks are in no folder, because their paths are not absolute. */
  readonly skipped: number;
}

export async function foldersOf(tracks: readonly LibraryTrack[], slices: Slices): Promise<Folders> {
  const volumes = new Map<string, Folder>();
  let skipped = 0;
  for (const track of tracks) {
    const [volume] = VOLUME.exec(track.absolutePath) ?? [];
    if (volume === undefined) skipped++;
    else {
      const folder = volumes.get(volume) ?? new Folder(volume, volume, undefined);
      volumes.set(volume, folder);
      insert(folder, track, volume);
    }
    if (slices.isDue()) await slices.pause();
  }
  return { roots: [...volumes.values()].map(longestCommon), skipped };
}

function insert(volume: Folder, track: LibraryTrack, { length }: string): void {
  const { absolutePath: path } = track;
  // A name on a drive may end in either sign.
  const separators = volume.name.endsWith("\\") || volume.name.at(1) === ":" ? /[\\/]/g : /\//g;
  let folder = volume;
  folder.trackCount++;
  let start = length;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    separators.lastIndex = start;
    const end = separators.exec(path)?.index;
    if (end === undefined) break;
    const name = path.slice(start, end);
    let next = folder.folders.get(name);
    if (!next) folder.folders.set(name, next = new Folder(name, path.slice(0, end), folder));
    folder = next;
    folder.trackCount++;
    start = end + 1;
  }
  folder.tracks.push(track);
}

function longestCommon(volume: Folder): Folder {
  let folder = volume;
  while (folder.tracks.length === 0 && folder.folders.size === 1) {
    const [only] = folder.folders.values();
    if (!only) break;
    folder = only;
  }
  return folder;
}

/** Returns the folder below a root that an id of a path names; undefined when there is none. */
export function folderAt(root: Folder, pathId: string): Folder | undefined {
  if (pathId === "") return root;
  let folder: Folder | undefined = root;
  for (const name of pathId.split("/")) {
    folder = folder?.folders.get(name.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return folder;
}

/** Returns the id of a folder below the one with the given id. */
export function childId(pathId: string, name: string): string {
  const escaped = name.replaceAll("~", "~0").replaceAll("/", "~1");
  return pathId === "" ? escaped : `${pathId}/${escaped}`;
}

/** Returns the folder with an absolute path; undefined when there is none. */
export function folderOf(roots: readonly Folder[], path: string): Folder | undefined {
  const isInside = ({ absolutePath }: Folder) =>
    path === absolutePath || /[\\/]$/.test(absolutePath) && path.startsWith(absolutePath) ||
    path.startsWith(`${absolutePath}/`) || path.startsWith(`${absolutePath}\\`);
  let folder: Folder | undefined;
  let next = roots.find(isInside);
  while (next) {
    folder = next;
    next = [...folder.folders.values()].find(isInside);
  }
  return folder?.absolutePath === path ? folder : undefined;
}
