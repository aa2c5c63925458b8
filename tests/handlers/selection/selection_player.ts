/**
 * A player with a selection.
 */

import { type Handle, type Track, unknownTrack } from "../../../host_stdio/api/shapes.ts";
import type { PlayerScript } from "../../support/harness.ts";

/**
 * Makes a track with distinct metadata.
 */
export function trackOf(path: string, subsong = 0): Track {
  return {
    ...unknownTrack({ path, subsong }),
    absolutePath: `C:\\Music\\${path}`,
    title: `Title of ${path}`,
    artist: "An artist",
    album: "An album",
    duration: 61.25,
    sampleRate: 48000,
    channels: 2,
    codec: "Opus",
  };
}

/** Options of {@linkcode selectionPlayer}. */
export interface SelectionPlayerOptions {
  /** The type of the selection. */
  type?: string;
  /** The number of selected tracks: `s0`, `s1`, … */
  total?: number;
  /** The playlist of the selection. Its items start at 10. */
  playlist?: string;
  /** The playing track. */
  playing?: Track;
  /** The playlist and item of the playing track; null when it is in no playlist. */
  place?: { playlist: string | null; item: number | null };
}

/**
 * Returns the native actions of the player. By default nothing is selected or playing.
 */
export function selectionPlayer(options: SelectionPlayerOptions = {}): PlayerScript {
  const { type = "active_playlist_selection", total = 0, playing = null, playlist, place } = options;
  return {
    "player.selection.get": ({ offset, limit }) => {
      const end = limit === null ? total : Math.min(offset + limit, total);
      const handles: Handle[] = [];
      for (let at = offset; at < end; at++) handles.push({ path: `s${at}`, subsong: 0 });
      return {
        total,
        type,
        handles,
        ...(playlist !== undefined && { playlist, items: handles.map((_, at) => 10 + offset + at) }),
      };
    },
    "player.playlist.list": {
      active: null,
      playlists: ["list-0", "list-1", "list-2"].map((id) => ({ id, name: id, count: 99, locked: false })),
    },
    "player.selection.set": ({ handles }) => ({ count: handles.length }),
    "player.selection.track": {},
    "player.playback.nowPlaying": { track: playing, playlist: null, item: null, ...place },
    "player.media.info": ({ handle }) => ({ track: trackOf(handle.path, handle.subsong) }),
  };
}
