/**
 * The native actions and signals that only extensions use (native-actions.md, "Extensions"). They are part of the tables of
 * all native actions and of all signals.
 */

import * as v from "valibot";
import { schemaOf } from "../schema_check.ts";
import type { NativeAction, Signal } from "./definitions.ts";
import { handle, index, integer, optionalMember, playlistId, track } from "./shapes.ts";

/** With so many playlists, a page creates no more. Audacious lays all tabs out for each: 0.1 s with 200, 0.3 s with 350. */
export const MAX_PLAYLISTS = 200;

/** The error text for one more than {@linkcode MAX_PLAYLISTS}. */
export const tooManyPlaylists = `There are ${MAX_PLAYLISTS} playlists: remove one first`;

/** The maximum number of tracks whose tags are read at once. */
export const MAX_TAGGED = 200;

/** The maximum number of tracks in one answer. */
export const MAX_TRACK_PAGE = 2000;

const none = () => v.object({});
const seconds = v.pipe(v.number(), v.minValue(0));
const level = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const unixSeconds = v.pipe(v.number(), v.minValue(0));
/** Extensions without a dot; none for all files. */
const fileFilter = v.object({ name: v.string(), extensions: v.array(v.string()) });
const pageLength = v.pipe(index, v.maxValue(MAX_TRACK_PAGE));

/** The native actions that extensions add, by name. */
export const extensionActions = {
  "player.playback.state": {
    description: "Returns the state of playback; seconds, length 0 when unknown, level as linear amplitude.",
    params: none,
    answer: () =>
      v.object({
        state: v.picklist(["playing", "paused", "stopped"]),
        position: seconds,
        length: seconds,
        canSeek: v.boolean(),
        level,
        muted: v.boolean(),
        order: integer,
        stopAfterCurrent: v.boolean(),
      }),
  },
  "player.playback.start": {
    description: "Presses the play button of a stopped player.",
    params: none,
    answer: none,
  },
  "player.playback.pause": {
    description: "Pauses or resumes playback.",
    params: () => v.object({ paused: v.boolean() }),
    answer: none,
  },
  "player.playback.previous": {
    description: "Plays the previous track.",
    params: none,
    answer: none,
  },
  "player.playback.seek": {
    description: "Moves playback to a position, in seconds from the beginning of the track.",
    params: () => v.object({ position: seconds }),
    answer: none,
  },
  "player.playback.setVolume": {
    description: "Sets the volume as linear amplitude, the mute, or both; at least one of them is given.",
    params: () => v.object({ level: v.optional(level), muted: v.optional(v.boolean()) }),
    answer: none,
  },
  "player.playback.setStopAfterCurrent": {
    description: "Sets whether playback stops at the end of the playing track.",
    params: () => v.object({ enabled: v.boolean() }),
    answer: none,
  },
  "player.playlist.items": {
    description: "Returns a page of a playlist's tracks and how many there are in all.",
    params: () => v.object({ playlist: playlistId, start: index, count: pageLength }),
    answer: () => v.object({ total: index, tracks: v.array(schemaOf(track)) }),
  },
  "player.playlist.rename": {
    description: "Renames a playlist.",
    params: () => v.object({ playlist: playlistId, name: v.string() }),
    answer: none,
  },
  "player.playlist.delete": {
    description: "Removes a playlist.",
    params: () => v.object({ playlist: playlistId }),
    answer: none,
  },
  "player.playlist.removeItems": {
    description: "Removes items (ascending, distinct, all valid) in one step; answers how many are left.",
    params: () => v.object({ playlist: playlistId, items: v.array(index) }),
    answer: () => v.object({ count: index }),
  },
  "player.playlist.reorder": {
    description: "Reorders a playlist by a permutation, order[new] = old, as a whole or not at all.",
    params: () => v.object({ playlist: playlistId, order: v.array(index) }),
    answer: none,
  },
  "player.playlist.selection": {
    description: "Returns the selected items of a playlist, ascending, and the focused one.",
    params: () => v.object({ playlist: playlistId }),
    answer: () => v.object({ items: v.array(index), focus: v.nullable(index) }),
  },
  "player.playlist.select": {
    description: "Selects exactly these items (ascending, distinct, valid), moves the focus, or both.",
    params: () =>
      v.object({
        playlist: playlistId,
        items: v.optional(v.array(index)),
        focus: v.optional(v.nullable(index)),
      }),
    answer: none,
  },
  "player.library.tracks": {
    description:
      "Returns a page of the media library, in an order that stays the same until signal.libraryChanged.",
    params: () => v.object({ offset: index, limit: pageLength }),
    answer: () =>
      v.object({
        enabled: v.boolean(),
        total: index,
        tracks: v.array(v.object({
          ...schemaOf(track).entries,
          added: optionalMember(unixSeconds),
          modified: optionalMember(unixSeconds),
        })),
      }),
  },
  "player.library.rescan": {
    description: "Begins a scan of the media library; answers once it has begun.",
    params: none,
    answer: none,
  },
  "player.artwork.get": {
    description:
      "Returns a track's picture as base64 data or, where accept is any, as a URL that the page can load.",
    params: () =>
      v.object({
        handle: schemaOf(handle),
        type: v.picklist(["front", "back", "disc", "icon", "artist"]),
        maxSize: v.nullable(index),
        accept: v.picklist(["bytes", "any"]),
      }),
    answer: () =>
      v.union([
        v.object({ found: v.literal(true), mimeType: optionalMember(v.string()), data: v.string() }),
        v.object({ found: v.literal(true), url: v.string() }),
        v.object({ found: v.literal(false) }),
      ]),
  },
  "player.media.tags": {
    description:
      `Returns the metadata and all tags of tracks, at most ${MAX_TAGGED}; null for one that cannot be read.`,
    params: () => v.object({ handles: v.array(schemaOf(handle)) }),
    answer: () =>
      v.object({
        tracks: v.array(v.nullable(v.object({
          track: schemaOf(track),
          tags: v.array(v.object({ name: v.string(), values: v.array(v.string()) })),
        }))),
      }),
  },
  "player.media.lyrics": {
    description: "Returns a track's lyrics; null when there are none.",
    params: () => v.object({ handle: schemaOf(handle) }),
    answer: () =>
      v.object({
        text: v.nullable(v.string()),
        source: optionalMember(v.picklist(["embedded", "file"])),
      }),
  },
  "player.window.run": {
    description:
      "Acts on the window of the message's panel; restore leaves full screen, or else the maximized state.",
    params: () =>
      v.object({ command: v.picklist(["minimize", "maximize", "restore", "close", "startDrag"]) }),
    answer: none,
  },
  "player.window.state": {
    description: "Returns the state of the window of the message's panel; null when it has none of its own.",
    params: none,
    answer: () =>
      v.object({
        window: v.nullable(v.object({
          maximized: v.boolean(),
          minimized: v.boolean(),
          fullscreen: v.boolean(),
          active: v.boolean(),
        })),
      }),
  },
  "player.ui.dialog": {
    description:
      "Opens a dialog for the message's panel and answers when the user has closed it; close ends the open one.",
    params: () =>
      v.variant("kind", [
        v.object({
          kind: v.literal("openFile"),
          title: v.string(),
          path: v.string(),
          filters: v.array(fileFilter),
          multiple: v.boolean(),
        }),
        v.object({ kind: v.literal("openFolder"), title: v.string() }),
        v.object({
          kind: v.literal("saveFile"),
          title: v.string(),
          name: v.string(),
          filters: v.array(fileFilter),
        }),
        v.object({
          kind: v.literal("confirm"),
          title: v.string(),
          message: v.string(),
          type: v.picklist(["question", "info", "warning", "error"]),
          buttons: v.array(v.string()),
          defaultButton: index,
        }),
        v.object({ kind: v.literal("prompt"), title: v.string(), message: v.string(), value: v.string() }),
        v.object({ kind: v.literal("close") }),
      ]),
    answer: () =>
      v.object({
        paths: optionalMember(v.array(v.string())),
        button: optionalMember(index),
        value: optionalMember(v.string()),
      }),
    waitsForUser: true,
  },
  "player.app.components": {
    description: "Lists the player's components.",
    params: none,
    answer: () =>
      v.object({
        components: v.array(v.object({
          filename: v.string(),
          name: v.string(),
          version: v.string(),
          about: v.string(),
        })),
      }),
  },
} as const satisfies Record<`player.${string}`, NativeAction>;

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
