/**
 * The technical side of a track, made up from its name: the same name always gives the same numbers.
 *
 * @module
 */

import type { Handle, Track } from "../../../host_stdio/shapes.ts";
import { numberOf } from "../random.ts";

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
