/**
 * The signals that only extensions use (native-actions.md, "Extensions"). They are part of the table of all signals.
 *
 * @module
 */

import * as v from "valibot";
import type { Signal } from "./definitions.ts";
import { index, integer, playlistId } from "./shapes.ts";

const seconds = v.pipe(v.number(), v.minValue(0));

/** The signals that extensions add, by name. */
export const extensionSignals = {
  "signal.playbackSeeked": {
    description: "The playback position was set, in seconds.",
    params: () => v.object({ position: seconds }),
    extensions: ["playback"],
  },
  "signal.volumeChanged": {
    description: "The volume, as linear amplitude, or the mute has changed.",
    params: () => v.object({ level: v.pipe(v.number(), v.minValue(0), v.maxValue(1)), muted: v.boolean() }),
    extensions: ["playback"],
  },
  "signal.orderChanged": {
    description: "The playback order has changed.",
    params: () => v.object({ order: integer }),
    extensions: ["playback"],
  },
  "signal.stopAfterCurrentChanged": {
    description: "Whether playback stops at the end of the playing track has changed.",
    params: () => v.object({ enabled: v.boolean() }),
    extensions: ["playback"],
  },
  "signal.streamInfo": {
    description: "The playing stream reports a new title, a new artist, or both.",
    params: () => v.object({ title: v.nullish(v.string()), artist: v.nullish(v.string()) }),
    extensions: ["playback"],
  },
  "signal.queueChanged": {
    description: "The playback queue has changed.",
    params: () =>
      v.object({
        origin: v.picklist(["user_added", "user_removed", "playback_advance", "unknown"]),
      }),
    extensions: ["playback"],
  },
  "signal.playlistRenamed": {
    description: "A playlist was renamed.",
    params: () => v.object({ playlist: playlistId, name: v.string() }),
    extensions: ["playlist"],
  },
  "signal.playlistActivated": {
    description: "Another playlist, or none, is the active one.",
    params: () => v.object({ playlist: v.nullable(playlistId) }),
    extensions: ["playlist"],
  },
  "signal.playlistItemsChanged": {
    description:
      "Items were added to a playlist (from start on), removed, or reordered: how many, and how many there are now.",
    params: () =>
      v.object({
        playlist: playlistId,
        change: v.picklist(["added", "removed", "reordered"]),
        start: v.nullish(index),
        count: index,
        total: index,
      }),
    extensions: ["playlist"],
  },
  "signal.playlistSelectionChanged": {
    description: "Other items of a playlist are selected, or another one has the focus.",
    params: () => v.object({ playlist: playlistId, selected: v.boolean(), focus: v.nullable(index) }),
    extensions: ["playlist"],
  },
  "signal.libraryChanged": {
    description: "The media library has changed; whether it is ready.",
    params: () => v.object({ ready: v.boolean() }),
    extensions: ["library", "playlist"],
  },
  "signal.windowStateChanged": {
    description: "The window of a panel has changed.",
    params: () =>
      v.object({
        panel: v.string(),
        maximized: v.boolean(),
        minimized: v.boolean(),
        fullscreen: v.boolean(),
        active: v.boolean(),
      }),
    extensions: ["window"],
  },
} as const satisfies Record<`signal.${string}`, Signal>;
