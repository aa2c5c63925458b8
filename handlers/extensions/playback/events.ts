/** The events of the extension `playback`, and the states, orders and volumes in them and in its operations (extensions.md, "Events" and "playback"). */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { described } from "../../core/documented_schema.ts";
import { defineEvent } from "../../core/event.ts";
import { isAbsent, mustBe } from "../../core/params.ts";
import { pageTrack } from "../shared/page_track.ts";

export const playbackState = v.picklist(["playing", "paused", "stopped"]);

export type PlaybackStateName = v.InferOutput<typeof playbackState>;

/** The names of the orders by their numbers. */
const orderNames = [
  "default",
  "repeat-playlist",
  "repeat-track",
  "random",
  "shuffle-tracks",
  "shuffle-albums",
  "shuffle-folders",
] as const;

/** The number of an order. */
export const orderIndex = described(
  v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(orderNames.length - 1)),
  orderNames.map((name, number) => `${number} \`${name}\``).join(", ") + ".",
);

export const orderName = v.picklist(orderNames);

/** Returns the number of an order that is given by number or name; undefined when there is no such order. */
export function orderNumber(given: unknown): number | undefined {
  const number = typeof given === "string" ? orderNames.findIndex((name) => name === given) : given;
  return v.is(orderIndex, number) ? number : undefined;
}

/** Returns the name of an order; undefined when there is no such order. */
export function nameOfOrder(order: number): v.InferOutput<typeof orderName> | undefined {
  return orderNames[order];
}

/** The largest volume. */
export const MAX_VOLUME = 100;

/** The volume in dB that stands for silence. */
const MIN_DB = -100;

/** The schemas of {@linkcode Volume}. */
export const volumeEntries = {
  volume: described(
    v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_VOLUME)),
    "In percent of the amplitude.",
  ),
  volumeDb: described(
    v.pipe(v.number(), v.minValue(MIN_DB), v.maxValue(0)),
    `In dB; ${MIN_DB} stands for silence.`,
  ),
  muted: v.boolean(),
  isMuted: described(v.boolean(), "The same."),
};

/** The volume and the mute. */
export type Volume = v.InferOutput<v.StrictObjectSchema<typeof volumeEntries, undefined>>;

/** Returns the volume of a level: linear amplitude, 0 to 1. */
export function volumeOf({ level, muted }: { readonly level: number; readonly muted: boolean }): Volume {
  const volumeDb = level > 0 ? Math.max(MIN_DB, 20 * Math.log10(level)) : MIN_DB;
  return { volume: percentOf(level), volumeDb, muted, isMuted: muted };
}

/** Returns the level of a volume, which is clamped first. */
export function levelOf(volume: number): number {
  return Math.min(Math.max(volume, 0), MAX_VOLUME) / 100;
}

/** Returns the volume of a level, rounded: 0.55 × 100 is 55.00000000000001 in binary, and pages compare volumes. */
function percentOf(level: number): number {
  return Math.round(level * 1e8) / 1e6;
}

/**
 * A finite number. JSON has no infinite numbers, but a number such as 1e999 is parsed as one.
 *
 * @param missing The error text for a missing value or null.
 */
export function number(missing: string = mustBe.number): v.GenericSchema<number> {
  return v.pipe(
    v.number(({ input }) => isAbsent(input) ? missing : mustBe.number),
    v.check((value) => Number.isFinite(value), mustBe.number),
  );
}

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
