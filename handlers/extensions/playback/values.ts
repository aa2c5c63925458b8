/** The states, orders and volumes of playback, as pages get and give them (extensions.md, "playback"). */

import * as v from "valibot";
import { described } from "../../core/documented_schema.ts";
import { isAbsent, mustBe } from "../../core/params.ts";

/** The state of playback. */
export const playbackState = v.picklist(["playing", "paused", "stopped"]);

/** A state of playback. */
export type PlaybackStateName = v.InferOutput<typeof playbackState>;

/** The names of the orders by their numbers. */
export const orderNames = [
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

/** The name of an order. */
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
