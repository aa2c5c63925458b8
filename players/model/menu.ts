/**
 * Rows of native menus, and the tracks that a context menu is about.
 *
 * @module
 */

import type { Handle, MenuContext, MenuNode } from "../../host_stdio/shapes.ts";
import { ActionError } from "./actions.ts";
import type { Place, PlayingTrack } from "./places.ts";
import type { Playlists } from "./playlists.ts";
import type { Selection } from "./selection.ts";
import { sequenceOf, type TrackSequence } from "./tracks.ts";

/** A row that runs a command. */
export interface CommandRow {
  readonly type: "command";
  readonly label: string;
  readonly guid: string | undefined;
  readonly subGuid: string | undefined;
  readonly enabled: boolean;
  readonly checked: boolean;
  readonly radioChecked: boolean;
  readonly hidden: boolean;
  /** Does what the command does. */
  run(): void;
}

/** A row that opens further rows. */
export interface SubmenuRow {
  readonly type: "submenu";
  readonly label: string;
  readonly rows: readonly MenuRow[];
}

/** A row of a menu. */
export type MenuRow = CommandRow | SubmenuRow | { readonly type: "separator" };

/** A line between rows. */
export const separator: MenuRow = { type: "separator" };

/**
 * A row that runs a command.
 *
 * @param label Its label, `&` before the letter of its key.
 * @param guid Its stable GUID; undefined for a registration that exposes none.
 * @param details What is not as usual: a command is enabled, not checked, and being run is recorded and nothing else.
 * @returns The row.
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

/**
 * A name as a label: an `&` in it is no mark of a key.
 *
 * @param name The name.
 * @returns The label.
 */
export function labelOf(name: string): string {
  return name.replaceAll("&", "&&");
}

/**
 * A row that opens further rows.
 *
 * @param label Its label.
 * @param rows The rows.
 * @returns The row.
 */
export function submenu(label: string, rows: readonly MenuRow[]): SubmenuRow {
  return { type: "submenu", label, rows };
}

/**
 * The commands of a menu in the order of their ids.
 *
 * @param rows The menu.
 * @returns All its commands, at every depth; the first one has the id 1.
 */
export function commandsOf(rows: readonly MenuRow[]): CommandRow[] {
  return rows.flatMap((row) =>
    row.type === "command" ? [row] : row.type === "submenu" ? commandsOf(row.rows) : []
  );
}

/**
 * A menu as it is answered to the bridge.
 *
 * @param rows The menu.
 * @returns Its nodes, the commands numbered in order from 1.
 */
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

/** Where the tracks of a context menu are looked for. */
export interface SubjectParts {
  readonly library: { canonical(handle: Handle): Handle };
  readonly playback: Pick<PlayingTrack, "playing">;
  readonly playlists: Pick<Playlists, "active">;
  readonly selection: Pick<Selection, "view">;
}

/** The tracks of a context menu. */
export interface MenuSubject {
  readonly source: MenuContext["source"];
  readonly tracks: TrackSequence;
  /**
   * Where a track is in a playlist.
   *
   * @param index Its place among the tracks.
   * @returns The item; null when it is in none.
   */
  placeOf(index: number): Place | null;
}

/**
 * Finds what a context menu is about.
 *
 * @param context The context.
 * @param parts Where it is looked for.
 * @returns The tracks; an empty selection or playlist has a menu too.
 * @throws {ActionError} When nothing plays or no playlist is active, and the menu was to be about that.
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
