/**
 * One step of a session: an input changes it and has effects. No promise, no player and no clock: whoever runs it
 * carries out the effects, and answers each native action with another input.
 */

import type { SignalName, SignalParams } from "../../host_stdio/api/signals.ts";
import { canonicalHandle } from "../../limits/canonical_handle.ts";
import * as calls from "./calls.ts";
import { jitErrors, silent, takesOver } from "./common.ts";
import * as course from "./course.ts";
import * as items from "./items.ts";
import { add, done, find, loadCurrent, remove } from "./requests.ts";
import { type Input, Session } from "./session.ts";

/** The next track is requested this many seconds before the end. */
const PREFETCH_SECONDS = 30;

/** Returns the session after an input. The given session does not change. */
export function step(session: Session, input: Input): Session {
  const { startTimeoutMs } = session;
  const next = Object.assign(new Session(startTimeoutMs), session, { now: input.now, effects: [] });
  take(next, input);
  while (calls.runCall(next) || course.goOn(next) || askNext(next));
  return next;
}

/** Asks the player for the next thing. True when it was asked. */
function askNext(s: Session): boolean {
  if (course.askSetting(s)) return true;
  const isHeldUp = s.isBusy("upkeep") && !s.isUpkeepStuck;
  if (!isHeldUp && (resolveCurrent(s) || !s.isBusy("music") && askMusic(s))) return true;
  const isWaiting = s.isBusy("upkeep") || s.isBusy("music") || loads(s);
  return !isWaiting && remove(s, "upkeep");
}

function loads(s: Session): boolean {
  return s.isAwaited && !s.calls.some(takesOver);
}

/** Resolves the current track, beside everything else. */
function resolveCurrent(s: Session): boolean {
  const { current, pending } = s;
  if (!current || s.progress !== "given" || !s.isAwaited) return false;
  const isAsked = pending.some((each) => each.action === "player.media.resolve" && each.track === current);
  if (!isAsked) calls.resolve(s, current);
  return !isAsked;
}

function askMusic(s: Session): boolean {
  const current = loads(s) ? s.current : null;
  if (find(s) || current && loadCurrent(s, current)) return true;
  if (s.sound.at === "silent" && s.sound.opened && items.nextItem(s) >= 0 && s.isMusic) {
    s.ask("music", { action: "player.playback.nowPlaying" }, {});
    return true;
  }
  // The current track comes before those that follow it.
  if (current && s.progress !== "added") return false;
  return s.calls.some((call) => add(s, call));
}

function take(s: Session, input: Input): void {
  switch (input.in) {
    case "call":
      return calls.arrive(s, input.call);
    case "cancelled":
      return calls.cancel(s, input.call);
    case "panelClosed":
      return calls.closePanel(s, input.panel);
    case "signal":
      return heard[input.signal.name]?.(s, input.signal.params as never);
    case "done":
      return done(s, input.n, input.result);
    case "time":
      return course.startIsLate(s);
    case "closing":
      // What could not be given back is tried once more, while the player can tell what the user has chosen since.
      s.tried = [];
      return course.end(s);
  }
}

type Heard = { readonly [Name in SignalName]?: (s: Session, params: SignalParams<Name>) => void };

/** What the player's signals mean. */
export const heard: Heard = {
  "signal.trackStarted": (s, place) => {
    s.ownStop = false;
    s.sounds = true;
    if (s.voided && canonicalHandle(place.handle) === canonicalHandle(s.voided.handle)) {
      s.voided = null;
      return calls.stopPlayer(s, null);
    }
    const isIdle = s.state === "Idle";
    // This track was chosen before the session stopped playback.
    if (isIdle && s.pending.some(({ action }) => action === "player.playback.stop")) return;
    const at = items.locate(s, place);
    const isToStart = s.isAwaited || s.isAsked;
    if (typeof at === "number") {
      // A track before the current one was chosen before it. Without a session the user returns to it.
      if (!isToStart || s.items[at]?.mark !== "passed") begun(s, at);
    } else if (isToStart || isIdle) return;
    // A track that has failed or was skipped is left.
    else if (at === "over") calls.goToNext(s, null);
    else if (at === "dropped" && (place.playlist === null || s.sound.at !== "playing")) {
      // The player was opening it when the session dropped it: nobody chose it, and the session continues.
      const isUnknown = s.sound.at === "opening" && s.opened.every((track) => track === null) &&
        !course.currentPlays(s);
      if (isUnknown) s.sound = silent("interrupted");
    } else otherStarted(s, place.cause);
  },

  "signal.trackFailed": (s, { error, ...place }) => {
    if (s.state === "Idle") return;
    const at = items.locate(s, place);
    const track = typeof at === "number" ? s.items[at]?.track : null;
    if (track) course.fail(s, track, error || jitErrors.unplayable, true);
    // A track of the user's queue that does not open.
    else if (s.sound.at === "opening" && s.left && s.progress === "started") {
      s.sound = { at: "foreign" };
    }
  },

  "signal.playbackTime": (s, { position, length }) => {
    const counts = s.isMusic && !s.isAsked &&
      (s.sound.at === "playing" || s.sound.at === "opening");
    // Do not ask while a panel is adding a track: it would add a second one, which would replace the first.
    if (!counts || course.somethingFollows(s) || s.calls.some(({ kind }) => kind === "enqueueNext")) return;
    if (length > 0 && length - position <= PREFETCH_SECONDS) course.needNext(s, "prefetch");
  },

  "signal.playbackStopped": (s, { reason }) => {
    const { sounds } = s;
    s.sounds = false;
    if (reason === "shutdown") return endFromOutside(s);
    if (reason === "startingAnother") {
      if (s.leaves || s.isAsked) s.leaves = false;
      else if (!s.left || s.sound.at === "silent") course.moveOn(s, sounds);
      course.opensAdded(s);
      return s.isAsked ? undefined : course.beginTime(s);
    }
    const isOwnStop = reason === "user" && s.ownStop;
    if (isOwnStop) s.ownStop = false;
    // The track that the player is asked to play starts after this.
    else if (s.isAsked && s.leaves) s.leaves = false;
    else if (reason === "user") endFromOutside(s);
    else course.endOfFile(s);
  },

  "signal.playbackPaused": (s, { paused }) => {
    const since = s.pausedAt;
    s.pausedAt = paused ? since ?? s.now : null;
    const { sound } = s;
    if (paused || since === null || sound.at !== "opening" || sound.lateAt === null) return;
    s.sound = { ...sound, lateAt: sound.lateAt + s.now - since };
  },

  "signal.playlistsChanged": (s, { order }) => {
    s.playlists = order;
    if (s.shadow === null || order.includes(s.shadow)) return;
    calls.forgetShadow(s);
    endFromOutside(s, jitErrors.shadowRemoved);
  },
};

/** A track of the session has started. It answers the skip that led to it. */
function begun(s: Session, at: number): void {
  const track = s.items[at]?.track;
  const wasSkipped = track && s.opened.slice(0, -1).includes(track);
  if (wasSkipped && !course.isLeaving(s)) {
    course.skipTrack(s, track);
    return calls.goToNext(s, null);
  }
  const skip = s.calls.find(({ currentTrackId }) => currentTrackId !== undefined);
  if (skip) s.answer(skip, { currentTrackId: skip.currentTrackId });
  course.begin(s, at);
}

/** A track that is not the session's has started. What was skipped while it opened is not played after it. */
function otherStarted(s: Session, cause: SignalParams<"signal.trackStarted">["cause"]): void {
  course.skipAllButLast(s, s.opened);
  const isInterrupted = s.sound.at === "foreign" ||
    s.sound.at === "silent" && s.sound.because === "interrupted";
  if (cause === "queue") {
    s.sound = { at: "foreign" };
  } else if (s.isMusic && (cause === "advance" || cause === undefined && isInterrupted)) {
    // The player has gone past the track that it was asked to play.
    if (s.sound.at === "opening" && s.current && s.isNew) {
      course.fail(s, s.current, jitErrors.unplayable);
    } else s.sound = silent("interrupted");
  } else endFromOutside(s);
}

/** The session ends other than by a call. */
function endFromOutside(s: Session, error?: string): void {
  const { current, state } = s;
  if (error !== undefined) s.current = null;
  if (state === "Idle") return;
  course.end(s);
  s.current = null;
  if (error !== undefined && current) s.tellError(current, error);
  s.emit("trackChanged", { trackId: "", title: "" });
}
