/**
 * The course of a session: how tracks start and fail, what follows them, and how it ends.
 *
 * @module
 */

import { isStreamUrl } from "../../limits/paths.ts";
import type { PayloadOf } from "../core/event.ts";
import { advance, dropOver, itemOf, keptTracks, nextItem, setProgress, takeBack } from "./items.ts";
import {
  type Asked,
  type Call,
  isAddition,
  isAwaited,
  isMusic,
  isNew,
  jitErrors,
  type jitQueueEvents,
  type Lane,
  type Opened,
  opening,
  type Owner,
  playing,
  type Reason,
  type Session,
  silent,
  takesOver,
  type Track,
} from "./session.ts";

/** This many failures in a row, without a track that starts, exhaust the list. */
const MAX_FAILURES = 10;

type Events = typeof jitQueueEvents;

/** Sends an event to the owner of the session, or to another one. */
export function emit<Name extends keyof Events>(
  s: Session,
  event: Name,
  data: PayloadOf<Events[Name]>,
  to: Owner = s.owner,
): void {
  s.effects.push({ do: "emit", event, data, to: to === "gone" ? "all" : to });
}

export function tellError(s: Session, { trackId, text }: Track, error: string, to?: Owner): void {
  emit(s, "error", { trackId, error, ...isStreamUrl(text) ? { url: text } : { path: text } }, to);
}

export function report(s: Session, problem: string, error: string): void {
  s.effects.push({ do: "report", problem, error });
}

/** Asks the player. It judges the tracks in the parameters by the panel. */
export function ask(s: Session, lane: Lane, asked: Asked, params: object, panel?: string): void {
  const n = ++s.count;
  s.pending = [...s.pending, { ...asked, n, lane, since: s.now, playlist: s.shadow }];
  s.effects.push({ do: "action", n, action: asked.action, params, panel });
}

/** Ends a call with its result, or with the error text of its failure. */
export function answer(s: Session, { id }: Call, result: object | string): void {
  s.calls = s.calls.filter((each) => each.id !== id);
  const whole = typeof result === "string" ? result : { success: true, ...result };
  s.effects.push({ do: "answer", call: id, result: whole });
}

export function update<Kind extends Call>(s: Session, call: Kind, change: Partial<Kind>): void {
  s.calls = s.calls.map((each) => each.id === call.id ? { ...call, ...change } : each);
}

// What follows.

/** Whether a track follows the current one or is being added. */
export function somethingFollows(s: Session): boolean {
  return nextItem(s) >= 0 || isArriving(s);
}

function isArriving({ items, current }: Session): boolean {
  return items.some(({ mark, track }) => mark === "arriving" && track?.id !== current?.id);
}

/** Whether the current track has started and has not ended, also when it is being left. */
export function currentPlays({ sound, current }: Session): boolean {
  return sound.at === "playing" || sound.at === "opening" && current?.progress === "started";
}

/** Requests the next track, once for each track and reason. */
export function needNext(s: Session, reason: Reason): void {
  const mayAsk = isMusic(s) || s.state === "Exhausted" && reason === "error";
  if (!mayAsk || s.asked.includes(reason)) return;
  s.state = "WaitingNext";
  s.asked = [...s.asked, reason];
  emit(s, "needNext", { currentTrackId: s.current?.trackId ?? "", reason });
}

/** Requests the next track again after a failed addition. */
export function askAgain(s: Session): void {
  const { sound } = s;
  // A track requests the next one when it starts, and so does the end of an interruption.
  const isAskedLater = !currentPlays(s) && (sound.at !== "silent" || isAwaited(s));
  // What follows may be the track that was to be replaced.
  if (somethingFollows(s) || isAskedLater) {
    if (isMusic(s)) s.state = "Active";
    return;
  }
  if (sound.at === "silent") s.sound = { ...sound, because: "failed" };
  needAnother(s, "error");
}

/** Requests the next track once more for a reason. */
function needAnother(s: Session, reason: Reason): void {
  if (isMusic(s)) forgetAsked(s, reason);
  needNext(s, reason);
}

function forgetAsked(s: Session, reason: Reason): void {
  s.asked = s.asked.filter((each) => each !== reason);
}

/** A track was added: what was requested has come. */
export function accepted(s: Session): void {
  if (nextItem(s) >= 0) s.state = "Active";
}

export function exhaust(s: Session, isNews: boolean = s.state !== "Exhausted"): void {
  s.state = "Exhausted";
  // The next failure asks again.
  forgetAsked(s, "error");
  if (s.sound.at === "silent") s.sound = { ...s.sound, opened: null };
  if (isNews) emit(s, "listExhausted", { lastTrackId: s.current?.trackId ?? "" });
}

/** Waits for another current track, which is played when it is loaded. */
export function awaitCurrent(s: Session): void {
  s.sound = silent("never");
  s.state = "Active";
  s.asked = [];
}

/**
 * Goes on when nothing sounds: the next track becomes the current one, or one is requested. True when something was
 * done.
 */
export function goOn(s: Session): boolean {
  const { sound } = s;
  if (!isMusic(s) || sound.at !== "silent" || isAwaited(s) || s.calls.some(takesOver)) return false;
  const next = nextItem(s);
  if (next >= 0) {
    // The player may have continued by itself.
    if (sound.opened) return false;
    advance(s, next);
    awaitCurrent(s);
    return true;
  }
  if (isArriving(s)) return false;
  if (sound.opened?.some((id) => id !== null)) return judge(s, []);
  const before = s.effects.length;
  if (sound.because === "ended") exhaust(s);
  else if (sound.because === "failed") needNext(s, "error");
  else if (sound.because !== "never" && s.state !== "WaitingNext") {
    needAnother(s, sound.because === "skipped" ? "error" : "trackChange");
  }
  return s.effects.length > before;
}

/**
 * The player has ended without starting what it opened: the last track has failed, and those before were skipped. True.
 *
 * @param unsure Not null while the player may still have continued by itself.
 */
export function judge(s: Session, unsure: Opened | null): true {
  const { at, opened, because } = s.sound;
  if (at !== "silent" || !opened) return true;
  const last = opened.at(-1) ?? null;
  s.sound = silent(opened.some((id) => id !== null) ? "skipped" : because, unsure);
  skipAllBut(s, last, opened);
  const track = trackAhead(s, last);
  if (track) fail(s, track, jitErrors.unplayable);
  return true;
}

/** Of the tracks that were opened one after another, those before the last one were skipped. */
export function skipAllBut(s: Session, last: number | null | undefined, opened: Opened | null): void {
  for (const id of opened ?? []) if (id !== null && id !== last) skipTrack(s, id);
}

/** A track that was skipped before its start is not played. */
export function skipTrack(s: Session, id: number): void {
  if (id === s.current?.id) return setProgress(s, id, "skipped");
  const track = s.items.find((item, at) => at >= s.head && item.track?.id === id)?.track;
  if (track) dropOver(s, track, "skipped");
}

/** A track that may still start for the first time. */
function trackAhead(s: Session, id: number | null): Track | undefined {
  const track = s.current?.id === id ? s.current : s.items[itemOf(s, id)]?.track;
  return track && isNew(track) ? track : undefined;
}

/**
 * The player leaves what it plays or opens: it opens the track that follows.
 *
 * @param sounds Whether it plays something, which in silence is not the session's: a track of the user's queue may follow.
 */
export function moveOn(s: Session, sounds = false): void {
  const { at, opened } = s.sound;
  if (at === "foreign" || at === "silent" && !opened && !sounds) return;
  if (s.state === "Idle" || isAwaited(s)) return;
  s.sound = opening([...opened ?? [], follower(s, opened ?? [])]);
  s.left = true;
}

/** The player opens a track: one that was still being added when it was told to. */
export function opensAdded(s: Session): void {
  if (s.sound.at !== "opening" || s.sound.opened?.at(-1) !== null) return;
  const opened = s.sound.opened.slice(0, -1);
  s.sound = { ...s.sound, opened: [...opened, follower(s, opened, true)] };
}

/** The track that follows those that were opened; null without one. */
function follower({ items, head, current }: Session, opened: Opened, isArrivingToo = false): number | null {
  const from = Math.max(head, items.findLastIndex(({ track }) => track && opened.includes(track.id)));
  const found = items.find(({ track, mark }, at) =>
    at >= from && track && track.id !== current?.id && !opened.includes(track.id) &&
    (mark === "kept" || isArrivingToo && mark === "arriving")
  );
  return found?.track?.id ?? null;
}

// How tracks start and fail.

/** A track of the session has started. */
export function begin(s: Session, at: number): void {
  const { current: before } = s;
  const opened = s.sound.at === "opening" ? s.sound.opened ?? [] : [];
  const missed = s.left ? [] : keptTracks(s, s.head, at);
  advance(s, at);
  const track = s.current;
  if (!track) return;
  // The player has restarted the current track by itself.
  const isAgain = track.id === before?.id && track.progress === "started" && isMusic(s);
  setProgress(s, track.id, "started");
  s.failures = 0;
  s.left = s.leaves = false;
  s.sound = playing;
  // What the player has opened since.
  const since = opened.slice(opened.indexOf(track.id) + 1);
  if (opened.includes(track.id) && since.length > 0 && isLeaving(s)) {
    s.left = true;
    s.sound = opening(since);
  }
  if (isAgain) return;
  for (const each of missed) {
    if (isNew(each) && each.id !== track.id) tellError(s, each, jitErrors.unplayable);
  }
  s.state = "Active";
  s.asked = [];
  emit(s, "trackChanged", { trackId: track.trackId, title: track.title });
  if (!somethingFollows(s)) needNext(s, "trackChange");
}

/** Whether the player has not answered a request to go to the next track. */
export function isLeaving({ pending }: Session): boolean {
  return pending.some(({ action }) => action === "player.playback.next");
}

/**
 * A track has failed: the page is told, then the next track plays or is requested.
 *
 * @param isSignalled Whether the player has told, and may continue by itself.
 */
export function fail(s: Session, track: Track, error: string, isSignalled = false): void {
  if (s.state === "Idle" || track.progress === "failed") return;
  tellError(s, track, error);
  const isCurrent = track.id === s.current?.id;
  if (isCurrent) {
    setProgress(s, track.id, "failed");
    s.sound = silent("failed", isSignalled ? [] : null);
    s.leaves = false;
  } else {
    // The player has tried to open it.
    if (isSignalled && s.sound.at === "playing" && nextItem(s) === itemOf(s, track.id)) {
      s.sound = opening([track.id]);
    }
    dropOver(s, track, "failed");
  }
  if (++s.failures >= MAX_FAILURES) {
    s.failures = 0;
    exhaust(s);
  } else if (!isCurrent || !isMusic(s)) askAgain(s);
}

/** The track that the player opens has not started in time. */
export function startIsLate(s: Session): void {
  const { lateAt, opened } = s.sound;
  if (lateAt === null || s.pausedAt !== null || s.now < lateAt) return;
  const last = opened?.at(-1) ?? null;
  const track = trackAhead(s, last);
  s.sound = { ...s.sound, lateAt: null };
  // Nothing was to follow.
  if (!track) return currentPlays(s) && s.sounds ? undefined : endOfFile(s);
  skipAllBut(s, last, opened);
  if (track.id !== s.current?.id) {
    advance(s, itemOf(s, track.id));
    awaitCurrent(s);
  }
  fail(s, track, `Track did not start within ${s.startTimeoutMs / 1000} s`);
}

/** The time in which the track that opens has to start begins. */
export function beginTime(s: Session): void {
  if (s.sound.at !== "opening") return;
  s.sound = { ...s.sound, lateAt: (s.pausedAt ?? s.now) + s.startTimeoutMs };
}

/** What plays has come to its end, and nothing follows it. */
export function endOfFile(s: Session): void {
  const { sound: { at, opened }, current } = s;
  if (at === "silent") return;
  if (at !== "opening") {
    s.sound = silent(at === "foreign" ? "interrupted" : "ended", []);
    return;
  }
  const [first, ...others] = opened ?? [];
  const isOwn = current !== null && first === current.id && isNew(current);
  if (isOwn && others.length === 0) return fail(s, current, jitErrors.unplayable);
  if (isOwn) skipTrack(s, current.id);
  s.sound = isOwn ? silent("skipped", others) : silent("ended", opened);
}

// How a session ends.

/** Ends the session without an event. The player's settings are given back. */
export function end(s: Session): void {
  if (s.current && isNew(s.current)) takeBack(s, [s.current], true);
  for (const call of s.calls) {
    if (isAddition(call) && !takesOver(call)) refuseAddition(s, call, jitErrors.noSession);
  }
  s.state = "Idle";
  s.asked = [];
  s.sound = silent("never");
  s.failures = 0;
  s.left = true;
  s.leaves = false;
  s.dropped = [];
  if (s.entered) s.tried = [];
  s.entered = false;
}

/** Refuses an addition. What is being appended for it is removed when it has arrived. */
export function refuseAddition(s: Session, call: Call, error: string): void {
  for (const pending of s.pending) {
    if ("tracks" in pending && pending.tracks[0]?.call === call.id) takeBack(s, pending.tracks, true);
    // What is removed for a batch holds up no other music.
    if (call.kind === "preloadBatch" && pending.action === "player.playlist.remove") {
      s.pending = s.pending.map((each) => each.n === pending.n ? { ...each, lane: "upkeep" } : each);
    }
  }
  answer(s, call, error);
}
