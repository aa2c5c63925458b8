/**
 * What a part of the library is, metadata made up for it, and tracks that the program brings along.
 *
 * @module
 */

import type { Handle, Track } from "../../../host_stdio/shapes.ts";
import { numberOf } from "../random.ts";
import { keyOf } from "../../model/tracks.ts";

/** What is known of a track. */
export interface MediaTrack {
  readonly track: Track;
  /** Whether it can be decoded: a damaged file has metadata and still does not play. */
  readonly playable: boolean;
  /** The seconds after which it breaks off; when left out it plays to its end. */
  readonly breaksAfter?: number;
  /** The track that it plays as, for an address that redirects; itself when left out. */
  readonly playsAs?: Handle;
}

/** A part of the media library: made up on demand, always the same for the same name. */
export interface MediaSource {
  /**
   * The tracks in a file.
   *
   * @param path The file.
   * @returns Its tracks in order; undefined when there is no such file.
   */
  tracksIn(path: string): readonly Handle[] | undefined;
  /**
   * What is known of a track.
   *
   * @param handle The track.
   * @returns What is known; undefined when there is no such track.
   */
  find(handle: Handle): MediaTrack | undefined;
  /**
   * The files below a folder, in order, one after the other.
   *
   * @param folder The folder, ending in `/`.
   * @returns Their paths.
   */
  filesBelow(folder: string): Iterable<string>;
}

/** What is written about a track; everything else of it is made up. */
export type TrackNotes = Partial<Track> & Handle;

/** What the codecs of the library sound like. */
const codecs: Readonly<Record<string, { codec: string; bitrate: number; sampleRate: number }>> = {
  flac: { codec: "FLAC", bitrate: 920, sampleRate: 44100 },
  m4a: { codec: "AAC", bitrate: 256, sampleRate: 44100 },
  mp3: { codec: "MP3", bitrate: 320, sampleRate: 44100 },
  nsf: { codec: "NSF", bitrate: 1411, sampleRate: 44100 },
  ogg: { codec: "Vorbis", bitrate: 192, sampleRate: 48000 },
  opus: { codec: "Opus", bitrate: 160, sampleRate: 48000 },
  wav: { codec: "PCM", bitrate: 1411, sampleRate: 44100 },
};

const SHORTEST_SECONDS = 95;
const SPREAD_SECONDS = 330;

/**
 * A track of which nothing is known but its name.
 *
 * @param handle The track.
 * @returns Its metadata, all unknown.
 */
export function unknownTrack({ path, subsong }: Handle): Track {
  return {
    path,
    absolutePath: path,
    subsong,
    fileSize: null,
    title: "",
    artist: "",
    album: "",
    albumArtist: "",
    genre: "",
    date: "",
    trackNumber: 0,
    discNumber: 0,
    duration: 0,
    bitrate: 0,
    sampleRate: 0,
    channels: 0,
    codec: "",
  };
}

/**
 * A whole track from what is written about it.
 *
 * @param notes What is written.
 * @param codecOf A name whose ending tells the codec: the path when left out.
 * @returns The track.
 */
export function madeUpTrack(notes: TrackNotes, codecOf: string = notes.path): Track {
  const number = numberOf(`${notes.path}|${notes.subsong}`);
  const sound = codecs[extensionOf(codecOf)] ?? { codec: "", bitrate: 0, sampleRate: 0 };
  const duration = notes.duration ??
    SHORTEST_SECONDS + number % SPREAD_SECONDS + (number >>> 12) % 1000 / 1000;
  return {
    ...unknownTrack(notes),
    ...sound,
    duration,
    channels: 2,
    // kbit/s times seconds is a thousand bits: 125 bytes.
    fileSize: Math.round(duration * sound.bitrate * 125),
    albumArtist: notes.artist ?? "",
    ...notes,
  };
}

/**
 * The ending of a file's name.
 *
 * @param path The path.
 * @returns The ending in lower case, without the dot; "" when there is none.
 */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** A track brought along; what is left out is made up. */
export type SeededTrack = Partial<Track> & {
  readonly path: string;
  /** Whether it plays; true when left out. */
  readonly playable?: boolean;
};

/** Tracks brought along; they come before all others of the same name. */
export class SeededSource implements MediaSource {
  readonly #files = new Map<string, Handle[]>();
  readonly #tracks = new Map<string, MediaTrack>();

  /** @param tracks The tracks; those of the same path are the subsongs of one file. */
  constructor(tracks: readonly SeededTrack[]) {
    for (const { playable = true, ...notes } of tracks) {
      const handle = { path: notes.path, subsong: notes.subsong ?? 0 };
      this.#files.set(handle.path, [...this.#files.get(handle.path) ?? [], handle]);
      this.#tracks.set(keyOf(handle), { track: madeUpTrack({ ...notes, ...handle }), playable });
    }
  }

  tracksIn(path: string): readonly Handle[] | undefined {
    return this.#files.get(path);
  }

  find(handle: Handle): MediaTrack | undefined {
    return this.#tracks.get(keyOf(handle));
  }

  *filesBelow(folder: string): Iterable<string> {
    for (const path of this.#files.keys()) {
      if (path.startsWith(folder)) yield path;
    }
  }
}
