/**
 * The course of a session: how tracks start and fail, what follows them, how it ends, and the settings that it gives back.
 */

import { isAddition, jitErrors, opening, silent, takesOver } from "./common.ts";
import * as items from "./items.ts";
import type { Call, Duty, Meaning, Opened, Pending, Reason, Session, Track } from "./session.ts";

/** This many failures in a row, without a track that starts, exhaust the list. */
const MAX_FAILURES = 10;

// What follows.

/** Whether a track follows the current one or is being added. */
export function somethingFollows(s: Session): boolean {
  return items.nextItem(s) >= 0 || isArriving(s);
}

function isArriving({ items, current }: Session): boolean {
  return items.some(({ mark, track }) => mark === "arriving" && track !== current);
}

/** Whether the current track has started and has not ended, also when it is being left. */
export function currentPlays({ sound, progress }: Session): boolean {
  return sound.at === "playing" || sound.at === "opening" && progress === "started";
}

/** Requests the next track, once for each track and reason, or again. */
export function needNext(s: Session, reason: Reason, isAgain = false): void {
  const mayAsk = s.isMusic || s.state === "Exhausted" && reason === "error";
  if (!mayAsk || s.asked.includes(reason) && !(isAgain && s.isMusic)) return;
  s.state = "WaitingNext";
  s.asked = [...s.asked.filter((each) => each !== reason), reason];
  s.emit("needNext", { currentTrackId: s.current?.trackId ?? "", reason });
}

/** Requests the next track again after a failed addition. */
export function askAgain(s: Session): void {
  const { sound } = s;
  // A track requests the next one when it starts, and so does the end of an interruption.
  const isAskedLater = !currentPlays(s) && (sound.at !== "silent" || s.isAwaited);
  // What follows may be the track that was to be replaced.
  if (somethingFollows(s) || isAskedLater) {
    if (s.isMusic) s.state = "Active";
    return;
  }
  if (sound.at === "silent") s.sound = { ...sound, because: "failed" };
  needNext(s, "error", true);
}

/** A track was added: what was requested has come. */
export function accepted(s: Session): void {
  if (items.nextItem(s) >= 0) s.state = "Active";
}

export function exhaust(s: Session, isNews: boolean = s.state !== "Exhausted"): void {
  s.state = "Exhausted";
  // The next failure asks again.
  s.asked = s.asked.filter((reason) => reason !== "error");
  if (s.sound.at === "silent") s.sound = { ...s.sound, opened: null };
  if (isNews) s.emit("listExhausted", { lastTrackId: s.current?.trackId ?? "" });
}

/** Waits for another current track, which is played when it is loaded. */
export function awaitCurrent(s: Session): void {
  s.sound = silent("never");
  s.state = "Active";
  s.asked = [];
}

/** Goes on when nothing sounds: the next track becomes the current one, or one is requested. True when it did. */
export function goOn(s: Session): boolean {
  const { sound } = s;
  if (!s.isMusic || sound.at !== "silent" || s.isAwaited || s.calls.some(takesOver)) return false;
  const next = items.nextItem(s);
  if (next >= 0) {
    // The player may have continued by itself.
    if (sound.opened) return false;
    items.advance(s, next);
    awaitCurrent(s);
    return true;
  }
  if (isArriving(s)) return false;
  if (sound.opened?.some((track) => track !== null)) {
    judge(s, []);
    return true;
  }
  const before = s.effects.length;
  if (sound.because === "ended") exhaust(s);
  else if (sound.because === "failed") needNext(s, "error");
  else if (sound.because !== "never" && s.state !== "WaitingNext") {
    needNext(s, sound.because === "skipped" ? "error" : "trackChange", true);
  }
  return s.effects.length > before;
}

/**
 * The player has ended without starting what it opened: the last track has failed, and those before were skipped.
 *
 * @param unsure Not null while the player may still have continued by itself.
 */
export function judge(s: Session, unsure: Opened | null): void {
  const { sound } = s;
  if (sound.at !== "silent" || !sound.opened) return;
  const { opened, because } = sound;
  s.sound = silent(opened.some((track) => track !== null) ? "skipped" : because, unsure);
  skipAllButLast(s, opened);
  const track = lastOf(s, opened);
  if (track) fail(s, track, jitErrors.unplayable);
}

/** Of the tracks that were opened one after another, those before the last one were skipped. */
export function skipAllButLast(s: Session, opened: Opened): void {
  for (const track of opened.slice(0, -1)) if (track) skipTrack(s, track);
}

/** The last of the tracks that were opened, if it may still start for the first time. */
function lastOf(s: Session, opened: Opened): Track | null {
  const track = opened.at(-1) ?? null;
  const isStill = track && (track === s.current ? s.isNew : items.itemOf(s, track) >= 0);
  return isStill ? track : null;
}

/** A track that was skipped before its start is not played. */
export function skipTrack(s: Session, track: Track): void {
  if (track === s.current) s.progress = "skipped";
  else items.dropTrack(s, track);
}

/**
 * The player leaves what it plays or opens: it opens the track that follows.
 *
 * @param sounds Whether it plays something, which in silence is not the session's: a track of the user's queue may follow.
 */
export function moveOn(s: Session, sounds = false): void {
  const { sound } = s;
  if (s.state === "Idle" || s.isAwaited || sound.at === "foreign") return;
  if (sound.at === "silent" && !sound.opened && !sounds) return;
  const opened = sound.at === "silent" ? sound.opened ?? [] : s.opened;
  s.sound = opening([...opened, follower(s, opened)]);
  s.left = true;
}

/** The player opens a track: one that was still being added when it was told to. */
export function opensAdded(s: Session): void {
  if (s.sound.at !== "opening" || s.sound.opened.at(-1) !== null) return;
  const opened = s.sound.opened.slice(0, -1);
  s.sound = { ...s.sound, opened: [...opened, follower(s, opened, true)] };
}

/** The track that follows those that were opened; null without one. */
function follower({ items, current }: Session, opened: Opened, isArrivingToo = false): Track | null {
  const from = items.findLastIndex(({ track }) => track && opened.includes(track));
  const found = items.find(({ track, mark }, at) =>
    at >= from && track !== current && !opened.includes(track) &&
    (mark === "kept" || isArrivingToo && mark === "arriving")
  );
  return found?.track ?? null;
}

// How tracks start and fail.

/** A track of the session has started. */
export function begin(s: Session, at: number): void {
  const { current: before, progress, opened } = s;
  const missed = s.left ? [] : items.keptTracks(s, 0, at).filter((each) => each !== before || s.isNew);
  items.advance(s, at);
  const track = s.current;
  if (!track) return;
  // The player has restarted the current track by itself.
  const isAgain = track === before && progress === "started" && s.isMusic;
  s.progress = "started";
  s.failures = 0;
  s.left = s.leaves = false;
  s.sound = { at: "playing" };
  // What the player has opened since.
  const since = opened.slice(opened.indexOf(track) + 1);
  if (opened.includes(track) && since.length > 0 && isLeaving(s)) {
    s.left = true;
    s.sound = opening(since);
  }
  if (isAgain) return;
  for (const each of missed) if (each !== track) s.tellError(each, jitErrors.unplayable);
  s.state = "Active";
  s.asked = [];
  s.emit("trackChanged", { trackId: track.trackId, title: track.title });
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
  const isCurrent = track === s.current;
  if (s.state === "Idle" || isCurrent && s.progress === "failed") return;
  s.tellError(track, error);
  if (isCurrent) {
    s.progress = "failed";
    s.sound = silent("failed", isSignalled ? [] : null);
    s.leaves = false;
  } else {
    // The player has tried to open it.
    if (isSignalled && s.sound.at === "playing" && items.nextItem(s) === items.itemOf(s, track)) {
      s.sound = opening([track]);
    }
    items.dropTrack(s, track);
  }
  if (++s.failures >= MAX_FAILURES) {
    s.failures = 0;
    exhaust(s);
  } else if (!isCurrent || !s.isMusic) askAgain(s);
}

/** The track that the player opens has not started in time. */
export function startIsLate(s: Session): void {
  const { sound, opened } = s;
  if (sound.at !== "opening" || sound.lateAt === null || s.pausedAt !== null || s.now < sound.lateAt) return;
  const track = lastOf(s, opened);
  s.sound = { ...sound, lateAt: null };
  // Nothing was to follow.
  if (!track) return currentPlays(s) && s.sounds ? undefined : endOfFile(s);
  skipAllButLast(s, opened);
  if (track !== s.current) {
    items.advance(s, items.itemOf(s, track));
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
  const { sound, current } = s;
  if (sound.at === "silent") return;
  if (sound.at !== "opening") {
    s.sound = silent(sound.at === "foreign" ? "interrupted" : "ended", []);
    return;
  }
  const [first, ...others] = sound.opened;
  const isOwn = current !== null && first === current && s.isNew;
  if (isOwn && others.length === 0) return fail(s, current, jitErrors.unplayable);
  if (isOwn) skipTrack(s, current);
  s.sound = isOwn ? silent("skipped", others) : silent("ended", sound.opened);
}

// How a session ends.

/** Ends the session without an event. The player's settings are given back. */
export function end(s: Session): void {
  if (s.isNew && s.addingFor === s.current?.call) items.takeBack(s);
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
  if (s.addingFor === call.id) items.takeBack(s);
  // What is removed for a batch holds up no other music.
  if (call.kind === "preloadBatch") {
    const isRemoval = ({ action }: Pending) => action === "player.playlist.remove";
    s.pending = s.pending.map((each) => isRemoval(each) ? { ...each, lane: "upkeep" } : each);
  }
  s.answer(call, error);
}

// The player's settings.

export const LOCK_NAME = "JIT Queue Buffer";

/** The playback order during a session: the player's default. */
const SESSION_ORDER = 0;

/** The session uses the player's settings from now on. */
export function enter(s: Session): void {
  if (!s.entered) {
    const active = s.found?.active ?? null;
    if (active !== null && active !== s.shadow) s.active = active;
    s.entered = true;
    s.tried = [];
  }
  s.found = null;
}

/** Whether the settings are not given back, or the playlist is not tidied. */
export function hasUpkeep(s: Session): boolean {
  return s.pending.some(({ lane }) => lane === "upkeep") || nextSetting(s) !== null ||
    items.lastUnwanted(s) !== null;
}

function nextSetting(s: Session): Duty | null {
  const isTried = (duty: Duty) => s.tried.includes(duty);
  // A batch locks the playlist before it fills it.
  const inUse = s.entered ||
    s.calls.some(({ kind, stage }) => kind === "preloadBatch" && stage !== undefined);
  if ((s.entered || !inUse && s.order !== null) && !isTried("order")) return "order";
  if (!inUse && s.active !== null && !isTried("active")) return "active";
  return s.shadow !== null && s.locked !== inUse && !isTried("lock") ? "lock" : null;
}

/** Enters or gives back one of the settings. True when the player was asked. */
export function askSetting(s: Session): boolean {
  const duty = s.isBusy("upkeep") ? null : nextSetting(s);
  if (duty === null) return false;
  s.tried = [...s.tried, duty];
  if (duty === "active") s.ask("upkeep", { action: "player.playlist.list", why: "giveBack" }, {});
  else if (duty === "order") {
    const order = s.entered || !s.order ? SESSION_ORDER : s.order.users;
    s.ask("upkeep", { action: "player.playback.setOrder", enters: s.entered, order }, { order });
  } else {
    const locked = !s.locked;
    const params = { playlist: s.shadow, name: LOCK_NAME, locked };
    s.ask("upkeep", { action: "player.playlist.lock", locked }, params);
  }
  return true;
}

export const orderSet: Meaning<"player.playback.setOrder"> = (s, { enters, order }, value, refusal) => {
  if (!value) {
    const problem = enters ? "the playback order cannot be set" : "the order cannot be restored";
    return s.report(problem, refusal?.error ?? "");
  }
  const { previous } = value;
  // After a failed restoration the previous order is the session's own, not the user's.
  const users = previous === s.order?.own ? s.order.users : previous;
  s.order = order === users ? null : { users, own: order };
  // The session has ended meanwhile, or the user changed the order during the session.
  if (enters ? !s.entered : s.order !== null) forgetTry(s, "order");
};

export const lockSet: Meaning<"player.playlist.lock"> = (s, { locked, playlist }, _, refusal) => {
  if (refusal) {
    return s.report(`the shadow playlist cannot be ${locked ? "locked" : "unlocked"}`, refusal.error);
  }
  if (playlist !== s.shadow) return;
  s.locked = locked;
  forgetTry(s, "lock");
};

export const activated: Meaning<"player.playlist.activate"> = (s, _pending, _, refusal) => {
  if (refusal) s.report("the active playlist cannot be restored", refusal.error);
  else s.active = null;
};

function forgetTry(s: Session, duty: Duty): void {
  s.tried = s.tried.filter((each) => each !== duty);
}

/** Activates the user's playlist while the session's is the active one. When it is gone, the first other one is. */
export const giveBackActive: Meaning<"player.playlist.list"> = (s, _pending, list, refusal) => {
  if (!list) return s.report("the active playlist cannot be restored", refusal?.error ?? "");
  if (s.entered) return;
  const others = list.playlists.map(({ id }) => id).filter((id) => id !== s.shadow);
  const playlist = others.find((id) => id === s.active) ?? others[0];
  if (list.active === null || list.active !== s.shadow || playlist === undefined) s.active = null;
  else s.ask("upkeep", { action: "player.playlist.activate" }, { playlist });
};
