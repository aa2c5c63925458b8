/** The course of a session: how tracks start and fail, what follows them, and how it ends. */

import * as items from "./items.ts";
import type { Call, Opened, Pending, Reason, Session, Track } from "./session.ts";
import { heard, jitErrors, silent } from "./session.ts";

export const LOCK_NAME = "JIT Queue Buffer";
/** The playback order during a session: the player's default. */
const SESSION_ORDER = 0;

/** This many failures in a row, without a track that starts, exhaust the list. */
const MAX_FAILURES = 10;

/** Whether a track follows the current one or is being added. */
export function somethingFollows(s: Session): boolean {
  return items.nextItem(s) >= 0 || s.items.some((item) => items.isArriving(item) && item.track !== s.current);
}

/** Whether the current track has started and has not ended, also when it is being left. */
export function currentPlays({ sound, current, started }: Session): boolean {
  return sound.at === "heard" && current !== null && current === started;
}

/** Requests the next track. */
export function needNext(s: Session, reason: Reason): void {
  if (!s.isMusic && !(s.state === "Exhausted" && reason === "error")) return;
  s.state = "WaitingNext";
  s.asked = [...s.asked.filter((each) => each !== reason), reason];
  s.emit("needNext", { currentTrackId: s.current?.trackId ?? "", reason });
}

/** Requests the next track again after a failure. */
export function askAgain(s: Session): void {
  const { sound } = s;
  // A track requests the next one when it starts, and so does the end of an interruption.
  const isAskedLater = !currentPlays(s) && (sound.at !== "silent" || s.isAwaited);
  // What follows may be the track that was to be replaced.
  if (!somethingFollows(s) && !isAskedLater) {
    if (sound.at === "silent") s.sound = { ...sound, because: "never" };
    needNext(s, "error");
  } else if (s.isMusic) s.state = "Active";
}

export function exhaust(s: Session): void {
  s.state = "Exhausted";
  if (s.sound.at === "silent") s.sound = silent("never");
  s.emit("listExhausted", { lastTrackId: s.current?.trackId ?? "" });
}

/** Goes on when nothing sounds: the next track becomes the current one, or one is requested. True when it did. */
export function goOn(s: Session): boolean {
  const { sound } = s;
  if (!s.isMusic || sound.at !== "silent" || s.isAwaited || s.calls.some(takesOver)) return false;
  const next = items.nextItem(s);
  // The player may have continued by itself.
  if (next >= 0 && !sound.opened) {
    items.advance(s, next);
    return true;
  }
  if (somethingFollows(s)) return false;
  if (sound.opened?.some((each) => each)) {
    judge(s, []);
    return true;
  }
  const asks = sound.because !== "never" && (sound.because === "ended" || s.state !== "WaitingNext");
  if (sound.because === "ended") exhaust(s);
  else if (asks) needNext(s, sound.because === "skipped" ? "error" : "trackChange");
  return asks;
}

/** Whether a call ends earlier ones and waits until its own track or batch takes their place. */
export function takesOver(call: Call): boolean {
  return call.kind === "playNow" || call.kind === "preloadBatch" && call.replace;
}

/** The player has ended without starting what it opened. It may still continue by itself when `unsure` is not null. */
export function judge(s: Session, unsure: Opened | null): void {
  const { sound, opened } = s;
  s.sound = silent(sound.at === "silent" && !opened.some((each) => each) ? sound.because : "skipped", unsure);
  failLast(s, opened, jitErrors.unplayable);
}

/** Of the tracks that were opened one after another, the last one has failed. False when it is not to start. */
function failLast(s: Session, opened: Opened, error: string, becomesCurrent = false): boolean {
  skipAllButLast(s, opened);
  const last = opened.at(-1) ?? null;
  const item = last ? items.itemOf(s, last) : -1;
  if (!s.isNew(last) || last !== s.current && item < 0) return false;
  if (becomesCurrent && last !== s.current) items.advance(s, item);
  fail(s, last, error);
  return true;
}

/** Of the tracks that were opened one after another, those before the last one were skipped. */
export function skipAllButLast(s: Session, opened: Opened): void {
  for (const track of opened.slice(0, -1)) if (track) items.dropOver(s, track);
}

/** The player leaves what it plays or opens, or in silence a track of the user's: it opens the track that follows. */
export function moveOn(s: Session, plays = false): void {
  const { sound, opened, current } = s;
  if (s.state === "Idle" || s.isAwaited || sound.at === "foreign" || !sound.opened && !plays) return;
  const left = new Set(opened);
  const last = s.items.findLastIndex(({ track }) => track && left.has(track));
  const follower = s.items.find(({ track, mark }, at) =>
    at > last && track !== current && (mark === "kept" || mark === "arriving")
  );
  s.sound = heard([...opened, follower?.track ?? null]);
}

/** A track of the session has started. It answers the skip that led to it. */
export function begin(s: Session, at: number): void {
  const { opened } = s;
  const track = s.items[at]?.track;
  if (!track) return;
  const isLeaving = s.pending.some(({ action }) => action === "player.playback.next");
  if (opened.slice(0, -1).includes(track) && !isLeaving) {
    items.dropOver(s, track);
    return void s.ask("player.playback.next", {});
  }
  const skip = s.calls.find(({ currentTrackId }) => currentTrackId !== undefined);
  if (skip) s.answer(skip, { currentTrackId: skip.currentTrackId });
  const isChosen = s.state === "Idle" || s.isLeft;
  const missed = items.keptTracks(s, 0, isChosen ? 0 : at).filter((each) => s.isNew(each) && each !== track);
  // The player may have restarted the current track by itself.
  const isAgain = s.isMusic && track === s.current && track === s.started && !s.isOver(track);
  if (!isAgain) items.advance(s, at);
  s.started = track;
  s.dropped = s.dropped.filter((each) => each.track !== track);
  s.failures = 0;
  // What the player has opened since, on its way to the next track.
  s.sound = heard(opened.includes(track) && isLeaving ? opened.slice(opened.indexOf(track) + 1) : []);
  if (isAgain) return;
  s.asked = [];
  for (const each of missed) s.tellError(each, jitErrors.unplayable);
  s.emit("trackChanged", { trackId: track.trackId, title: track.title });
  if (!somethingFollows(s)) needNext(s, "trackChange");
}

/** A track has failed: the page is told. A player that has signalled it may continue by itself. */
export function fail(s: Session, track: Track, error: string, isSignalled = false): void {
  if (s.state === "Idle" || s.isOver(track)) return;
  s.tellError(track, error);
  const isCurrent = track === s.current;
  if (isCurrent) s.sound = silent("never", isSignalled ? [] : null);
  // The player has tried to open it.
  else if (isSignalled && s.isPlaying && items.nextTrack(s) === track) s.sound = heard([track]);
  items.dropOver(s, track);
  s.failures = (s.failures + 1) % MAX_FAILURES;
  if (s.failures === 0) exhaust(s);
  else if (!isCurrent || s.state !== "WaitingNext" || s.asked.at(-1) !== "error") askAgain(s);
}

/** The track that the player opens has not started in time. */
export function startIsLate(s: Session): void {
  const { sound, opened } = s;
  if (sound.at !== "heard" || sound.lateAt === null || s.pausedAt !== null || s.now < sound.lateAt) return;
  const hasFailed = failLast(s, opened, `Track did not start within ${s.startTimeoutMs / 1000} s`, true);
  // Nothing was to follow.
  if (!hasFailed && (!currentPlays(s) || s.plays === "nothing")) endOfFile(s);
}

/** The time in which the track that opens has to start begins. */
export function beginTime(s: Session): void {
  if (s.sound.at !== "heard" || s.isPlaying) return;
  s.sound = { ...s.sound, lateAt: (s.pausedAt ?? s.now) + s.startTimeoutMs };
}

/** What plays has come to its end, and nothing follows it. */
export function endOfFile(s: Session): void {
  const { sound, current, opened } = s;
  if (sound.at === "silent") return;
  if (sound.at === "foreign") s.sound = silent("interrupted", []);
  else if (!current || opened[0] !== current) s.sound = silent("ended", opened);
  else if (opened.length === 1) fail(s, current, jitErrors.unplayable);
  else {
    items.dropOver(s, current);
    s.sound = silent("skipped", opened.slice(1));
  }
}

/** Refuses calls. What is being added for them is removed when it has arrived. */
export function refuseAll(s: Session, error: string, fits: (call: Call) => boolean): void {
  for (const call of s.calls.filter(({ tracks }) => tracks.length > 0).filter(fits)) {
    items.takeBack(s, s.pending.flatMap(({ tracks }) => tracks[0] === call.tracks[0] ? tracks : []));
    s.answer(call, error);
  }
}

/** Ends the session without an event. The player's settings are given back. */
export function end(s: Session): void {
  items.takeBack(s, [s.current]);
  refuseAll(s, jitErrors.noSession, (call) => !takesOver(call));
  s.state = "Idle";
  s.sound = silent("never");
  s.failures = 0;
  s.dropped = s.dropped.filter(({ track }) => track === s.current);
  if (s.entered) s.tried = [];
  s.entered = false;
}

/** The session ends other than by a call. */
export function endFromOutside(s: Session, error?: string): void {
  const { current } = s;
  if (s.state === "Idle") return;
  end(s);
  s.current = null;
  if (error !== undefined && current) s.tellError(current, error);
  s.emit("trackChanged", { trackId: "", title: "" });
}

/**
 * Asks for the next setting that is to be changed or given back, if `asks`. True when there is one. Each is tried once in
 * a session and once at its end, and again when that has changed it.
 */
export function settle(s: Session, asks: boolean): boolean {
  const isDue = (duty: string, isDifferent: boolean) => isDifferent && !s.tried.includes(duty);
  // A batch locks the playlist before it fills it.
  const inUse = s.entered || s.calls.some(({ empties }) => empties);
  const isOrder = isDue("order", s.entered || !inUse && s.order !== null);
  const isActive = isDue("active", !inUse && s.active !== null);
  const isLock = isDue("lock", s.shadow !== null && s.locked !== inUse);
  if (!asks || !isOrder && !isActive && !isLock) return isOrder || isActive || isLock;
  s.tried = [...s.tried, isOrder ? "order" : isActive ? "active" : "lock"];
  const order = s.entered || !s.order ? SESSION_ORDER : s.order.users;
  if (isOrder) return s.ask("player.playback.setOrder", { order });
  if (isActive) return s.ask("player.playlist.list", {}, { why: "giveBack", lane: "upkeep" });
  return s.ask("player.playlist.lock", { playlist: s.shadow ?? "", name: LOCK_NAME, locked: !s.locked });
}

/** Resolves a track, beside everything else: by its handle if it names a subsong, otherwise by its text. */
export function resolve(s: Session, track: Track | null | undefined): boolean {
  const resolves = ({ action }: Pending) => action === "player.media.resolve";
  if (!track || track.isResolved || s.pending.some((p) => resolves(p) && p.tracks[0] === track)) return false;
  // Nobody waits any longer for the track of a superseded call.
  s.pending = s.pending.filter((p) => !resolves(p) || p.tracks[0] === s.current || s.callOf(p.tracks[0]));
  const { handle, text } = track;
  return s.ask("player.media.resolve", { paths: [handle.subsong > 0 ? handle : text] }, { tracks: [track] });
}
