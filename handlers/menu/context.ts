/**
 * The parameters that several operations of the namespace `menu` share.
 *
 * @module
 */

import * as v from "valibot";
import { NativeActionError, type Player } from "../../host_stdio/player.ts";
import { type Handle, type MenuContext, subsong } from "../../host_stdio/shapes.ts";
import { isPathTooLong, parseTrackHandle } from "../../limits/paths.ts";
import { described, documentedAs } from "../core/documented_schema.ts";
import { Failure } from "../core/operation.ts";
import { array, boolean, isAbsent, optional, string, treatedAs, withDefault } from "../core/params.ts";
import { refusedMedia } from "../core/player_requests.ts";
import { parseGuid } from "./resolution.ts";

/** The modes that a page can ask for. */
export const contextModes = ["auto", "selection", "playlist", "nowPlaying", "handles"] as const;

/** The texts for a mode that has no tracks. */
export const contextErrors = {
  noHandles: "handles required for mode=handles",
  noUsableHandles: "No usable handles",
  notPlaying: "No track is playing",
  notSelected: "No tracks selected",
} as const;

/** A mode that a page can ask for. */
export type ContextMode = (typeof contextModes)[number];

/** A mode that can take effect. */
export type EffectiveMode = MenuContext["source"];

/**
 * Chooses the tracks that a menu is about.
 *
 * @param player The player, asked in the name of the call.
 * @param mode What the page asks for; `auto` tries handles, the playing track and the selection in this order and ends
 * with the playlist.
 * @param handles The track handles that the page gives, in string or object form; unusable ones are skipped.
 * @returns The context; its source is the mode that takes effect.
 * @throws {Failure} When another mode than `auto` has no tracks.
 * @throws {NativeActionError} When the player cannot judge the handles or, unless the mode is `auto`, cannot tell what
 * plays or is selected.
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
 * @param player The player, asked in the name of the call.
 * @returns Whether there is a playing track.
 * @throws {NativeActionError} When the player cannot tell.
 */
export async function isPlaying(player: Player): Promise<boolean> {
  return (await player.request("player.playback.nowPlaying", {})).track !== null;
}

/**
 * How many tracks are selected.
 *
 * @param player The player, asked in the name of the call.
 * @returns Their number.
 * @throws {NativeActionError} When the player cannot tell.
 */
export async function selectedCount(player: Player): Promise<number> {
  // Only the total matters; one entry is the least that no player takes for "all".
  return (await player.request("player.selection.get", { offset: 0, limit: 1 })).total;
}

async function chooseFirst(player: Player, given: readonly unknown[]): Promise<MenuContext> {
  const handles = await usableHandles(player, given);
  if (handles.length > 0) return { source: "handles", handles };
  if (await isKnown(isPlaying(player))) return { source: "nowPlaying" };
  if (await isKnown(selectedCount(player))) return { source: "selection" };
  return { source: "playlist" };
}

/**
 * Whether no handles are given.
 *
 * @param handles The parameter as the page gave it.
 * @returns True for an empty list, and for null and none.
 */
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

/** For `auto`, a player that cannot tell whether there is something counts as one that has nothing. */
async function isKnown(found: Promise<boolean | number>): Promise<boolean> {
  try {
    return Boolean(await found);
  } catch (error) {
    if (error instanceof NativeActionError) return false;
    throw error;
  }
}

/** The handles that can be used, in the order given. */
async function usableHandles(player: Player, given: readonly unknown[]): Promise<Handle[]> {
  const handles = given.map(readHandle).filter((handle) => handle !== undefined);
  const refused = await refusedMedia(player, handles.map(({ path }) => path));
  return handles.filter((_handle, index) => !refused.has(index));
}

/** A handle in either form; undefined when it is none or its path is too long. */
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

/** The text for the GUID of a child that is no GUID. */
export const invalidSubGuid = "Invalid subGuid format";

/** A track handle as a page is to give it, in string or object form. */
export const givenHandle = v.union([v.string(), handleObject]);

/** Track handles, in string or object form; each is judged on its own. */
export const handlesParam = described(
  optional(documentedAs(array, v.array(givenHandle))),
  "Track handles, needed when `mode` is `handles`. Unusable ones are skipped.",
);

/** The mode that a page asks for. */
export const modeParam = described(
  treatedAs(v.picklist(contextModes), "auto"),
  "Which tracks the menu is about. `auto` takes the first of handles, playing track, selection and playlist that there is.",
);

/** Whether labels are to be translated. */
export const i18nParam = described(withDefault(boolean, true), "Whether `displayLabel` is translated.");

/** The language to translate labels into. */
export const localeParam = described(
  withDefault(string, "auto"),
  "The language to translate into, a BCP 47 tag; with `auto` labels stay as the player has them.",
);

/** Whether submenus carry counters. */
export const withAvailabilityParam = described(
  withDefault(boolean, true),
  "Whether each submenu has `availability`.",
);

/** The GUID of a dynamically generated child. */
export const subGuidParam = described(
  optional(string),
  "The GUID of a dynamically generated child of the command whose GUID is in `command`.",
);

/**
 * Reads the GUID of a dynamically generated child.
 *
 * @param subGuid The parameter; "" counts as left out.
 * @returns Its canonical form; undefined when it is left out.
 * @throws {Failure} When it is no GUID.
 */
export function readSubGuid(subGuid: string | undefined): string | undefined {
  if (subGuid === undefined || subGuid === "") return undefined;
  const guid = parseGuid(subGuid);
  if (guid === undefined) throw new Failure(invalidSubGuid);
  return guid;
}
