/**
 * The items of the shadow playlist as the bridge believes them to be, each with a track and a mark. The player's answers
 * and the position of each track that starts correct them.
 */

import type { SignalParams } from "../../host_stdio/api/signals.ts";
import { canonicalHandle } from "../../limits/canonical_handle.ts";
import type { Gone, Item, Mark, Pending, Run, Session, Track } from "./session.ts";

export const SHADOW_NAME = "__webview_buffer__";

/**
 * The largest number of items of the shadow playlist that the bridge tracks: a hundred full batches. It protects the
 * memory from a player that answers an absurd count.
 */
export const MAX_SHADOW_ITEMS = 1_000_000;

/** The largest number of dropped tracks that are remembered: those that the player may still be opening. */
const DROPPED_REMEMBERED = 100;

type Place = Pick<SignalParams<"signal.trackStarted">, "handle" | "playlist" | "item">;

const FOREIGN: Item = { track: null, mark: "left" };

/** The index of the track that follows the current one; -1 without one. */
export function nextItem({ items, current }: Session): number {
  return items.findIndex(({ mark, track }) => mark === "kept" && track !== current);
}

/** The track that follows the current one; null without one. */
export function nextTrack(s: Session): Track | null {
  return s.items[nextItem(s)]?.track ?? null;
}

/** The index of a kept track; -1 without one. */
export function itemOf({ items }: Session, wanted: Track): number {
  return items.findIndex(({ mark, track }) => mark === "kept" && track === wanted);
}

/** The current track and those that follow it. */
export function keptTracks({ items }: Session, start = 0, end: number = items.length): Track[] {
  return items.slice(start, end).flatMap(({ mark, track }) => mark === "kept" && track ? [track] : []);
}

/** Sets the shadow playlist; null for none. Its items are not the session's. */
export function adopt(s: Session, id: string | null, count: number): void {
  if (id === s.shadow) return resize(s, count);
  s.shadow = id;
  s.locked = false;
  s.tried = s.tried.filter((duty) => duty !== "lock");
  s.items = Array<Item>(count).fill(FOREIGN);
}

/**
 * Corrects the number of items before those that arrive: an unanswered removal was carried out if it explains the
 * number, and the user has added or removed items at the end.
 */
export function resize(s: Session, count: number, arriving = 0): void {
  const removal = s.pending.find(isRemoval);
  if (removal && count === s.items.length - arriving - removal.run.count) {
    cut(s, removal.run.start, removal.run.count);
    s.pending = s.pending.filter((each) => each !== removal);
  }
  const believed = s.items.length - arriving;
  if (count < believed) cut(s, count, believed - count);
  else if (count <= MAX_SHADOW_ITEMS) insertForeign(s, believed, count - believed);
}

export function isRemoval(pending: Pending): pending is Pending & { action: "player.playlist.remove" } {
  return pending.action === "player.playlist.remove";
}

export function removed(s: Session, run: Run, count: number): void {
  cut(s, run.start, run.count);
  // The user added or removed other items.
  resize(s, count);
}

export function arrive(s: Session, tracks: readonly Track[], index: number): void {
  s.items = s.items.toSpliced(index, 0, ...tracks.map((track): Item => ({ track, mark: "arriving" })));
}

/** Removes tracks that have not arrived. */
export function withdraw(s: Session, tracks: readonly Track[]): void {
  const at = lastAdded(s, tracks);
  if (at >= 0) cut(s, at, tracks.length);
}

/** Drops the tracks that are being added. */
export function takeBack(s: Session): void {
  remark(s, ({ mark }) => mark === "arriving" ? "dropped" : mark);
}

/** The index of tracks that were added, where the user may have moved them; -1 without the first one. */
function lastAdded({ items }: Session, [first]: readonly Track[]): number {
  return items.findLastIndex(({ track }) => track === first);
}

/**
 * Applies the answer to an append or, without a start, to an insertion. If the player has expanded a single track, it
 * keeps the first item; if it has added another number than asked for, all are dropped.
 *
 * @returns What is wrong with the answer.
 */
export function added(
  s: Session,
  tracks: readonly Track[],
  count: number,
  start?: number,
): string | undefined {
  const expected = tracks.length;
  const isBeyond = start !== undefined && start > MAX_SHADOW_ITEMS;
  const fits = count === expected || expected === 1 && count > 1 && count <= MAX_SHADOW_ITEMS;
  const fault = fits ? undefined : `a count that is not ${expected}`;
  if (isBeyond || count > MAX_SHADOW_ITEMS) {
    withdraw(s, tracks);
    return isBeyond ? "a start beyond any playlist" : fault;
  }
  if (start !== undefined) resize(s, start, expected);
  const at = lastAdded(s, tracks);
  if (at < 0) return fault;
  s.items = [
    ...s.items.slice(0, at + Math.min(count, expected)),
    // The items of a link after the first one, which is kept.
    ...Array<Item>(fits ? count - expected : 0).fill({ track: null, mark: "dropped" }),
    ...s.items.slice(at + expected),
  ];
  remark(s, ({ mark }) => mark !== "arriving" ? mark : fits ? "kept" : "dropped");
  if (fits && s.current === tracks[0] && s.progress === "resolved") s.progress = "added";
  return fault;
}

/**
 * Marks what a track just added replaces: the given next track, and the originals of the copies after it. If a track has
 * started meanwhile, its copy is dropped instead.
 */
export function replaceNext(s: Session, [first, ...copied]: readonly Track[], replaced?: Track): void {
  const start = s.items.findLastIndex(({ mark, track }) => mark === "kept" && track === first);
  if (start < 0 || s.current === first) return;
  const copies = new Set<Track | null>(copied);
  const originals = new Set<Track | null>(keptTracks(s, Math.max(nextItem(s), 0), start));
  remark(s, ({ track, mark }, at) => {
    if (mark !== "kept" || at === start || track === s.current && at < start) return mark;
    if (track === replaced || at < start && copies.has(track)) return "replaced";
    return copies.has(track) && !originals.has(track) ? "dropped" : mark;
  });
}

/** The last run of items to remove. */
export function lastUnwanted({ items }: Session): Run | null {
  const last = items.findLastIndex(isUnwanted);
  if (last < 0) return null;
  const start = items.findLastIndex((item, at) => at < last && !isUnwanted(item)) + 1;
  return { start, count: last - start + 1 };
}

function isUnwanted({ mark }: Item): boolean {
  return mark === "replaced" || isGone(mark);
}

function isGone(mark: Mark): mark is Gone {
  return mark === "dropped" || mark === "over";
}

/** Keeps a run that could not be removed. Replaced tracks are the session's again, here and elsewhere. */
export function keepUnremoved(s: Session, { start, count }: Run): void {
  remark(s, ({ track, mark }, at) => {
    if (mark === "replaced") return track ? "kept" : "left";
    return isGone(mark) && at >= start && at < start + count ? "left" : mark;
  });
}

/**
 * Finds the item that a signal means: the kept track at the given position if the handles agree, otherwise the kept
 * track with that handle, otherwise the kept track at the position, because a stream may redirect.
 *
 * @returns The index; for a track that was dropped "dropped", or "over" if it had failed or was skipped; undefined for a
 * track that is not the session's.
 */
export function locate(
  s: Session,
  { handle, playlist, item }: Place,
): number | Gone | undefined {
  if (playlist !== null && playlist !== s.shadow) return undefined;
  const key = canonicalHandle(handle);
  const fits = (each: Item | undefined) => isOurs(each) && canonicalHandle(each.track.handle) === key;
  const places = playlist === null || item === null ? [] : placesOf(s, item);
  const [place] = places;
  const found = places.find((at) => fits(s.items[at])) ?? search(s, fits);
  if (found >= 0) return place === undefined ? found : anchored(s, found, place, key);
  const dropped = s.dropped.findLast(({ track }) => canonicalHandle(track.handle) === key);
  if (dropped) return dropped.mark;
  const ours = places.filter((at) => isOurs(s.items[at]));
  if (ours.length > 0) return ours.find((at) => at === nextItem(s)) ?? ours[0];
  return places.map((at) => s.items[at]?.mark ?? "left").find(isGone);
}

function isOurs(item: Item | undefined): item is Item & { track: Track } {
  return item !== undefined && item.track !== null && item.mark !== "left" && !isGone(item.mark);
}

/** The possible positions of an item in the model. During a removal the player may count before or after it. */
function placesOf({ pending }: Session, item: number): number[] {
  const removal = pending.find(isRemoval);
  return !removal || item < removal.run.start ? [item] : [item, item + removal.run.count];
}

/** Searches the next track, then from the current one on, then before it: a track may occur twice. */
function search(s: Session, fits: (item: Item | undefined) => boolean): number {
  const next = nextItem(s);
  if (s.progress === "started" && fits(s.items[next])) return next;
  const ahead = s.items.findIndex((item) => item.mark !== "passed" && fits(item));
  return ahead >= 0 ? ahead : s.items.findIndex(fits);
}

/**
 * Corrects the model when a track was found at another item than believed, because the user has added or removed items
 * before it. Returns the index to use.
 */
function anchored(s: Session, believed: number, actual: number, key: string): number {
  if (believed === actual || actual >= MAX_SHADOW_ITEMS) return believed;
  // During an append or removal the player may count before or after it.
  if (s.pending.some(isRemoval) || s.items[believed]?.mark === "arriving") return believed;
  // The item there is another copy of the track, which could not be removed.
  const there = s.items[actual]?.track;
  if (there && canonicalHandle(there.handle) === key) return believed;
  if (actual < believed) cut(s, actual, believed - actual);
  else insertForeign(s, 0, actual - believed);
  return actual;
}

/** Makes the track at an index the current one and drops the tracks before it. What was passed before is ahead again. */
export function advance(s: Session, at: number): void {
  const track = s.items[at]?.track;
  if (!track) return;
  if (keptTracks(s, 0, at).length > 0) s.dropped = [];
  remark(s, ({ mark }, index) => {
    if (index === at || index > at && mark === "passed") return "kept";
    return index > at || mark === "passed" || mark === "left" ? mark : "dropped";
  });
  if (track !== s.current) s.progress = "added";
  s.current = track;
}

/** Makes one of the tracks that were just added the current one. */
export function startAt(s: Session, tracks: readonly Track[], index: number): void {
  const passed = new Set<Track | null>(tracks.slice(0, index));
  remark(s, ({ track, mark }) => passed.has(track) ? "passed" : mark);
  const at = lastAdded(s, tracks.slice(index));
  // The player has opened it already.
  const isOver = s.items[at]?.mark === "over";
  advance(s, at);
  if (isOver) s.progress = "failed";
}

export function dropAll(s: Session): void {
  remark(s, () => "dropped");
}

/** Drops all for a new session, which remembers only tracks of its own. */
export function forgetAll(s: Session): void {
  dropAll(s);
  s.dropped = [];
}

/** Marks all items for removal. Replaced ones that cannot be removed are kept. */
export function replaceAll(s: Session): void {
  remark(s, ({ track, mark }) => mark === "kept" || mark === "left" && !track ? "replaced" : "dropped");
}

/** Drops a track that is not the current one. It may start after all, as one whose append was not answered. */
export function dropTrack(s: Session, dropped: Track, as: Gone = "over"): void {
  remark(s, ({ track, mark }) => track === dropped ? as : mark);
  remember(s, [{ track: dropped, mark: as }]);
}

/** Marks items anew. What is to be removed is remembered. A dropped track that has failed or was skipped is over. */
function remark(s: Session, markOf: (item: Item, at: number) => Mark): void {
  const over = s.isOver ? s.current : null;
  s.items = s.items.map((item, at) => {
    const given = markOf(item, at);
    const mark = given === "dropped" && (item.mark === "over" || over && item.track === over)
      ? "over"
      : given;
    return mark === item.mark ? item : { track: item.track, mark };
  });
  remember(s, s.items.filter(isUnwanted));
}

function remember(s: Session, items: readonly Item[]): void {
  const tracks = items.flatMap(({ track, mark }) =>
    track ? [{ track, mark: isGone(mark) ? mark : "dropped" as const }] : []
  );
  const anew = new Set(tracks.map(({ track }) => track));
  s.dropped = [...s.dropped.filter(({ track }) => !anew.has(track)), ...tracks].slice(-DROPPED_REMEMBERED);
}

function cut(s: Session, start: number, count: number): void {
  if (count <= 0) return;
  s.items = s.items.toSpliced(start, count);
}

/** Adds items that do not belong to the session to the model. */
function insertForeign(s: Session, start: number, count: number): void {
  if (count <= 0) return;
  s.items = [...s.items.slice(0, start), ...Array<Item>(count).fill(FOREIGN), ...s.items.slice(start)];
}
