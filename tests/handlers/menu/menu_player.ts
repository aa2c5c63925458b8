/**
 * Menus and players for the tests of the namespace `menu`.
 *
 * @module
 */

import type { CommandNode, MenuNode, SubmenuNode, Track } from "../../../host_stdio/shapes.ts";
import type { PlayerScript } from "../../support/harness.ts";

/** A GUID of its own for each number, as a player writes it. */
export function guidOf(number: number): string {
  return `{0ABCDEF0-1111-2222-3333-${number.toString(16).toUpperCase().padStart(12, "0")}}`;
}

/** A command node, enabled and without GUID unless told otherwise. */
export function command(label: string, members: Partial<CommandNode> = {}): CommandNode {
  return { type: "command", label, commandId: 0, enabled: true, checked: false, ...members };
}

/** A submenu node. */
export function submenu(label: string, ...children: MenuNode[]): SubmenuNode {
  return { type: "submenu", label, children };
}

/** A separator node. */
export const separator: MenuNode = { type: "separator" };

/** A track of which only the path is known. */
export function trackAt(path: string): Track {
  return {
    path,
    absolutePath: path,
    subsong: 0,
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

/** The actions that tell what plays. */
export function playing(is: boolean): PlayerScript {
  return {
    "player.playback.nowPlaying": {
      track: is ? trackAt("/music/now.flac") : null,
      playlist: null,
      item: null,
    },
  };
}

/** The actions that tell how much is selected. */
export function selected(total: number): PlayerScript {
  return { "player.selection.get": { total, type: "active_playlist_selection", handles: [] } };
}

/** A player that builds a menu, runs every command, confirms it, and authorizes every path. */
export function menuPlayer(nodes: readonly MenuNode[], more: PlayerScript = {}): PlayerScript {
  return {
    ...playing(false),
    ...selected(0),
    "player.menu.build": { nodes: [...nodes] },
    "player.menu.runMain": { executed: true },
    "player.menu.runContext": { executed: true, confirmed: true },
    "player.menu.popup": {},
    "player.media.authorize": { denied: [] },
    ...more,
  };
}
