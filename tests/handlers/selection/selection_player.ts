/** A player with a selection. */

import { type Handle, unknownTrack } from "../../../host_stdio/api/shapes.ts";
import type { PlayerScript } from "../../support/harness.ts";

/**
 * Returns the native actions of a player in which nothing plays.
 *
 * @param total The number of selected tracks: `s0`, `s1`, …
 */
export function selectionPlayer(total = 0): PlayerScript {
  return {
    "player.selection.get": ({ offset, limit }) => {
      const end = limit === null ? total : Math.min(offset + limit, total);
      const handles: Handle[] = [];
      for (let at = offset; at < end; at++) handles.push({ path: `s${at}`, subsong: 0 });
      return { total, type: "active_playlist_selection", handles };
    },
    "player.selection.set": ({ handles }) => ({ count: handles.length }),
    "player.playback.nowPlaying": { track: null, playlist: null, item: null },
    "player.media.info": ({ handle }) => ({ track: unknownTrack({ path: handle.path, subsong: 0 }) }),
  };
}
