/** Rows of native menus, and the tracks that a context menu applies to. */

import type { Handle, MenuContext, MenuNode } from "../../host_stdio/api/shapes.ts";
import { ActionError } from "./actions.ts";
import type { Place, PlayingTrack } from "./places.ts";
import type { Playlists } from "./playlists.ts";
import type { Selection } from "./selection.ts";
import { sequenceOf, type TrackSequence } from "./tracks.ts";

export interface CommandRow {
  readonly type: "command";
  readonly label: string;
  readonly guid: string | undefined;
  readonly subGuid: string | undefined;
  readonly enabled: boolean;
  readonly checked: boolean;
  readonly radioChecked: boolean;
  readonly hidden: boolean;
  run(): void;
}

export interface SubmenuRow {
  readonly type: "submenu";
  readonly label: string;
  readonly rows: readonly MenuRow[];
}

export type MenuRow = CommandRow | SubmenuRow | { readonly type: "separator" };

export const separator: MenuRow = { type: "separator" };

/**
 * Makes a command row.
 *
 * @param label The label, with `&` before the access key.
 * @param guid The command's stable GUID, if it has one.
 * @param details By default the command is enabled, not checked, and does nothing.
 */
export function command(
  label: string,
  guid: string | undefined,
  details: Partial<Omit<CommandRow, "type" | "label" | "guid">> = {},
): CommandRow {
  return {
    type: "command",
    label,
    guid,
    subGuid: undefined,
    enabled: true,
    checked: false,
    radioChecked: false,
    hidden: false,
    run: () => {},
    ...details,
  };
}

/** Escapes each `&` of a name, so that a label shows it instead of marking an access key. */
export function labelOf(name: string): string {
  return name.replaceAll("&", "&&");
}

export function submenu(label: string, rows: readonly MenuRow[]): SubmenuRow {
  return { type: "submenu", label, rows };
}

/** Returns all commands of a menu, depth first. The id of a command is its index plus 1. */
export function commandsOf(rows: readonly MenuRow[]): CommandRow[] {
  return rows.flatMap((row) =>
    row.type === "command" ? [row] : row.type === "submenu" ? commandsOf(row.rows) : []
  );
}

/** Converts a menu to the nodes of the player's answer. Commands are numbered from 1. */
export function nodesOf(rows: readonly MenuRow[]): MenuNode[] {
  let lastId = 0;
  const nodeOf = (row: MenuRow): MenuNode => {
    switch (row.type) {
      case "separator":
        return { type: "separator" };
      case "submenu":
        return { type: "submenu", label: row.label, children: row.rows.map(nodeOf) };
      case "command":
        return {
          type: "command",
          label: row.label,
          commandId: ++lastId,
          ...(row.guid !== undefined && { guid: row.guid }),
          ...(row.subGuid !== undefined && { subGuid: row.subGuid }),
          enabled: row.enabled,
          checked: row.checked,
          ...(row.radioChecked && { radioChecked: true }),
          ...(row.hidden && { hidden: true }),
        };
    }
  };
  return rows.map(nodeOf);
}

/** The parts of a player in which {@linkcode menuSubject} looks for tracks. */
export interface SubjectParts {
  readonly library: { canonical(handle: Handle): Handle };
  readonly playback: Pick<PlayingTrack, "playing">;
  readonly playlists: Pick<Playlists, "active">;
  readonly selection: Pick<Selection, "view">;
}

/** The tracks that a context menu applies to. */
export interface MenuSubject {
  readonly source: MenuContext["source"];
  readonly tracks: TrackSequence;
  /** Returns the playlist item of the track at an index; null when the track is not from a playlist. */
  placeOf(index: number): Place | null;
}

/**
 * Finds the tracks that a context menu applies to. There may be none: an empty selection has a menu too.
 *
 * @throws {ActionError} When the menu is for the playing track and nothing plays, or for the active
 * playlist and no playlist is active.
 */
export function menuSubject(context: MenuContext, parts: SubjectParts): MenuSubject {
  const { library, playback, playlists, selection } = parts;
  const { source } = context;
  switch (context.source) {
    case "handles": {
      const handles = context.handles.map((handle) => library.canonical(handle));
      return { source, tracks: sequenceOf(handles), placeOf: () => null };
    }
    case "nowPlaying": {
      const { playing } = playback;
      if (!playing) throw new ActionError("No track is playing");
      return { source, tracks: sequenceOf([playing.handle]), placeOf: () => playing.place };
    }
    case "selection": {
      const { tracks, playlist, itemAt } = selection.view;
      return {
        source,
        tracks,
        placeOf: (index) => playlist && itemAt ? { playlist, item: itemAt(index) } : null,
      };
    }
    case "playlist": {
      const playlist = playlists.active;
      if (!playlist) throw new ActionError("No playlist is active");
      return { source, tracks: playlist.tracks, placeOf: (item) => ({ playlist, item }) };
    }
  }
}
