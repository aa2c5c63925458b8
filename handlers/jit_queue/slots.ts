/**
 * The shadow playlist as the session believes it to be: one slot for each of its items, in order. Nothing here changes
 * an array in place.
 *
 * @module
 */

import type { Track } from "./track.ts";

/**
 * What becomes of an item. `live`: it is the session's. `replaced`: it is to be removed because something else was put
 * in its place; until the player has removed it, it still counts when it starts. `spent`: it is to be removed because it
 * was played or dropped. `left`: it is none of the session's (the user's, or one that could not be removed).
 */
export type SlotStatus = "live" | "replaced" | "spent" | "left";

/** One item of the shadow playlist. */
export interface Slot {
  /** The session's track there; null when the session does not know what is there. */
  readonly track: Track | null;
  /** What becomes of it. */
  readonly status: SlotStatus;
}

/** The items of the shadow playlist in their order. */
export type Slots = readonly Slot[];

/** Items next to each other. */
export interface Run {
  /** Index of the first. */
  readonly start: number;
  /** How many. */
  readonly count: number;
}

const UNKNOWN: Slot = { track: null, status: "left" };

/**
 * Slots for tracks.
 *
 * @param tracks The tracks.
 * @param status What becomes of them.
 * @returns A slot for each.
 */
export function slotsOf(tracks: readonly Track[], status: SlotStatus): Slots {
  return tracks.map((track) => ({ track, status }));
}

/**
 * Gives slots another status.
 *
 * @param slots The slots.
 * @param status The status.
 * @param start The first that gets it.
 * @param end The first behind that does not.
 * @returns The slots with that change.
 */
export function marked(slots: Slots, status: SlotStatus, start: number, end: number): Slots {
  if (start >= end) return slots;
  return slots.map((slot, index) =>
    index >= start && index < end && slot.status !== status ? { track: slot.track, status } : slot
  );
}

/**
 * Takes the mark `replaced` back.
 *
 * @param slots The slots.
 * @returns The slots with the replaced ones as they were before.
 */
export function reinstated(slots: Slots): Slots {
  return slots.map((slot) =>
    slot.status === "replaced" ? { track: slot.track, status: slot.track === null ? "left" : "live" } : slot
  );
}

/**
 * Gives up on removing items: the player refuses to.
 *
 * @param slots The slots.
 * @param run Those that could not be removed.
 * @returns The slots with the spent ones among them left where they are.
 */
export function givenUp(slots: Slots, { start, count }: Run): Slots {
  return slots.map((slot, index) =>
    index >= start && index < start + count && slot.status === "spent"
      ? { track: slot.track, status: "left" }
      : slot
  );
}

/**
 * The tracks that stand in slots.
 *
 * @param slots The slots.
 * @returns The tracks, of whatever status.
 */
export function tracksIn(slots: Slots): readonly Track[] {
  return slots.flatMap(({ track }) => track ?? []);
}

/**
 * The slots without some.
 *
 * @param slots The slots.
 * @param run Which ones go.
 * @returns The others.
 */
export function without(slots: Slots, { start, count }: Run): Slots {
  return [...slots.slice(0, start), ...slots.slice(start + count)];
}

/**
 * The slots of a playlist that has turned out longer or shorter than believed: whatever else has been added or removed,
 * it was most likely at the end.
 *
 * @param slots The slots.
 * @param count How many items the playlist has.
 * @returns As many slots.
 */
export function fitted(slots: Slots, count: number): Slots {
  if (slots.length >= count) return slots.length === count ? slots : slots.slice(0, count);
  return [...slots, ...Array<Slot>(count - slots.length).fill(UNKNOWN)];
}

/**
 * The slots of a playlist in which a track has turned out to stand elsewhere than believed: as many items have been added
 * before it at the top, or removed right before it.
 *
 * @param slots The slots.
 * @param believed Where the track was believed to stand.
 * @param actual Where it stands.
 * @returns The slots with the track in its place.
 */
export function shifted(slots: Slots, believed: number, actual: number): Slots {
  if (actual < believed) return without(slots, { start: actual, count: believed - actual });
  return [...Array<Slot>(actual - believed).fill(UNKNOWN), ...slots];
}

/**
 * The next items to remove. From the end on, so that those before keep their indices.
 *
 * @param slots The slots.
 * @returns The last run of slots that are to go; undefined when none is.
 */
export function doomedRun(slots: Slots): Run | undefined {
  let end = slots.length;
  while (end > 0 && !isDoomed(slots[end - 1])) end--;
  if (end === 0) return undefined;
  let start = end;
  while (isDoomed(slots[start - 1])) start--;
  return { start, count: end - start };
}

function isDoomed(slot: Slot | undefined): boolean {
  return slot?.status === "spent" || slot?.status === "replaced";
}
