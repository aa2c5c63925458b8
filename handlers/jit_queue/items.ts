/** The items of the shadow playlist as the bridge believes them to be. Answers, and each start, correct the belief. */

import type { Handle } from "../../host_stdio/api/shapes.ts";
import type { SignalParams } from "../../host_stdio/api/signals.ts";
import { canonicalHandle } from "../../limits/canonical_handle.ts";
import { type Item, type Mark, type Pending, type Run, type Session, silent, type Track } from "./session.ts";

export const SHADOW_NAME = "__webview_buffer__";

/** With so many items no foreign ones are added: it protects memory and time from a player's absurd counts. */
const MAX_SHADOW_ITEMS = 100_000;

/** How many dropped tracks are remembered: those that the player may still be opening. */
const REMEMBERED = 100;

type Place = Pick<SignalParams<"signal.trackStarted">, "handle" | "playlist" | "item">;

/** Items that do not belong to the session, beside others. */
function foreign(count: number, others = 0, mark: Mark = "left"): Item[] {
  return Array<Item>(Math.min(count, Math.max(0, MAX_SHADOW_ITEMS - others))).fill({ track: null, mark });
}

const isKept = ({ mark }: Item) => mark === "kept";
export const isArriving = ({ mark }: Item) => mark === "arriving";
const isOurs = (item?: Item) => item !== undefined && item.mark !== "dropped" && item.mark !== "left";

/** The index of the track that follows the current one; -1 without one. */
export function nextItem({ items, current, started }: Session): number {
  return items.findIndex((item) => isKept(item) && item.track !== current && item.track !== started);
}

/** The track that follows the current one; null without one. */
export function nextTrack(s: Session): Track | null {
  return s.items[nextItem(s)]?.track ?? null;
}

/** The index of a kept track; -1 without one. */
export function itemOf({ items }: Session, track: Track | undefined): number {
  return items.findIndex((item) => isKept(item) && item.track === track);
}

export function keptTracks({ items }: Session, start = 0, end: number = items.length): Track[] {
  return items.slice(start, end).flatMap(({ mark, track }) => mark === "kept" && track ? [track] : []);
}

/** Sets the shadow playlist; null for none. Its items are not the session's. */
export function adopt(s: Session, id: string | null, count: number): void {
  if (id === s.shadow) return void resize(s, count);
  s.shadow = id;
  s.locked = false;
  s.tried = s.tried.filter((duty) => duty !== "lock");
  s.items = foreign(count);
}

/**
 * Corrects the number of items: an unanswered change was made if it explains the difference, otherwise the user has added
 * or removed items at the end. Returns whether the number was another one.
 */
export function resize(s: Session, count: number, change: Pending | undefined = removal(s)): boolean {
  const missing = s.items.length - count;
  if (missing === 0) return false;
  if (change?.run && missing === change.run.count) {
    splice(s, change.run.start, missing);
    s.pending = s.pending.filter((each) => each !== change);
  } else if (change && !change.run && missing === change.tracks.length) withdraw(s, change.tracks);
  else if (missing > 0) splice(s, count, missing);
  else splice(s, s.items.length, 0, foreign(-missing, s.items.length));
  return true;
}

/** The removal that is not answered. */
export function removal({ pending }: Session): Pending | undefined {
  return pending.find(({ run }) => run !== undefined);
}

/** Takes out tracks that have not arrived. Returns their index; -1 without the first one. */
export function withdraw(s: Session, tracks: readonly Track[]): number {
  const start = s.items.findLastIndex(({ track }) => track !== null && track === tracks[0]);
  if (start >= 0) splice(s, start, tracks.length);
  return start;
}

/** Tracks that are being added are to be removed when they have arrived. */
export function takeBack(s: Session, tracks: readonly (Track | null)[]): void {
  const taken = new Set(tracks);
  remark(s, "dropped", (item) => isArriving(item) && taken.has(item.track));
}

/**
 * Applies the answer to an append or, without a start, to an insertion. Of a link that the player has expanded, the first
 * item is kept; when another number than asked for was added, none. Returns what is wrong with the answer.
 */
export function added(s: Session, tracks: readonly Track[], answer: { count: number; start?: number }) {
  const expected = tracks.length;
  const { count, start } = answer;
  const fits = count === expected || expected === 1 && count > 1;
  const before = s.items;
  const believed = withdraw(s, tracks);
  if (start !== undefined) resize(s, start);
  const at = start ?? believed;
  const isThere = believed >= 0 && at <= s.items.length;
  if (isThere) {
    const arrived = before.slice(believed, believed + Math.min(count, expected));
    const settled = (item: Item): Item => isArriving(item) ? { ...item, mark: "kept" } : item;
    // The items of a link after the first one, which is kept.
    const others = foreign(count - arrived.length, s.items.length, "dropped");
    splice(s, at, 0, [...arrived.map(settled), ...others]);
    if (!fits) drop(s, (_, index) => index >= at && index < at + count);
  }
  return !fits ? `a count that is not ${expected}` : isThere ? undefined : "a place beyond the playlist";
}

/** Drops what a track just added replaces: what it and copies were added behind, or what it was inserted before. */
export function replaceNext(s: Session, [track, ...copies]: readonly Track[], keepsNext = false): void {
  const start = itemOf(s, track);
  const isFollower = (item: Item) => isKept(item) && item.track !== s.current;
  const next = s.items.findIndex((item, at) => at > start && isFollower(item));
  const replaced = copies.length > 0 || keepsNext ? -1 : next;
  if (start >= 0) drop(s, (item, at) => isFollower(item) && (at < start || at === replaced));
}

/** The last run of items to remove. */
export function lastUnwanted({ items, calls }: Session): Run | null {
  const isAll = items.length > 0 && calls.some(({ empties }) => empties);
  if (isAll) return { start: 0, count: items.length };
  const last = items.findLastIndex(({ mark }) => mark === "dropped");
  if (last < 0) return null;
  const start = items.findLastIndex(({ mark }, at) => at < last && mark !== "dropped") + 1;
  return { start, count: last - start + 1 };
}

/**
 * Finds the item that a signal means: the session's track at the given position if the handles agree, otherwise the one
 * with that handle, otherwise the one at the position, because a stream may redirect. A track that was dropped is
 * "dropped", or "over" if it had failed or was skipped; one that is not the session's is undefined.
 */
export function locate(
  s: Session,
  { handle, playlist, item }: Place,
): number | "dropped" | "over" | undefined {
  if (playlist !== null && playlist !== s.shadow) return undefined;
  const key = canonicalHandle(handle);
  const fits = (each?: Item) => isOurs(each) && isSame(each?.track ?? null, key);
  const run = removal(s)?.run;
  // During a removal the player may count before or after it.
  const after = run && item !== null && item >= run.start ? [item + run.count] : [];
  const places = playlist === null || item === null ? [] : [item, ...after];
  const ahead = s.items.findIndex((each) => each.mark !== "passed" && fits(each));
  // A track may occur twice.
  const likely = [...places, s.current === s.started ? nextItem(s) : ahead, ahead];
  const found = likely.find((at) => fits(s.items[at])) ?? s.items.findIndex(fits);
  if (found >= 0) return anchored(s, found, places[0] ?? found, key);
  const dropped = s.dropped.findLast(({ track }) => isSame(track, key));
  if (dropped) return dropped.isOver ? "over" : "dropped";
  const ours = places.filter((at) => isOurs(s.items[at]));
  if (ours.length > 0) return ours.find((at) => at === nextItem(s)) ?? ours[0];
  const gone = places.map((at) => s.items[at]).find((each) => each?.track);
  // It may have been left because it could not be removed.
  if (gone && s.isOver(gone.track)) return "over";
  return gone?.mark === "dropped" ? "dropped" : undefined;
}

export function isSame(track: { handle: Handle } | null, key: string): boolean {
  return track !== null && canonicalHandle(track.handle) === key;
}

/** A track was found at another item than believed: the user has added or removed items before it. Returns its index. */
function anchored(s: Session, believed: number, actual: number, key: string): number {
  const isInDoubt = removal(s) || s.items.slice(Math.min(actual, believed), believed + 1).some(isArriving);
  // The item there may be another copy of the track, which could not be removed.
  if (isInDoubt || actual >= MAX_SHADOW_ITEMS || isSame(s.items[actual]?.track ?? null, key)) return believed;
  if (actual < believed) splice(s, actual, believed - actual);
  else splice(s, 0, 0, foreign(actual - believed));
  return actual;
}

/** A track becomes the current one. What is before it from the old one on is dropped, and so are its copies. */
export function advance(s: Session, at: number): void {
  const track = s.items[at]?.track;
  if (!track) return;
  const first = s.items.findIndex(isKept);
  const start = first < 0 ? at : first;
  const isInserted = (item: Item) => isArriving(item) && s.callOf(item.track)?.kind === "enqueueNext";
  const isPast = (item: Item, i: number) =>
    i >= start && i < at && !isInserted(item) || i > at && item.track === track && item.mark !== "left";
  drop(s, isPast, start < at ? [] : s.dropped);
  remark(s, "kept", ({ mark }, index) => index === at || index > at && mark === "passed");
  play(s, track);
}

/** One of the tracks that were just appended becomes the current one; those before it are passed. */
export function startAt(s: Session, count: number, index: number): void {
  const start = s.items.length - count;
  advance(s, start + index);
  remark(s, "passed", (_, at) => at >= start && at < start + index);
}

/** A track becomes the current one, which is played when it is loaded. */
export function play(s: Session, track: Track | null): void {
  s.current = track;
  s.sound = silent("never");
  s.state = "Active";
}

/** A track has failed or was skipped, and is dropped unless it is the current one. It may start after all. */
export function dropOver(s: Session, track: Track): void {
  const kept = s.dropped.filter((each, at, all) => at > all.length - REMEMBERED || each.track === s.current);
  s.dropped = [...kept, { track, isOver: true }];
  if (track !== s.current) remark(s, "dropped", (item) => item.track === track);
}

export function drop(s: Session, fits: (item: Item, at: number) => boolean, remembered = s.dropped): void {
  remember(s, s.items.filter(fits), remembered);
  remark(s, "dropped", fits);
}

export function remember(s: Session, items: readonly Item[], remembered = s.dropped): void {
  const last = items.slice(-REMEMBERED).flatMap(({ track: t }) => t ? { track: t, isOver: s.isOver(t) } : []);
  s.dropped = [...remembered, ...last].slice(-REMEMBERED);
}

export function remark(s: Session, mark: Mark, fits: (item: Item, at: number) => boolean): void {
  s.items = s.items.map((item, at) => fits(item, at) ? { ...item, mark } : item);
}

/** Items were removed or added. */
export function splice(s: Session, start: number, removed: number, added: readonly Item[] = []): void {
  s.items = [...s.items.slice(0, start), ...added, ...s.items.slice(start + removed)];
}
