/** Namespace `selection`: the selected tracks of the player (specification, "selection"). */

import * as v from "valibot";
import { ACTION_NOT_SUPPORTED } from "../../host_stdio/api/native_actions.ts";
import { type Handle, index, type Track, track } from "../../host_stdio/api/shapes.ts";
import { NativeActionError, type Player } from "../../host_stdio/player.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { formatTrackHandle, isPathTooLong, parseTrackHandle } from "../../limits/paths.ts";
import { described, documentedAs } from "../core/documented_schema.ts";
import { defineNamespace } from "../core/namespace.ts";
import { defineOperation, Failure, noParams, succeeded } from "../core/operation.ts";
import { boolean, integer, optional, params, treatedAs } from "../core/params.ts";
import { playlistIndices } from "../core/playlists.ts";
import {
  type SelectionPage,
  selectionPage,
  type SelectionType,
  selectionTypeNames,
  selectionTypes,
} from "./player_selection.ts";
import { DEFAULT_SELECTION_LIMIT, SelectionChanges, selectionEvents } from "./selection_changes.ts";

const notNegative = v.pipe(integer, v.minValue(0));

export const get = defineOperation({
  name: "selection.get",
  description: "Returns the selected tracks, or a part of them, without touching any playlist.",
  needs: ["player.selection.get"],
  params: () =>
    params({
      offset: described(treatedAs(notNegative, 0), "The index of the first track."),
      limit: described(
        v.fallback(optional(notNegative), undefined),
        `The maximum number of tracks, 0 for all from \`offset\` on; ${DEFAULT_SELECTION_LIMIT} when left out.`,
      ),
    }),
  result: () =>
    v.strictObject({
      count: described(index, "The total number of selected tracks."),
      type: v.picklist(selectionTypeNames),
      handles: described(v.array(v.string()), "Track handles, `path` or `path|subsong:N`."),
      offset: described(index, "The offset as used."),
      hasMore: described(v.boolean(), "Whether more tracks follow."),
      truncated: described(
        v.optional(v.literal(true)),
        `Only when more than ${DEFAULT_SELECTION_LIMIT} tracks are selected and \`limit\` was left out.`,
      ),
    }),
  failure: "error",
  handle: async ({ offset, limit }, { player }) => {
    const most = limit === 0 ? null : limit ?? DEFAULT_SELECTION_LIMIT;
    const { total, type, handles } = await selectionPage(player, offset, most);
    return {
      count: total,
      type,
      handles: handles.map(formatTrackHandle),
      offset,
      hasMore: offset + handles.length < total,
      ...(limit === undefined && total > DEFAULT_SELECTION_LIMIT && { truncated: true as const }),
    };
  },
});

const noValidHandles = "No valid handles found";
const notAcquired = "Failed to acquire selection holder";
const trackingMode = v.picklist(["playlist", "selection"]);

export const set = defineOperation({
  name: "selection.set",
  description: "Makes the given tracks the current selection.",
  needs: ["player.selection.set"],
  params: () =>
    params({
      handles: described(
        documentedAs(
          v.pipe(
            v.array(v.unknown(), "handles array is required"),
            v.nonEmpty("handles array is empty"),
          ),
          v.pipe(v.array(v.string()), v.nonEmpty()),
        ),
        "Track handles, `path` or `path|subsong:N`; unusable ones are skipped.",
      ),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      count: described(index, "How many tracks are selected now."),
    }),
  errors: [noValidHandles, notAcquired],
  events: [selectionEvents.changed],
  handle: async ({ handles: texts }, { player }) => {
    const handles = texts.flatMap(handleOf);
    if (handles.length === 0) throw new Failure(noValidHandles);
    let count: number;
    try {
      ({ count } = await player.request("player.selection.set", { handles }));
    } catch (error) {
      throw isRefusal(error) ? new Failure(notAcquired) : error;
    }
    if (count === 0) throw new Failure(noValidHandles);
    return succeeded({ count });
  },
});

export const setPlaylistTracking = defineOperation({
  name: "selection.setPlaylistTracking",
  description: "Makes the selection follow the active playlist or its selected items.",
  needs: ["player.selection.track"],
  params: () =>
    params({
      mode: described(
        treatedAs(trackingMode, "selection"),
        "Whether the selection follows the whole active playlist or its selected items.",
      ),
    }),
  result: () =>
    v.strictObject({ success: v.literal(true), mode: described(trackingMode, "The mode as used.") }),
  events: [selectionEvents.changed],
  handle: async ({ mode }, { player }) => {
    await player.request("player.selection.track", { mode });
    return succeeded({ mode });
  },
});

/** Parses a handle; empty for an entry that is skipped. */
function handleOf(text: unknown): Handle[] {
  if (typeof text !== "string" || isPathTooLong(text)) return [];
  const { path, subsong } = parseTrackHandle(text);
  return path === "" ? [] : [{ path, subsong }];
}

/** Whether the player refused. A missing action or a missing answer is not a refusal. */
function isRefusal(error: unknown): boolean {
  return error instanceof NativeActionError && error.playerCode !== undefined &&
    error.playerCode !== ACTION_NOT_SUPPORTED;
}

const mode = v.picklist(["prefer_playing", "prefer_selection"]);

export const getType = defineOperation({
  name: "selection.getType",
  description: "Returns the type of the current selection, as a number and as a name.",
  needs: ["player.selection.get"],
  params: noParams,
  result: () =>
    v.strictObject({
      type: described(v.picklist(Object.values(selectionTypes)), "The number that belongs to `typeName`."),
      typeName: v.picklist(selectionTypeNames),
    }),
  failure: "error",
  handle: async (_params, { player }) => {
    const type = await typeOf(player);
    return { type: selectionTypes[type], typeName: type };
  },
});

export const getViewerMode = defineOperation({
  name: "selection.getViewerMode",
  description: "Returns whether viewers should prefer the playing track or the selection.",
  needs: ["player.selection.get"],
  params: noParams,
  result: () => v.strictObject({ mode }),
  failure: "error",
  handle: async (_params, { player }) => ({ mode: modeOf(await typeOf(player)) }),
});

/** The metadata of the viewed track in an answer. */
export const viewedTrackInfo = () =>
  v.strictObject({
    ...schemaOf(track).entries,
    id: described(v.string(), "The absolute path, with `|subsong:N` when the subsong is above 0."),
    fullPath: described(v.string(), "The same as `id`."),
  });

export const getViewingTrack = defineOperation({
  name: "selection.getViewingTrack",
  description: "Returns the track for viewers: of the preferred source, else of the other.",
  params: () =>
    params({
      includeTrackInfo: described(treatedAs(boolean, false), "Whether `track` is included."),
    }),
  result: () =>
    v.variant("found", [
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
        playlistIndex: described(v.optional(index), "The index of its playlist, if known."),
        source: described(v.picklist(["now_playing", "selection"]), "Which of the two it is."),
        track: described(
          v.optional(schemaOf(viewedTrackInfo)),
          "Only when requested and known to the player.",
        ),
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

/** A track that a viewer can show. */
interface ViewedTrack {
  readonly source: "now_playing" | "selection";
  readonly handle: Handle;
  /** The id of the playlist that contains it, if known. */
  readonly playlist: string | null | undefined;
  /** Its index in that playlist, if known. */
  readonly item: number | null | undefined;
  /** Its metadata, if the player returned it together with the track. */
  readonly track?: Track;
}

/** Asks for the type of the selection. The limit is 1, because a player may take 0 for "no limit". */
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

/** The place of a track in an answer; empty unless both indices are known. */
async function placeOf(
  { playlist, item }: ViewedTrack,
  player: Player,
): Promise<{ playlistIndex?: number; itemIndex?: number }> {
  if (typeof playlist !== "string" || typeof item !== "number") return {};
  const playlistIndex = (await known(playlistIndices(player)))?.get(playlist);
  return playlistIndex === undefined ? {} : { playlistIndex, itemIndex: item };
}

/** Returns undefined when the player fails, because `selection.getViewingTrack` always succeeds. */
async function known<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NativeActionError) return undefined;
    throw error;
  }
}

export const selection = defineNamespace({
  name: "selection",
  operations: [
    get,
    getType,
    getViewerMode,
    getViewingTrack,
    set,
    setPlaylistTracking,
  ],
  events: Object.values(selectionEvents),
  createState: (connection) => new SelectionChanges(connection),
  listeners: (changes) => changes,
});
