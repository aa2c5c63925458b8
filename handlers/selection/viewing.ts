/**
 * What the user looks at: `selection.getType`, `selection.getViewerMode` and `selection.getViewingTrack` (specification,
 * "selection").
 *
 * @module
 */

import * as v from "valibot";
import { NativeActionError, type Player } from "../../host_stdio/player.ts";
import { type Handle, index, type Track, track } from "../../host_stdio/shapes.ts";
import { formatTrackHandle } from "../../limits/track_handle.ts";
import { described } from "../documented_schema.ts";
import { defineOperation, noParams, succeeded } from "../operation.ts";
import { boolean, params, treatedAs } from "../params.ts";
import { playlistIndices } from "../playlist_indices.ts";
import { type SelectionPage, selectionPage } from "./selection_page.ts";
import { type SelectionType, selectionTypeNames, selectionTypes } from "./selection_type.ts";

const mode = v.picklist(["prefer_playing", "prefer_selection"]);

/** `selection.getType`: what kind of thing is selected. */
export const getType = defineOperation({
  name: "selection.getType",
  description: "Returns what kind of thing the current selection is, as a number and as a name.",
  params: noParams,
  result: v.strictObject({
    type: described(v.picklist(Object.values(selectionTypes)), "The number that belongs to `typeName`."),
    typeName: v.picklist(selectionTypeNames),
  }),
  failure: "error",
  handle: async (_params, { player }) => {
    const type = await typeOf(player);
    return { type: selectionTypes[type], typeName: type };
  },
});

/** `selection.getViewerMode`: whether a viewer shows the playing or the selected track first. */
export const getViewerMode = defineOperation({
  name: "selection.getViewerMode",
  description: "Returns whether a viewer is to prefer the playing track or the selection.",
  params: noParams,
  result: v.strictObject({ mode }),
  failure: "error",
  handle: async (_params, { player }) => ({ mode: modeOf(await typeOf(player)) }),
});

/** The metadata of the viewed track as a page gets them. */
export const viewedTrackInfo = v.strictObject({
  ...track.entries,
  id: described(v.string(), "The absolute path, with `|subsong:N` when the subsong is above 0."),
  fullPath: described(v.string(), "The same as `id`."),
});

/** `selection.getViewingTrack`: the track that a viewer is to show. */
export const getViewingTrack = defineOperation({
  name: "selection.getViewingTrack",
  description: "Returns the track that a viewer is to show: the preferred source's, else the other's.",
  params: params({
    includeTrackInfo: described(treatedAs(boolean, false), "Whether `track` is included."),
  }),
  result: v.variant("found", [
    v.strictObject({ success: v.literal(true), found: v.literal(false), mode }),
    v.strictObject({
      success: v.literal(true),
      found: v.literal(true),
      handle: described(v.string(), "The track's handle, `path` or `path|subsong:N`."),
      itemIndex: described(
        v.optional(index),
        "Its index in the playlist; only together with `playlistIndex`.",
      ),
      mode,
      playlistIndex: described(v.optional(index), "The playlist that it is in, where that is known."),
      source: described(v.picklist(["now_playing", "selection"]), "Which of the two it is."),
      track: described(v.optional(viewedTrackInfo), "Only when it was asked for and the player knows it."),
    }),
  ]),
  failure: "never",
  handle: async ({ includeTrackInfo }, { player }) => {
    const selection = await known(selectionPage(player, 0, 1));
    const mode = modeOf(selection?.type ?? "unknown");
    const selected = selection && selectedTrack(selection);
    const viewed = mode === "prefer_playing"
      ? await playingTrack(player) ?? selected
      : selected ?? await playingTrack(player);
    if (!viewed) return succeeded({ found: false as const, mode });

    const { handle, source } = viewed;
    const place = await placeOf(viewed, player);
    const found = succeeded({
      found: true as const,
      handle: formatTrackHandle(handle),
      ...place,
      mode,
      source,
    });
    if (!includeTrackInfo) return found;
    const info = viewed.track ?? (await known(player.request("player.media.info", { handle })))?.track;
    if (!info) return found;
    const fullPath = formatTrackHandle({ path: info.absolutePath, subsong: info.subsong });
    return { ...found, track: { ...info, id: fullPath, fullPath } };
  },
});

/** A track that can be viewed. */
interface ViewedTrack {
  readonly source: "now_playing" | "selection";
  readonly handle: Handle;
  /** The id of the playlist that it is in, where that is known. */
  readonly playlist: string | null | undefined;
  /** Its index there, where that is known. */
  readonly item: number | null | undefined;
  /** Its metadata where the source has told them. */
  readonly track?: Track;
}

/** The live type. One track is asked for: a player may well mistake a limit of 0 for no limit. */
async function typeOf(player: Player): Promise<SelectionType> {
  return (await selectionPage(player, 0, 1)).type;
}

function modeOf(type: SelectionType): v.InferOutput<typeof mode> {
  return type === "now_playing" ? "prefer_playing" : "prefer_selection";
}

function selectedTrack({ handles: [handle], playlist, items }: SelectionPage): ViewedTrack | undefined {
  return handle && { source: "selection", handle, playlist, item: items?.[0] };
}

async function playingTrack(player: Player): Promise<ViewedTrack | undefined> {
  const playing = await known(player.request("player.playback.nowPlaying", {}));
  if (!playing?.track) return undefined;
  const { track, playlist, item } = playing;
  const { path, subsong } = track;
  return { source: "now_playing", handle: { path, subsong }, playlist, item, track };
}

/** Where the track is, as a page is told; empty unless both indices are known. */
async function placeOf(
  { playlist, item }: ViewedTrack,
  player: Player,
): Promise<{ playlistIndex?: number; itemIndex?: number }> {
  if (typeof playlist !== "string" || typeof item !== "number") return {};
  const playlistIndex = (await known(playlistIndices(player)))?.get(playlist);
  return playlistIndex === undefined ? {} : { playlistIndex, itemIndex: item };
}

/** The answer; undefined when the player cannot tell, because `selection.getViewingTrack` always succeeds. */
async function known<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NativeActionError) return undefined;
    throw error;
  }
}
