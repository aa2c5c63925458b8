/**
 * One step of a session: an input changes it and has effects. No promise, no player and no clock: whoever runs it
 * carries out the effects, and answers each native action with another input.
 *
 * @module
 */

import type { SignalMessage, SignalParams } from "../../host_stdio/api/signals.ts";
import { askNext } from "./actions.ts";
import { done } from "./answers.ts";
import {
  answerSkip,
  arrive,
  cancel,
  closePanel,
  forgetShadow,
  goToNext,
  runCall,
  stopPlayer,
} from "./calls.ts";
import { locate } from "./items.ts";
import {
  begin,
  beginTime,
  end,
  endFromOutside,
  endInterruption,
  endOfFile,
  fail,
  goOn,
  isLeaving,
  moveOn,
  needNext,
  opensAdded,
  opensNothing,
  skipAllBut,
  skipTrack,
  somethingFollows,
  startIsLate,
} from "./lifecycle.ts";
import { type Input, isAsked, isAwaited, isNew, jitErrors, openingTrack, type Session } from "./session.ts";
import { canonicalHandle } from "./track.ts";

/** The next track is requested this many seconds before the end. */
const PREFETCH_SECONDS = 30;

type Started = SignalParams<"signal.trackStarted">;

/** Returns the session after an input. The given session does not change. */
export function step(session: Session, input: Input): Session {
  const next: Session = { ...session, now: input.now, effects: [] };
  take(next, input);
  while (runCall(next) || goOn(next) || askNext(next));
  return next;
}

function take(s: Session, input: Input): void {
  switch (input.in) {
    case "call":
      return arrive(s, input.call);
    case "cancelled":
      return cancel(s, input.call);
    case "panelClosed":
      return closePanel(s, input.panel);
    case "signal":
      return signal(s, input.signal);
    case "done":
      return done(s, input.n, input.result);
    case "time":
      return startIsLate(s);
    case "closing":
      // What could not be given back is tried once more, while the player can tell what the user has chosen since.
      s.tried = [];
      return end(s);
  }
}

function signal(s: Session, { name, params }: SignalMessage): void {
  switch (name) {
    case "signal.trackStarted":
      return trackStarted(s, params);
    case "signal.trackFailed":
      return trackFailed(s, params);
    case "signal.playbackTime":
      return playbackTime(s, params);
    case "signal.playbackStopped":
      return playbackStopped(s, params.reason);
    case "signal.playbackPaused":
      return playbackPaused(s, params.paused);
    case "signal.playlistsChanged":
      return playlistsChanged(s, params.order);
  }
}

function trackStarted(s: Session, place: Started): void {
  s.ownStop = false;
  s.sounds = true;
  if (s.voided && canonicalHandle(place.handle) === canonicalHandle(s.voided.handle)) {
    s.voided = null;
    return stopPlayer(s, null);
  }
  if (s.wanted.is === "nothing") return comeBack(s, place);
  const at = locate(s, place);
  if (isAwaited(s) || isAsked(s)) {
    // Ignore a track that was chosen before the current one.
    if (typeof at === "number" && at >= s.head) begun(s, at);
  } else if (typeof at === "number") begun(s, at);
  // A track that has failed or was skipped is left.
  else if (at === "over") goToNext(s, null);
  // The player was opening it when the session dropped it: nobody chose it, and the session continues.
  else if (at === "dropped" && (place.playlist === null || s.sound.at !== "playing")) opensNothing(s);
  else otherStarted(s, place.cause);
}

/** A track of the session has started. It answers the skip that led to it. */
function begun(s: Session, at: number): void {
  const id = s.items[at]?.track?.id ?? null;
  const wasSkipped = id !== null && s.sound.at === "opening" && s.sound.opened.includes(id) &&
    id !== openingTrack(s);
  if (wasSkipped && !isLeaving(s)) {
    skipTrack(s, id);
    return goToNext(s, null);
  }
  answerSkip(s);
  begin(s, at);
}

/** A track that is not the session's has started. What was skipped while it opened is not played after it. */
function otherStarted(s: Session, cause: Started["cause"]): void {
  if (s.sound.at === "opening") skipAllBut(s, s.sound.opened.at(-1), s.sound.opened);
  const isInterrupted = s.sound.at === "foreign" ||
    s.sound.at === "silent" && s.sound.because === "interrupted";
  if (cause === "queue") {
    s.sound = { at: "foreign" };
  } else if (s.wanted.is === "music" && (cause === "advance" || cause === undefined && isInterrupted)) {
    // The player has gone past the track that it was asked to play.
    if (s.sound.at === "opening" && s.current && isNew(s.current)) fail(s, s.current, jitErrors.unplayable);
    else endInterruption(s, false);
  } else endFromOutside(s);
}

/** The user had stopped playback or played something else, and now plays a track of the session again. */
function comeBack(s: Session, place: Started): void {
  // This track was chosen before the session stopped playback.
  if (s.pending.some(({ action }) => action === "player.playback.stop")) return;
  const at = locate(s, place);
  if (typeof at === "number") begin(s, at);
}

function trackFailed(s: Session, { error, ...place }: SignalParams<"signal.trackFailed">): void {
  if (s.wanted.is === "nothing") return;
  const at = locate(s, place);
  const track = typeof at === "number" ? s.items[at]?.track : null;
  if (track) fail(s, track, error || jitErrors.unplayable, true);
  // A track of the user's queue that does not open.
  else if (s.sound.at === "opening" && s.left && s.current?.progress === "started") {
    s.sound = { at: "foreign" };
  }
}

function playbackTime(s: Session, { position, length }: SignalParams<"signal.playbackTime">): void {
  const counts = s.wanted.is === "music" && !isAsked(s) &&
    (s.sound.at === "playing" || s.sound.at === "opening");
  // Do not ask while a panel is adding a track: it would add a second one, which would replace the first.
  if (!counts || somethingFollows(s) || s.calls.some(({ kind }) => kind === "enqueueNext")) return;
  if (length > 0 && length - position <= PREFETCH_SECONDS) needNext(s, "prefetch");
}

function playbackStopped(s: Session, reason: SignalParams<"signal.playbackStopped">["reason"]): void {
  const { sounds } = s;
  s.sounds = false;
  if (reason === "shutdown") return endFromOutside(s);
  if (reason === "startingAnother") {
    if (s.leaves || isAsked(s)) s.leaves = false;
    else if (!s.left || s.sound.at === "silent") moveOn(s, sounds);
    opensAdded(s);
    return isAsked(s) ? undefined : beginTime(s);
  }
  if (reason === "user" && s.ownStop) {
    s.ownStop = false;
    return;
  }
  // The track that the player is asked to play starts after this.
  if (isAsked(s) && s.leaves) {
    s.leaves = false;
    return;
  }
  if (reason === "user") endFromOutside(s);
  else endOfFile(s);
}

function playbackPaused(s: Session, paused: boolean): void {
  if (paused === (s.pausedAt !== null)) return;
  const since = s.pausedAt;
  s.pausedAt = paused ? s.now : null;
  if (since === null || s.sound.at !== "opening" || s.sound.lateAt === null) return;
  s.sound = { ...s.sound, lateAt: s.sound.lateAt + s.now - since };
}

function playlistsChanged(s: Session, order: readonly string[]): void {
  s.playlists = order;
  if (s.shadow === null || order.includes(s.shadow)) return;
  forgetShadow(s);
  endFromOutside(s, jitErrors.shadowRemoved);
}
