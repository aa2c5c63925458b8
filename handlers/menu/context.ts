/**
 * The tracks of a context menu (specification, "menu.getContextMenu", mode rule; decisions.md, "menu"), and
 * parameters that several operations share.
 */

import * as v from "valibot";
import { type Handle, type MenuContext, subsong } from "../../host_stdio/api/shapes.ts";
import { NativeActionError, type Player } from "../../host_stdio/player.ts";
import { isPathTooLong, parseTrackHandle } from "../../limits/paths.ts";
import { described, documentedAs } from "../core/documented_schema.ts";
import { Failure } from "../core/operation.ts";
import { array, boolean, isAbsent, optional, string, treatedAs, withDefault } from "../core/params.ts";
import { refusedMedia } from "../core/player_requests.ts";
import { parseGuid } from "./resolution.ts";

/** The values of `mode`. */
export const contextModes = ["auto", "selection", "playlist", "nowPlaying", "handles"] as const;

/** The error texts for a mode without tracks. */
export const contextErrors = {
  noHandles: "handles required for mode=handles",
  noUsableHandles: "No usable handles",
  notPlaying: "No track is playing",
  notSelected: "No tracks selected",
} as const;

export type ContextMode = (typeof contextModes)[number];

/**
 * Chooses the tracks of a menu.
 *
 * @param mode `auto` tries handles, the playing track and the selection in this order and ends with the playlist.
 * @param handles The handles as the page gave them. Unusable ones are skipped.
 * @returns The context. Its source is the mode that takes effect.
 * @throws {Failure} When a mode other than `auto` has no tracks.
 * @throws {NativeActionError} When the player cannot check the handles or, unless the mode is `auto`, cannot answer
 * what plays or is selected.
 */
export function chooseContext(
  player: Player,
  mode: ContextMode,
  handles: readonly unknown[] = [],
): Promise<MenuContext> | MenuContext {
  switch (mode) {
    case "auto":
      return chooseFirst(player, handles);
    case "handles":
      return requireHandles(player, handles);
    case "nowPlaying":
      return requireContext(isPlaying(player), "nowPlaying", contextErrors.notPlaying);
    case "selection":
      return requireContext(selectedCount(player), "selection", contextErrors.notSelected);
    case "playlist":
      return { source: "playlist" };
  }
}

/**
 * Whether a track is playing.
 *
 * @throws {NativeActionError} When the player fails.
 */
export async function isPlaying(player: Player): Promise<boolean> {
  return (await player.request("player.playback.nowPlaying", {})).track !== null;
}

/**
 * Returns the number of selected tracks.
 *
 * @throws {NativeActionError} When the player fails.
 */
export async function selectedCount(player: Player): Promise<number> {
  // Only the total matters. The limit is 1, because a player may take 0 for "all".
  return (await player.request("player.selection.get", { offset: 0, limit: 1 })).total;
}

async function chooseFirst(player: Player, given: readonly unknown[]): Promise<MenuContext> {
  const handles = await usableHandles(player, given);
  if (handles.length > 0) return { source: "handles", handles };
  if (await isKnown(isPlaying(player))) return { source: "nowPlaying" };
  if (await isKnown(selectedCount(player))) return { source: "selection" };
  return { source: "playlist" };
}

/** Whether the handles are null, missing or an empty list. */
export function lacksHandles(handles: unknown): boolean {
  return isAbsent(handles) || Array.isArray(handles) && handles.length === 0;
}

async function requireHandles(player: Player, given: readonly unknown[]): Promise<MenuContext> {
  if (lacksHandles(given)) throw new Failure(contextErrors.noHandles);
  const handles = await usableHandles(player, given);
  if (handles.length === 0) throw new Failure(contextErrors.noUsableHandles);
  return { source: "handles", handles };
}

async function requireContext(
  found: Promise<boolean | number>,
  source: "nowPlaying" | "selection",
  missing: string,
): Promise<MenuContext> {
  if (!await found) throw new Failure(missing);
  return { source };
}

/** For `auto`, a player that fails to answer counts as one without such tracks. */
async function isKnown(found: Promise<boolean | number>): Promise<boolean> {
  try {
    return Boolean(await found);
  } catch (error) {
    if (error instanceof NativeActionError) return false;
    throw error;
  }
}

/** Returns the usable handles in the order given. */
async function usableHandles(player: Player, given: readonly unknown[]): Promise<Handle[]> {
  const handles = given.map(readHandle).filter((handle) => handle !== undefined);
  const refused = await refusedMedia(player, handles.map(({ path }) => path));
  return handles.filter((_handle, index) => !refused.has(index));
}

/** Parses a handle in string or object form; undefined when it is invalid or its path is too long. */
function readHandle(given: unknown): Handle | undefined {
  if (typeof given === "string") {
    if (isPathTooLong(given)) return undefined;
    const { path, subsong } = parseTrackHandle(given);
    return { path, subsong };
  }
  const outcome = v.safeParse(handleObject, given);
  return outcome.success && !isPathTooLong(outcome.output.path) ? outcome.output : undefined;
}

/** A track handle in object form. */
export const handleObject = v.object({ path: v.string(), subsong: v.nullish(subsong, 0) });

/** The error text for a `subGuid` that is not a GUID. */
export const invalidSubGuid = "Invalid subGuid format";

/** A documented track handle, in string or object form. */
export const givenHandle = v.union([v.string(), handleObject]);

/** Each handle is checked on its own. */
export const handlesParam = described(
  optional(documentedAs(array, v.array(givenHandle))),
  "Track handles, needed when `mode` is `handles`. Unusable ones are skipped.",
);

export const modeParam = described(
  treatedAs(v.picklist(contextModes), "auto"),
  "The tracks that the menu is for. `auto` takes the first that exists of handles, playing track, selection and playlist.",
);

export const i18nParam = described(withDefault(boolean, true), "Whether `displayLabel` is translated.");

export const localeParam = described(
  withDefault(string, "auto"),
  "The language to translate into, a BCP 47 tag; with `auto` labels stay as the player has them.",
);

export const withAvailabilityParam = described(
  withDefault(boolean, true),
  "Whether each submenu has `availability`.",
);

export const subGuidParam = described(
  optional(string),
  "The GUID of a dynamically generated child of the command whose GUID is in `command`.",
);

/**
 * Parses the GUID of a dynamically generated child; "" counts as left out.
 *
 * @returns Its canonical form; undefined when it is left out.
 * @throws {Failure} When it is not a GUID.
 */
export function readSubGuid(subGuid: string | undefined): string | undefined {
  if (subGuid === undefined || subGuid === "") return undefined;
  const guid = parseGuid(subGuid);
  if (guid === undefined) throw new Failure(invalidSubGuid);
  return guid;
}
