/** Tracks from the properties and tags of a file that mpv has open. */

import { basename } from "@std/path";
import { type Handle, type Track, unknownTrack } from "../../host_stdio/api/shapes.ts";
import { isStreamUrl } from "../../limits/paths.ts";

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

/** Reads the metadata of the open file. */
export async function openTrack(handle: Handle, read: PropertyReader): Promise<Track> {
  const [metadata, mediaTitle, duration, size, rate, channels, codec, bitrate, nominal] = await Promise.all(
    properties.map(read),
  );
  const tag = tagReader(metadata);
  const fileSize = number(size);
  return {
    ...unopenedTrack(handle),
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
 * Returns the song that a stream announces: its ICY title, or else its tags, which an Ogg stream changes with
 * each track. Undefined for a file and for a stream that announces none.
 */
export function songOf(handle: Handle, metadata: unknown): { title?: string; artist?: string } | undefined {
  if (!isStreamUrl(handle.path)) return undefined;
  const tag = tagReader(metadata);
  const title = tag("icy-title") || tag("title");
  const artist = tag("icy-title") ? "" : tag("artist");
  return title || artist ? { ...title && { title }, ...artist && { artist } } : undefined;
}

/** Returns the lyrics in the tags of a file; undefined when it has none. */
export function lyricsOf(metadata: unknown): string | undefined {
  if (typeof metadata !== "object" || metadata === null) return undefined;
  // A file may have them in several languages: lyrics-eng.
  const found = Object.entries(metadata).find(([name, value]) =>
    /^(?:lyrics|unsyncedlyrics|syncedlyrics)(?:-\w*)?$/i.test(name) && value !== ""
  );
  return found && String(found[1]);
}

/** Returns the metadata of a track that was never opened: the file's name as its title. */
export function unopenedTrack(handle: Handle): Track {
  const { path } = handle;
  return { ...unknownTrack(handle), title: isStreamUrl(path) ? path : basename(path) };
}

/** Finds tags by name. Their names are upper or lower case, depending on the file format. */
function tagReader(metadata: unknown): (...names: string[]) => string {
  const tags = new Map<string, string>();
  if (typeof metadata === "object" && metadata !== null) {
    for (const [name, value] of Object.entries(metadata)) tags.set(name.toLowerCase(), String(value));
  }
  return (...names) => names.map((name) => tags.get(name)).find((value) => value) ?? "";
}

/** Parses the first number of texts such as `3/12`. */
function leadingNumber(text: string): number {
  return Number(/^\s*(\d{1,9})/.exec(text)?.[1] ?? 0);
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
