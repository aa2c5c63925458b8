/** The volume as pages get it (extensions.md, "playback"). */

import * as v from "valibot";
import { described } from "../../core/documented_schema.ts";

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
