/**
 * The events of the extension `playback` (theme-namespaces.md, "Events").
 *
 * @module
 */

import * as v from "valibot";
import { index } from "../../../host_stdio/shapes.ts";
import { described } from "../../core/documented_schema.ts";
import type { Event } from "../../core/events.ts";
import { pageTrack } from "../core/page_track.ts";
import { orderIndex } from "./orders.ts";
import { playbackState } from "./states.ts";
import { volumeEntries } from "./volumes.ts";

const position = described(v.number(), "In seconds.");

/** The events of the extension by name. */
export const playbackEvents = {
  "playback:trackChanged": {
    description: "A track has started.",
    payload: pageTrack(),
  },
  "playback:stateChanged": {
    description: "Playback started, was paused or resumed, or ended by itself or by the user.",
    payload: v.strictObject({
      state: playbackState,
      position,
      duration: described(v.number(), "In seconds; 0 when unknown."),
    }),
  },
  "playback:paused": {
    description: "Playback was paused or resumed.",
    payload: v.strictObject({ paused: v.boolean() }),
  },
  "playback:stopped": {
    description: "Playback has ended.",
    payload: v.strictObject({
      reason: v.picklist(["user", "eof", "starting_another", "shutting_down"]),
    }),
  },
  "playback:time": {
    description: "The position that the player reports, about once a second.",
    payload: v.strictObject({ position }),
  },
  "playback:timeHighRes": {
    description: "The position, every 100 ms while a track plays.",
    payload: v.strictObject({ position }),
  },
  "playback:seeked": {
    description: "The position was set.",
    payload: v.strictObject({ position }),
  },
  "playback:volumeChanged": {
    description: "The volume or the mute has changed.",
    payload: v.strictObject(volumeEntries),
  },
  "playback:orderChanged": {
    description: "The playback order has changed.",
    payload: v.strictObject({ order: orderIndex, orderIndex: described(orderIndex, "The same.") }),
  },
  "playback:stopAfterCurrentChanged": {
    description: "Whether playback stops after the playing track has changed.",
    payload: v.strictObject({ enabled: v.boolean() }),
  },
  "playback:queueChanged": {
    description: "The playback queue has changed.",
    payload: v.strictObject({
      origin: v.picklist(["user_added", "user_removed", "playback_advance", "unknown"]),
      count: described(index, "How many entries are queued."),
    }),
  },
  "playback:dynamicInfoTrack": {
    description: "The playing stream reports a new title, a new artist, or both.",
    payload: v.strictObject({ title: v.optional(v.string()), artist: v.optional(v.string()) }),
  },
} as const satisfies Record<`playback:${string}`, Event>;

/** The events of operations that pause or resume playback. */
export const pauseEvents = [
  "playback:paused",
  "playback:stateChanged",
  "playback:timeHighRes",
] as const;

/** The events of operations that start a track. */
export const startEvents = [
  "playback:trackChanged",
  "playback:stateChanged",
  "playback:stopped",
  "playback:time",
  "playback:timeHighRes",
] as const;
