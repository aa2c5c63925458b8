/**
 * `selection.set` and `selection.setPlaylistTracking` (specification, "selection").
 *
 * @module
 */

import * as v from "valibot";
import { ACTION_NOT_SUPPORTED } from "../../host_stdio/native_actions.ts";
import { NativeActionError } from "../../host_stdio/player.ts";
import { type Handle, index } from "../../host_stdio/shapes.ts";
import { isPathTooLong } from "../../limits/path_length.ts";
import { parseTrackHandle } from "../../limits/track_handle.ts";
import { described, documentedAs } from "../documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../operation.ts";
import { params, treatedAs } from "../params.ts";

const noValidHandles = "No valid handles found";
const notAcquired = "Failed to acquire selection holder";
const trackingMode = v.picklist(["playlist", "selection"]);

/** `selection.set`: selects tracks. */
export const set = defineOperation({
  name: "selection.set",
  description: "Makes the tracks given the current selection.",
  params: params({
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
  result: v.strictObject({
    success: v.literal(true),
    count: described(index, "How many tracks are selected now."),
  }),
  errors: [noValidHandles, notAcquired],
  events: ["selection:changed"],
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

/** `selection.setPlaylistTracking`: lets the selection follow a playlist. */
export const setPlaylistTracking = defineOperation({
  name: "selection.setPlaylistTracking",
  description: "Makes the selection follow the active playlist or what is selected in it.",
  params: params({
    mode: described(
      treatedAs(trackingMode, "selection"),
      "Whether the selection follows the active playlist as a whole or what is selected in it.",
    ),
  }),
  result: v.strictObject({ success: v.literal(true), mode: described(trackingMode, "The mode as used.") }),
  events: ["selection:changed"],
  handle: async ({ mode }, { player }) => {
    await player.request("player.selection.track", { mode });
    return succeeded({ mode });
  },
});

/** The handle that an entry names, as a list; empty for an entry that is skipped. */
function handleOf(text: unknown): Handle[] {
  if (typeof text !== "string" || isPathTooLong(text)) return [];
  const { path, subsong } = parseTrackHandle(text);
  return path === "" ? [] : [{ path, subsong }];
}

/** Whether the player has said that it cannot; one that lacks the action or does not answer has said nothing. */
function isRefusal(error: unknown): boolean {
  return error instanceof NativeActionError && error.playerCode !== undefined &&
    error.playerCode !== ACTION_NOT_SUPPORTED;
}
