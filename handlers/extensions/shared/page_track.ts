/** Tracks as pages get them (extensions.md, "Conventions"). */

import * as v from "valibot";
import { index, type Track, track } from "../../../host_stdio/api/shapes.ts";
import { schemaOf } from "../../../host_stdio/schema_check.ts";
import { formatTrackHandle } from "../../../limits/paths.ts";
import { described } from "../../core/documented_schema.ts";

/** Makes the schema of a {@linkcode PageTrack}. */
export function pageTrack() {
  return v.strictObject({
    ...schemaOf(track).entries,
    fullPath: described(v.string(), "The absolute path, with `|subsong:N` when the subsong is above 0."),
    id: described(v.string(), "The same as `fullPath`."),
  });
}

/** A track with its path in the form that operations take. */
export type PageTrack = v.InferOutput<ReturnType<typeof pageTrack>>;

/** Makes the schema of a {@linkcode ListedTrack}. */
export function listedTrack() {
  return v.strictObject({
    ...pageTrack().entries,
    index: described(index, "Its index in the whole list."),
  });
}

export type ListedTrack = v.InferOutput<ReturnType<typeof listedTrack>>;

/** Returns a track as pages get it. */
export function toPageTrack(track: Track): PageTrack {
  const { index: _index, ...pageTrack } = toListedTrack(track, 0);
  return pageTrack;
}

/**
 * Returns a track of a list as pages get it.
 *
 * All members are named in one literal, because a list may be long: a spread, or a member that is added afterwards, takes
 * twenty times as long.
 */
export function toListedTrack(track: Track, index: number): ListedTrack {
  const fullPath = formatTrackHandle({ path: track.absolutePath, subsong: track.subsong });
  return {
    path: track.path,
    absolutePath: track.absolutePath,
    subsong: track.subsong,
    fileSize: track.fileSize,
    title: track.title,
    artist: track.artist,
    album: track.album,
    albumArtist: track.albumArtist,
    genre: track.genre,
    date: track.date,
    trackNumber: track.trackNumber,
    discNumber: track.discNumber,
    duration: track.duration,
    bitrate: track.bitrate,
    sampleRate: track.sampleRate,
    channels: track.channels,
    codec: track.codec,
    fullPath,
    id: fullPath,
    index,
  };
}
