/**
 * The items of the shadow playlist as the bridge believes them to be, each with a track and a mark. The player's answers
 * and the position of each track that starts correct them.
 */

import type { SignalParams } from "../../host_stdio/api/signals.ts";
import { canonicalHandle } from "../../limits/canonical_handle.ts";
import { isOver } from "./common.ts";
import type { Item, Mark, Pending, Progress, Run, Session, Track } from "./session.ts";

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

/** The index of the first item from the current one on that fits; -1 without one. */
function findAhead({ items, head }: Session, fits: (item: Item) => boolean): number {
  return items.findIndex((item, at) => at >= head && fits(item));
}

/** The index of the track that follows the current one; -1 without one. */
export function nextItem(s: Session): number {
  return findAhead(s, ({ mark, track }) => mark === "kept" && track?.id !== s.current?.id);
}

/** The track that follows the current one; null without one. */
export function nextTrack(s: Session): Track | null {
  return s.items[nextItem(s)]?.track ?? null;
}

/** The index of a kept track from the current one on; -1 without one. */
export function itemOf(s: Session, id: number | null): number {
  return findAhead(s, ({ mark, track }) => mark === "kept" && track?.id === id);
}

export function keptTracks({ items }: Session, start: number, end: number = items.length): Track[] {
  return items.slice(start, end).flatMap(({ mark, track }) => mark === "kept" && track ? [track] : []);
}

export function bufferSize(s: Session): number {
  return keptTracks(s, s.head).length;
}

/** Notes how far the current track is, also in the playlist. */
export function setProgress(s: Session, progress: Progress): void {
  const track = s.current && { ...s.current, progress };
  s.current = track;
  s.items = s.items.map((item, at) =>
    at >= s.head && item.track && item.track.id === track?.id ? { ...item, track } : item
  );
}

/** Sets the shadow playlist; null for none. Its items are not the session's. */
export function adopt(s: Session, id: string | null, count: number): void {
  if (id === s.shadow) return resize(s, count);
  s.shadow = id;
  s.locked = false;
  s.tried = s.tried.filter((duty) => duty !== "lock");
  s.items = Array<Item>(count).fill(FOREIGN);
  s.head = count;
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

/** Drops tracks that were just added. */
export function takeBack(s: Session, tracks: readonly Track[], onlyArriving = false): void {
  const at = lastAdded(s, tracks);
  const isMeant = at >= 0 && (!onlyArriving || s.items[at]?.mark === "arriving");
  if (isMeant) mark(s, at, at + tracks.length, "dropped");
}

/** The index of tracks that were added, where the user may have moved them; -1 without the first one. */
function lastAdded({ items }: Session, [first]: readonly Track[]): number {
  return items.findLastIndex(({ track }) => track !== null && track.id === first?.id);
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
  const at = start ?? lastAdded(s, tracks);
  if (at < 0) return fault;
  s.items = [
    ...s.items.slice(0, at),
    ...s.items.slice(at, at + Math.min(count, expected)).map((item) => arrived(item, fits)),
    // The items of a link after the first one, which is kept.
    ...Array<Item>(fits ? count - expected : 0).fill({ track: null, mark: "dropped" }),
    ...s.items.slice(at + expected),
  ];
  if (fits && s.current?.id === tracks[0]?.id && s.current?.progress === "resolved") setProgress(s, "added");
  return fault;
}

function arrived({ track, mark }: Item, fits: boolean): Item {
  const added: Track | null = track?.progress === "resolved" ? { ...track, progress: "added" } : track;
  return { track: added, mark: !fits ? "dropped" : mark === "arriving" ? "kept" : mark };
}

/**
 * Marks what a track just added replaces: the given next track, and the originals of the copies after it. If a track has
 * started meanwhile, its copy is dropped instead.
 */
export function replaceNext(s: Session, [track, ...copied]: readonly Track[], replaced?: number): void {
  const start = s.items.findLastIndex((item) => item.mark === "kept" && item.track?.id === track?.id);
  if (start < 0 || s.current?.id === track?.id) return;
  const copies = new Set(copied.map(({ id }) => id));
  const originals = new Set(keptTracks(s, Math.max(nextItem(s), 0), start).map(({ id }) => id));
  remember(s, s.items.filter((item) => item.mark === "kept" && item.track?.id === replaced));
  s.items = s.items.map((item, at) => {
    const id = item.track?.id;
    const isCurrent = id === s.current?.id && at < start;
    if (id === undefined || item.mark !== "kept" || at < s.head || at === start || isCurrent) return item;
    if (id === replaced || at < start && copies.has(id)) return { ...item, mark: "replaced" };
    return copies.has(id) && !originals.has(id) ? { ...item, mark: "dropped" } : item;
  });
}

/** The last run of items to remove. */
export function lastUnwanted({ items }: Session): Run | null {
  const isUnwanted = ({ mark }: Item) => mark === "dropped" || mark === "replaced";
  const last = items.findLastIndex(isUnwanted);
  if (last < 0) return null;
  const start = items.findLastIndex((item, at) => at < last && !isUnwanted(item)) + 1;
  return { start, count: last - start + 1 };
}

/** Keeps a run that could not be removed. Replaced tracks are the session's again, here and elsewhere. */
export function keepUnremoved(s: Session, { start, count }: Run): void {
  s.items = s.items.map((item, at): Item => {
    if (item.mark === "replaced") return { ...item, mark: item.track ? "kept" : "left" };
    const isRefused = item.mark === "dropped" && at >= start && at < start + count;
    return isRefused ? { ...item, mark: "left" } : item;
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
): number | "dropped" | "over" | undefined {
  if (playlist !== null && playlist !== s.shadow) return undefined;
  const key = canonicalHandle(handle);
  const fits = (each: Item | undefined) => isOurs(each) && canonicalHandle(each.track.handle) === key;
  const places = playlist === null || item === null ? [] : placesOf(s, item);
  const [place] = places;
  const found = places.find((at) => fits(s.items[at])) ?? search(s, fits);
  if (found >= 0) return place === undefined ? found : anchored(s, found, place, key);
  const dropped = s.dropped.findLast((each) => canonicalHandle(each.handle) === key);
  if (dropped) return isOver(dropped) ? "over" : "dropped";
  const ours = places.filter((at) => isOurs(s.items[at]));
  if (ours.length > 0) return ours.find((at) => at === nextItem(s)) ?? ours[0];
  const gone = places.map((at) => s.items[at]).find((each) => each?.track);
  // It may have been left because it could not be removed.
  if (gone?.track && isOver(gone.track)) return "over";
  return gone?.mark === "dropped" ? "dropped" : undefined;
}

function isOurs(item: Item | undefined): item is Item & { track: Track } {
  return item !== undefined && item.track !== null && item.mark !== "dropped" && item.mark !== "left";
}

/** The possible positions of an item in the model. During a removal the player may count before or after it. */
function placesOf({ pending }: Session, item: number): number[] {
  const removal = pending.find(isRemoval);
  return !removal || item < removal.run.start ? [item] : [item, item + removal.run.count];
}

/** Searches from the next track on, then from the current one, then before it: a track may occur twice. */
function search(s: Session, fits: (item: Item | undefined) => boolean): number {
  const next = nextItem(s);
  if (s.current?.progress === "started" && fits(s.items[next])) return next;
  const ahead = findAhead(s, fits);
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

/** Makes the track at an index the current one and drops the tracks before it. */
export function advance(s: Session, at: number): void {
  const item = s.items[at];
  if (!item?.track) return;
  if (at > s.head) drop(s, s.head, at);
  // What has started before is ahead again.
  if (at < s.head) s.items = s.items.map((each, index) => index > at ? ahead(each) : each);
  s.head = at;
  s.items = s.items.with(at, { ...item, mark: "kept" });
  s.current = item.track;
}

function ahead(item: Item): Item {
  return item.track?.progress === "started" ? { ...item, track: { ...item.track, progress: "added" } } : item;
}

/** Makes one of the tracks that were just appended the current one. Drops the tracks from the old current one up to them. */
export function startAt(s: Session, count: number, index: number): void {
  const start = s.items.length - count;
  drop(s, s.head, start);
  s.head = start + index;
  s.current = s.items[s.head]?.track ?? null;
}

export function dropAll(s: Session): void {
  replaceAll(s, "dropped");
  s.head = s.items.length;
}

/** Marks all items for removal. Replaced ones that cannot be removed are kept. */
export function replaceAll(s: Session, as: "replaced" | "dropped" = "replaced"): void {
  remember(s, s.items);
  mark(s, 0, s.items.length, as);
}

/** Drops a track that has failed or was skipped. It may start after all, as one whose append was not answered. */
export function dropOver(s: Session, given: Track, progress: "failed" | "skipped"): void {
  const track = { ...given, progress };
  remember(s, [{ track, mark: "dropped" }]);
  const at = findAhead(s, (item) => item.track?.id === track.id);
  if (at >= 0) s.items = s.items.with(at, { track, mark: "dropped" });
}

function drop(s: Session, start: number, end: number): void {
  const passed = s.items.slice(start, end);
  mark(s, start, end, "dropped");
  if (passed.some(({ track }) => track !== null)) s.dropped = [];
  remember(s, passed);
}

function remember(s: Session, items: readonly Item[]): void {
  s.dropped = [...s.dropped, ...items.flatMap(({ track }) => track ?? [])].slice(-DROPPED_REMEMBERED);
}

function mark(s: Session, start: number, end: number, mark: Mark): void {
  s.items = s.items.map((item, at) => at >= start && at < end ? { ...item, mark } : item);
}

function cut(s: Session, start: number, count: number): void {
  if (count <= 0) return;
  s.items = s.items.toSpliced(start, count);
  if (s.head > start) s.head = Math.max(start, s.head - count);
}

/** Adds items that do not belong to the session to the model. */
function insertForeign(s: Session, start: number, count: number): void {
  if (count <= 0) return;
  const isInside = start < s.items.length;
  s.items = [...s.items.slice(0, start), ...Array<Item>(count).fill(FOREIGN), ...s.items.slice(start)];
  if (s.head >= start && isInside) s.head += count;
}
