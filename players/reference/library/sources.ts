/** The parts of a library, and metadata made up for them. */

import { type Handle, type Track, unknownTrack } from "../../../host_stdio/api/shapes.ts";
import { keyOf } from "../../model/tracks.ts";
import { numberOf } from "../random.ts";

/** A track with its metadata. */
export interface MediaTrack {
  readonly track: Track;
  /** Whether it can be decoded. */
  readonly playable: boolean;
  /** The seconds after which it breaks off; by default it plays to its end. */
  readonly breaksAfter?: number;
  /** The track that plays instead, for an address that redirects. */
  readonly playsAs?: Handle;
}

/** A part of the library. The same name always gives the same tracks. */
export interface MediaSource {
  /** Returns the tracks of a file in order; undefined when there is no such file. */
  tracksIn(path: string): readonly Handle[] | undefined;
  /** Finds a track. */
  find(handle: Handle): MediaTrack | undefined;
  /** Yields the paths of the files below a folder, in order. The folder ends in `/`. */
  filesBelow(folder: string): Iterable<string>;
}

/** The given metadata of a track; the rest is made up. */
export type TrackNotes = Partial<Track> & Handle;

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
 * Completes the metadata of a track.
 *
 * @param codecOf A path whose extension determines the codec; the track's own by default.
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
    // One kbit is 125 bytes.
    fileSize: Math.round(duration * sound.bitrate * 125),
    albumArtist: notes.artist ?? "",
    ...notes,
  };
}

/** Returns the extension of a path in lower case without its dot; "" for a path without one. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** A track given to the player. Metadata left out is made up. */
export type SeededTrack = Partial<Track> & {
  readonly path: string;
  /** Whether it plays; true by default. */
  readonly playable?: boolean;
};

/** A track, and the file in whose listing it is. */
export interface PlacedTrack {
  readonly file: string;
  readonly handle: Handle;
  readonly media: MediaTrack;
}

/** A source of tracks that are all known from the start. */
export class KnownTracks implements MediaSource {
  readonly #files = new Map<string, Handle[]>();
  readonly #tracks = new Map<string, MediaTrack>();

  constructor(tracks: readonly PlacedTrack[]) {
    for (const { file, handle, media } of tracks) {
      const handles = this.#files.get(file);
      if (handles) handles.push(handle);
      else this.#files.set(file, [handle]);
      this.#tracks.set(keyOf(handle), media);
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

/** Places tracks given to the player, which hide those of the library. Tracks of the same path are subsongs of one file. */
export function placedSeed({ playable = true, ...notes }: SeededTrack): PlacedTrack {
  const handle = { path: notes.path, subsong: notes.subsong ?? 0 };
  return { file: handle.path, handle, media: { track: madeUpTrack({ ...notes, ...handle }), playable } };
}
