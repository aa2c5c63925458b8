import type { Handle } from "../../../host_stdio/api/shapes.ts";
import { noTrackAt, type TrackSequence } from "../../model/tracks.ts";
import { LIBRARY_ROOT } from "./albums.ts";
import { madeUpTrack, type MediaSource, type MediaTrack } from "./sources.ts";

const ROOT = `${LIBRARY_ROOT}/collection/`;
const VOLUME = 100;
const FILE = /^\/music\/collection\/Volume (\d{4,})\/(\d{3}) [A-Za-z ]+\.mp3$/;

// The lengths of the two lists are coprime, so every pair occurs before one repeats.
const first = [
  "Amber",
  "Broken",
  "Cold",
  "Distant",
  "Early",
  "Fallen",
  "Gentle",
  "Hollow",
  "Idle",
  "Jaded",
  "Kind",
];
const second = [
  "River",
  "Signal",
  "Mirror",
  "Garden",
  "Harvest",
  "Window",
  "Engine",
  "Orchard",
  "Winter",
  "Letter",
];
const genres = ["Rock", "Jazz", "Folk", "Electronic", "Classical", "Soul", "Metal"];

/** A large collection in volumes of a hundred tracks. Its tracks are made on demand. */
export class CollectionSource implements MediaSource {
  readonly tracks: TrackSequence;

  constructor(size: number) {
    this.tracks = {
      length: size,
      at: (index) =>
        Number.isInteger(index) && index >= 0 && index < size
          ? { path: pathOf(index), subsong: 0 }
          : noTrackAt(index),
    };
  }

  tracksIn(path: string): readonly Handle[] | undefined {
    return this.#indexOf(path) === undefined ? undefined : [{ path, subsong: 0 }];
  }

  find(handle: Handle): MediaTrack | undefined {
    const index = handle.subsong === 0 ? this.#indexOf(handle.path) : undefined;
    if (index === undefined) return undefined;
    const volume = Math.floor(index / VOLUME);
    const artist = `${wordOf(first, volume)} ${wordOf(second, volume)} Ensemble`;
    const track = madeUpTrack({
      ...handle,
      title: titleOf(index),
      artist,
      album: volumeName(volume),
      date: String(1950 + volume % 75),
      genre: wordOf(genres, volume),
      trackNumber: index % VOLUME + 1,
    });
    return { track, playable: true };
  }

  *filesBelow(folder: string): Iterable<string> {
    let index = 0;
    let end = this.tracks.length;
    if (!ROOT.startsWith(folder)) {
      const volume = /^\/music\/collection\/Volume (\d{4,})\/$/.exec(folder)?.[1];
      if (volume === undefined || volumeName(Number(volume) - 1) !== `Volume ${volume}`) return;
      index = (Number(volume) - 1) * VOLUME;
      end = Math.min(end, index + VOLUME);
    }
    for (; index < end; index++) yield pathOf(index);
  }

  #indexOf(path: string): number | undefined {
    const [, volume, number] = FILE.exec(path) ?? [];
    if (volume === undefined || number === undefined) return undefined;
    const index = (Number(volume) - 1) * VOLUME + Number(number) - 1;
    // The title and leading zeros must match: each track has exactly one path.
    return index >= 0 && index < this.tracks.length && pathOf(index) === path ? index : undefined;
  }
}

function pathOf(index: number): string {
  const number = String(index % VOLUME + 1).padStart(3, "0");
  return `${ROOT}${volumeName(Math.floor(index / VOLUME))}/${number} ${titleOf(index)}.mp3`;
}

function volumeName(volume: number): string {
  return `Volume ${String(volume + 1).padStart(4, "0")}`;
}

function titleOf(index: number): string {
  return `${wordOf(first, index)} ${wordOf(second, index)}`;
}

function wordOf(words: readonly string[], number: number): string {
  return words[number % words.length] ?? "";
}
