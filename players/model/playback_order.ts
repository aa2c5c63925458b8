/** The playback orders, and the choice of the next track. */

import type { Handle } from "../../host_stdio/api/shapes.ts";
import { ActionError } from "./actions.ts";
import { type ChosenTrack, type Cursor, cursorAfter, type Place } from "./places.ts";
import type { PlaylistChange } from "./playlists.ts";
import type { Queue } from "./queue.ts";
import type { SignalSender } from "./signal_sender.ts";
import type { TrackSequence } from "./tracks.ts";

/** The names of the playback orders, by their numbers. */
export const playbackOrders = [
  "Default",
  "Repeat (playlist)",
  "Repeat (track)",
  "Random",
  "Shuffle (tracks)",
  "Shuffle (albums)",
  "Shuffle (folders)",
] as const;

export const orderNumber = {
  default: 0,
  repeatPlaylist: 1,
  repeatTrack: 2,
  random: 3,
  shuffleTracks: 4,
  shuffleAlbums: 5,
  shuffleFolders: 6,
} as const;

/** The position from which an order continues. */
export interface OrderPosition {
  readonly tracks: TrackSequence;
  /** The item played last; null when it has been removed. */
  readonly current: number | null;
  /** The item after it, at most the playlist's length. */
  readonly behind: number;
  /** Whether the track played to its end: only then "Repeat (track)" repeats it. */
  readonly ended: boolean;
}

/** Functions that orders use. */
export interface OrderHelp {
  /** Returns a random number from 0 up to, but not including, 1. */
  random(): number;
  /** Returns a key that is the same for all tracks of an album. */
  albumOf(handle: Handle): string;
}

/** Returns the item that plays next; null when nothing follows. */
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

/** Returns the next item of the same group or, after its last item, the first item of another group. */
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

/**
 * Returns a step near the golden ratio of the length. It is coprime to the length, so a walk in such steps
 * visits every index before it repeats one.
 */
function stride(length: number): number {
  let step = Math.max(1, Math.round(length * 0.618));
  while (commonDivisor(step, length) !== 1) step++;
  return step;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

export type Advance = "ended" | "next" | "failed";

export interface NextTrack extends ChosenTrack {
  /** The id of the queue entry, when it comes from the queue. */
  readonly queued?: string | undefined;
}

/**
 * Chooses the next track: the first of the queue, or else the one that the playback order finds in the
 * playlist.
 */
export class Sequencer {
  /** How many tracks in a row failed to play. */
  failures = 0;
  #order: number = orderNumber.default;
  #cursor: Cursor | null = null;
  readonly #queue: Queue;
  readonly #help: OrderHelp;
  readonly #signals: SignalSender;

  constructor(queue: Queue, signals: SignalSender, help: OrderHelp) {
    this.#queue = queue;
    this.#signals = signals;
    this.#help = help;
  }

  /** The playback order's number. */
  get order(): number {
    return this.#order;
  }

  /** The position of playback; null before the first item, and after its playlist was removed. */
  get cursor(): Cursor | null {
    return this.#cursor;
  }

  /**
   * Sets the playback order.
   *
   * @throws {ActionError} When there is no order of that number.
   */
  useOrder(order: number): void {
    if (!Object.hasOwn(playbackOrders, order)) throw new ActionError(`No such playback order: ${order}`);
    if (order === this.#order) return;
    this.#order = order;
    this.#signals.send({ name: "signal.orderChanged", params: { order } });
  }

  /** Makes playback continue after this item. */
  continueAfter(place: Place): void {
    this.#cursor = { ...place, removed: false };
  }

  /** Updates the position after a change of the playlists. */
  playlistChanged(change: PlaylistChange): void {
    this.#cursor = this.#cursor && cursorAfter(this.#cursor, change);
  }

  /** Returns the item before the one played last, or the first item; null when there is none. */
  previous(): Place | null {
    if (!this.#cursor || this.#cursor.playlist.tracks.length === 0) return null;
    const { playlist, item } = this.#cursor;
    return { playlist, item: Math.max(0, item - 1) };
  }

  /** Returns the next track, which stays in the queue; null when nothing follows. */
  next(why: Advance): NextTrack | null {
    const [queued] = this.#queue.entries;
    if (queued) return { handle: queued.handle, place: queued.origin, queued: queued.id };
    if (!this.#cursor) return null;
    const { playlist, item, removed } = this.#cursor;
    const { tracks } = playlist;
    // Every track has failed: stop, or a repeating order would never end.
    if (this.failures >= tracks.length) return null;
    const position = {
      tracks,
      current: removed ? null : item,
      behind: removed ? item : item + 1,
      ended: why === "ended",
    };
    const following = followingItem(this.#order, position, this.#help);
    return following === null ? null : { handle: tracks.at(following), place: { playlist, item: following } };
  }
}
