/** The events of the extension `playback` (extensions.md, "Events"). */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { described } from "../../core/documented_schema.ts";
import { defineEvent } from "../../core/event.ts";
import { pageTrack } from "../shared/page_track.ts";
import { orderIndex, playbackState, volumeEntries } from "./values.ts";

const position = described(v.number(), "In seconds.");

/** The events of the extension by name. */
export const playbackEvents = {
  trackChanged: defineEvent({
    name: "playback:trackChanged",
    description: "A track has started.",
    payload: () => pageTrack(),
  }),
  stateChanged: defineEvent({
    name: "playback:stateChanged",
    description: "Playback started, was paused or resumed, or ended by itself or by the user.",
    payload: () =>
      v.strictObject({
        state: playbackState,
        position,
        duration: described(v.number(), "In seconds; 0 when unknown."),
      }),
  }),
  paused: defineEvent({
    name: "playback:paused",
    description: "Playback was paused or resumed.",
    payload: () => v.strictObject({ paused: v.boolean() }),
  }),
  stopped: defineEvent({
    name: "playback:stopped",
    description: "Playback has ended.",
    payload: () =>
      v.strictObject({
        reason: v.picklist(["user", "eof", "starting_another", "shutting_down"]),
      }),
  }),
  time: defineEvent({
    name: "playback:time",
    description: "The position that the player reports, about once a second.",
    payload: () => v.strictObject({ position }),
  }),
  timeHighRes: defineEvent({
    name: "playback:timeHighRes",
    description: "The position, every 100 ms while a track plays.",
    payload: () =>
      v.strictObject({
        position,
        hostTime: described(v.number(), "When that was the position, in Unix milliseconds."),
      }),
  }),
  seeked: defineEvent({
    name: "playback:seeked",
    description: "The position was set.",
    payload: () => v.strictObject({ position }),
  }),
  volumeChanged: defineEvent({
    name: "playback:volumeChanged",
    description: "The volume or the mute has changed.",
    payload: () => v.strictObject(volumeEntries),
  }),
  orderChanged: defineEvent({
    name: "playback:orderChanged",
    description: "The playback order has changed.",
    payload: () => v.strictObject({ order: orderIndex, orderIndex: described(orderIndex, "The same.") }),
  }),
  stopAfterCurrentChanged: defineEvent({
    name: "playback:stopAfterCurrentChanged",
    description: "Whether playback stops after the playing track has changed.",
    payload: () => v.strictObject({ enabled: v.boolean() }),
  }),
  queueChanged: defineEvent({
    name: "playback:queueChanged",
    description: "The playback queue has changed.",
    payload: () =>
      v.strictObject({
        origin: v.picklist(["user_added", "user_removed", "playback_advance", "unknown"]),
        count: described(index, "How many entries are queued."),
      }),
  }),
  dynamicInfoTrack: defineEvent({
    name: "playback:dynamicInfoTrack",
    description: "The playing stream reports a new title, a new artist, or both.",
    payload: () => v.strictObject({ title: v.optional(v.string()), artist: v.optional(v.string()) }),
  }),
} as const;

/** The events of operations that pause or resume playback. */
export const pauseEvents = [
  playbackEvents.paused,
  playbackEvents.stateChanged,
  playbackEvents.timeHighRes,
] as const;

/** The events of operations that start a track. */
export const startEvents = [
  playbackEvents.trackChanged,
  playbackEvents.stateChanged,
  playbackEvents.stopped,
  playbackEvents.time,
  playbackEvents.timeHighRes,
] as const;
