/**
 * Menus and players for the tests of the namespace `menu`.
 */

import {
  type CommandNode,
  type MenuNode,
  type SubmenuNode,
  type Track,
  unknownTrack,
} from "../../../host_stdio/api/shapes.ts";
import type { PlayerScript } from "../../support/harness.ts";

/** Returns a distinct GUID for each number, as a player writes it. */
export function guidOf(number: number): string {
  return `{0ABCDEF0-1111-2222-3333-${number.toString(16).toUpperCase().padStart(12, "0")}}`;
}

/** A command node; by default enabled and without a GUID. */
export function command(label: string, members: Partial<CommandNode> = {}): CommandNode {
  return { type: "command", label, commandId: 0, enabled: true, checked: false, ...members };
}

/** A submenu node. */
export function submenu(label: string, ...children: MenuNode[]): SubmenuNode {
  return { type: "submenu", label, children };
}

/** A separator node. */
export const separator: MenuNode = { type: "separator" };

/** A track without metadata. */
export function trackAt(path: string): Track {
  return unknownTrack({ path, subsong: 0 });
}

/** The actions of a player that plays a track or, with `false`, nothing. */
export function playing(is: boolean): PlayerScript {
  return {
    "player.playback.nowPlaying": {
      track: is ? trackAt("/music/now.flac") : null,
      playlist: null,
      item: null,
    },
  };
}

/** The actions of a player with this many selected tracks. */
export function selected(total: number): PlayerScript {
  return { "player.selection.get": { total, type: "active_playlist_selection", handles: [] } };
}

/** A player that builds a menu, runs and confirms every command, and authorizes every path. */
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
