/** The events and limits of the extension `playlist` (extensions.md, "Events" and "Limits"). */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { described } from "../../core/documented_schema.ts";
import { defineEvent } from "../../core/event.ts";

const named = v.strictObject({ index: described(index, "The playlist's index."), name: v.string() });
const counts = {
  oldCount: described(index, "How many there were."),
  newCount: described(index, "How many are left."),
};
const playlist = described(index, "The playlist's index.");
const orNone = v.pipe(v.number(), v.safeInteger(), v.minValue(-1));
const activeIndex = described(orNone, "-1 for none.");

/** The events by name. */
export const playlistEvents = {
  created: defineEvent({
    name: "playlist:created",
    description: "A playlist was created.",
    payload: () => named,
  }),
  renamed: defineEvent({
    name: "playlist:renamed",
    description: "A playlist was renamed.",
    payload: () => named,
  }),
  removed: defineEvent({
    name: "playlist:removed",
    description: "One or more playlists were removed.",
    payload: () => v.strictObject(counts),
  }),
  activated: defineEvent({
    name: "playlist:activated",
    description: "Another playlist, or none, is the active one.",
    payload: () => v.strictObject({ oldIndex: activeIndex, newIndex: activeIndex }),
  }),
  itemsAdded: defineEvent({
    name: "playlist:itemsAdded",
    description: "Items were added to a playlist.",
    payload: () =>
      v.strictObject({
        playlist,
        start: described(index, "The index of the first one."),
        count: described(index, "How many were added."),
      }),
  }),
  itemsRemoved: defineEvent({
    name: "playlist:itemsRemoved",
    description: "Items were removed from a playlist.",
    payload: () => v.strictObject({ playlist, ...counts }),
  }),
  itemsReordered: defineEvent({
    name: "playlist:itemsReordered",
    description: "The items of a playlist were reordered.",
    payload: () => v.strictObject({ playlist, count: described(index, "How many items it has.") }),
  }),
  selectionChanged: defineEvent({
    name: "playlist:selectionChanged",
    description: "Other items of a playlist are selected.",
    payload: () => v.strictObject({ playlist }),
  }),
  focusChanged: defineEvent({
    name: "playlist:focusChanged",
    description: "Another item of a playlist has the focus.",
    payload: () =>
      v.strictObject({
        playlist,
        from: described(orNone, "The item that had it; -1 for none, or when it is not known."),
        to: described(orNone, "The item that has it; -1 for none."),
      }),
  }),
  addComplete: defineEvent({
    name: "playlist:addComplete",
    description: "playlist.addPathsAsync has ended; sent after its answer.",
    payload: () =>
      v.strictObject({
        operationId: described(v.string(), "From the answer of playlist.addPathsAsync."),
        success: v.boolean(),
        addedCount: described(index, "How many tracks were added."),
        totalCount: described(index, "How many entries `paths` had."),
        error: described(v.optional(v.string()), "Why it failed."),
      }),
  }),
} as const;

/** The maximum number of tracks in an answer. */
export const MAX_TRACKS = 10_000;

/** The longest playlist that the bridge sorts, shuffles, reverses, rearranges or copies. */
export const MAX_PLAYLIST_SIZE = 100_000;

/**
 * The maximum number of additions that continue after their answers. A further one is answered when one of them has
 * ended: no other limit counts answered calls, and a page could fill the memory with paths that a slow player has yet
 * to resolve.
 */
export const MAX_ADDITIONS = 4;

/** The error text for a playlist over {@linkcode MAX_PLAYLIST_SIZE}. */
export const tooLarge = "Playlist is too large";
