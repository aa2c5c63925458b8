/**
 * Metadata of tracks, from the mpv that plays them and from a second one that opens them.
 *
 * @module
 */

import type { Handle, Track } from "../../host_stdio/shapes.ts";
import { isStreamUrl } from "../../limits/paths.ts";
import { keyOf } from "../model/tracks.ts";
import type { Probe } from "./probe.ts";
import { basename } from "@std/path";

/** How many tracks are remembered. */
const CAPACITY = 10_000;

/** How long one question may open files that nobody has looked at yet, in milliseconds. */
const LOOKING_MS = 3000;

/** The metadata of tracks. */
export class TrackStore {
  readonly #known = new Map<string, Track>();
  readonly #probe: Probe;

  /** @param probe What opens files that do not play. */
  constructor(probe: Probe) {
    this.#probe = probe;
  }

  /**
   * What is known of a track at this moment.
   *
   * @param handle The track.
   * @returns Its metadata; nothing but its name when nobody has opened it.
   */
  describe(handle: Handle): Track {
    return this.#known.get(keyOf(handle)) ?? unknownTrack(handle);
  }

  /**
   * Remembers what is known of a track.
   *
   * @param track The metadata.
   */
  learn(track: Track): void {
    const key = keyOf(track);
    this.#known.delete(key);
    this.#known.set(key, track);
    if (this.#known.size <= CAPACITY) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  /**
   * Looks at files that are not known yet, as many as the time allows. Streams are never opened for that: somebody
   * would hear of it.
   *
   * @param handles The tracks.
   */
  async look(handles: readonly Handle[]): Promise<void> {
    const deadline = performance.now() + LOOKING_MS;
    for (const handle of handles) {
      if (this.#known.has(keyOf(handle)) || isStreamUrl(handle.path)) continue;
      if (performance.now() > deadline) return;
      const track = await this.#probe.look(handle);
      if (track) this.learn(track);
    }
  }

  /**
   * What is to be known of one track, which is looked at again.
   *
   * @param handle The track.
   * @returns Its metadata; null when there is no such file, or none that can be played.
   */
  async find(handle: Handle): Promise<Track | null> {
    if (isStreamUrl(handle.path)) return this.describe(handle);
    const track = await this.#probe.look(handle);
    if (track) this.learn(track);
    return track;
  }
}

/** Reads a property of mpv; undefined when it has no value. */
export type PropertyReader = (name: string) => Promise<unknown>;

const properties = [
  "metadata",
  "media-title",
  "duration",
  "file-size",
  "audio-params/samplerate",
  "audio-params/channel-count",
  "audio-codec-name",
  "audio-bitrate",
  "current-tracks/audio/demux-bitrate",
] as const;

/**
 * Reads what is known of the open file.
 *
 * @param handle The track that it is.
 * @param read Reads a property.
 * @returns The metadata.
 */
export async function openTrack(handle: Handle, read: PropertyReader): Promise<Track> {
  const [metadata, mediaTitle, duration, size, rate, channels, codec, bitrate, nominal] = await Promise.all(
    properties.map(read),
  );
  const tag = tagReader(metadata);
  const fileSize = number(size);
  return {
    ...unknownTrack(handle),
    fileSize: isStreamUrl(handle.path) || fileSize <= 0 ? null : fileSize,
    title: tag("title") || (typeof mediaTitle === "string" ? mediaTitle : ""),
    artist: tag("artist"),
    album: tag("album"),
    albumArtist: tag("album_artist", "albumartist", "album artist"),
    genre: tag("genre"),
    date: tag("date", "year", "originaldate"),
    trackNumber: leadingNumber(tag("track", "tracknumber")),
    discNumber: leadingNumber(tag("disc", "discnumber")),
    duration: number(duration),
    bitrate: Math.round((number(bitrate) || number(nominal)) / 1000),
    sampleRate: number(rate),
    channels: number(channels),
    codec: typeof codec === "string" ? codec : "",
  };
}

/**
 * What is known of a track that nobody has opened: its name.
 *
 * @param handle The track.
 * @returns The metadata; the title is the file's name.
 */
export function unknownTrack({ path, subsong }: Handle): Track {
  return {
    path,
    absolutePath: path,
    subsong,
    fileSize: null,
    title: isStreamUrl(path) ? path : basename(path),
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

/** Tags are called as the file calls them: `TITLE` here, `title` there. */
function tagReader(metadata: unknown): (...names: string[]) => string {
  const tags = new Map<string, string>();
  if (typeof metadata === "object" && metadata !== null) {
    for (const [name, value] of Object.entries(metadata)) tags.set(name.toLowerCase(), String(value));
  }
  return (...names) => names.map((name) => tags.get(name)).find((value) => value) ?? "";
}

/** A number as in `3/12`. */
function leadingNumber(text: string): number {
  return Number(/^\s*(\d{1,9})/.exec(text)?.[1] ?? 0);
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
