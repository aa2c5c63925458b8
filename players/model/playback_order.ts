/**
 * Which item plays after which.
 *
 * @module
 */

import type { Handle } from "../../host_stdio/shapes.ts";
import type { TrackSequence } from "./tracks.ts";

/** The playback orders by their numbers: 0 is the default order. */
export const playbackOrders = [
  "Default",
  "Repeat (playlist)",
  "Repeat (track)",
  "Random",
  "Shuffle (tracks)",
  "Shuffle (albums)",
  "Shuffle (folders)",
] as const;

/** The numbers of the orders. */
export const orderNumber = {
  default: 0,
  repeatPlaylist: 1,
  repeatTrack: 2,
  random: 3,
  shuffleTracks: 4,
  shuffleAlbums: 5,
  shuffleFolders: 6,
} as const;

/** Where playback is when it has to go on. */
export interface OrderPosition {
  /** The playlist's tracks. */
  readonly tracks: TrackSequence;
  /** The item played last; null when it has been removed. */
  readonly current: number | null;
  /** The item behind it, at most the playlist's length. */
  readonly behind: number;
  /** Whether the track has come to its end by itself: only then is it repeated. */
  readonly ended: boolean;
}

/** What an order may ask. */
export interface OrderHelp {
  /** Gives a number from 0 up to, but not including, 1. */
  random(): number;
  /** Gives a text that is the same for all tracks of an album. */
  albumOf(handle: Handle): string;
}

/**
 * The item that plays next.
 *
 * @param order The order's number.
 * @param position Where playback is.
 * @param help What the order may ask.
 * @returns The item; null when nothing follows.
 */
export function followingItem(order: number, position: OrderPosition, help: OrderHelp): number | null {
  const { tracks, current, behind, ended } = position;
  const { length } = tracks;
  if (length === 0) return null;
  switch (order) {
    case orderNumber.repeatTrack:
      return ended && current !== null ? current : behind % length;
    case orderNumber.repeatPlaylist:
      return behind % length;
    case orderNumber.random:
      return Math.floor(help.random() * length);
    case orderNumber.shuffleTracks:
      return (((current ?? behind - 1) + length) + stride(length)) % length;
    case orderNumber.shuffleAlbums:
      return nextInGroups(position, help.albumOf);
    case orderNumber.shuffleFolders:
      return nextInGroups(position, ({ path }) => path.slice(0, path.lastIndexOf("/") + 1));
    default:
      return behind < length ? behind : null;
  }
}

/** Goes through a group in its own order, then on to another group. */
function nextInGroups(
  { tracks, current, behind }: OrderPosition,
  groupOf: (handle: Handle) => string,
): number | null {
  const starts: number[] = [];
  let own = 0;
  let last: string | undefined;
  for (let item = 0; item < tracks.length; item++) {
    const group = groupOf(tracks.at(item));
    if (group !== last) starts.push(item);
    if (item === (current ?? Math.max(0, behind - 1))) own = starts.length - 1;
    last = group;
  }
  const end = starts[own + 1] ?? tracks.length;
  if (behind < end) return behind;
  return starts[(own + stride(starts.length)) % starts.length] ?? null;
}

/** A step that goes once through all places before it comes to one again: near the golden ratio, and coprime. */
function stride(length: number): number {
  let step = Math.max(1, Math.round(length * 0.618));
  while (commonDivisor(step, length) !== 1) step++;
  return step;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
