/** Menus and players for the tests of the namespace `menu`. */

import { type CommandNode, type MenuNode, type SubmenuNode } from "../../../host_stdio/api/shapes.ts";
import type { PlayerScript } from "../../support/harness.ts";

/** Returns a distinct GUID for each number, as a player writes it. */
export function guidOf(number: number): string {
  return `{0ABCDEF0-1111-2222-3333-${number.toString(16).toUpperCase().padStart(12, "0")}}`;
}

/** A command node; by default enabled and without a GUID. */
export function command(label: string, members: Partial<CommandNode> = {}): CommandNode {
  return { type: "command", label, commandId: 0, enabled: true, checked: false, ...members };
}

export function submenu(label: string, ...children: MenuNode[]): SubmenuNode {
  return { type: "submenu", label, children };
}

export const separator: MenuNode = { type: "separator" };

/** A player that builds a menu, plays nothing and has nothing selected. */
export function menuPlayer(nodes: readonly MenuNode[]): PlayerScript {
  return {
    "player.playback.nowPlaying": { track: null, playlist: null, item: null },
    "player.selection.get": { total: 0, type: "active_playlist_selection", handles: [] },
    "player.menu.build": { nodes: [...nodes] },
  };
}
