/**
 * One step of a session: an input changes it and has effects. No promise, no player and no clock: whoever runs it
 * carries out the effects, and answers each native action with another input.
 */

import type { SignalName, SignalParams } from "../../host_stdio/api/signals.ts";
import { canonicalHandle } from "../../limits/canonical_handle.ts";
import * as calls from "./calls.ts";
import * as course from "./course.ts";
import * as items from "./items.ts";
import { askNext } from "./player.ts";
import { jitErrors, Session, silent } from "./session.ts";

/** The next track is requested this many seconds before the end. */
const PREFETCH_SECONDS = 30;

/** Returns the session after an input, which changes it. The given session does not change. */
export function step(session: Session, now: number, input: (s: Session) => void): Session {
  const next = Object.assign(new Session(session.startTimeoutMs), session, { now, effects: [] });
  input(next);
  course.startIsLate(next);
  while (calls.runCall(next) || course.goOn(next) || askNext(next));
  return next;
}

/** What the player's signals mean. */
export const signals: { readonly [Name in SignalName]?: (s: Session, params: SignalParams<Name>) => void } = {
  "signal.trackStarted": (s, place) => {
    s.plays = "something";
    if (!place.paused) signals["signal.playbackPaused"]?.(s, { paused: false });
    if (items.isSame(s.voided, canonicalHandle(place.handle))) {
      s.voided = null;
      return calls.stopPlayer(s);
    }
    // This track was chosen before the session stopped playback.
    if (s.state === "Idle" && s.pending.some(({ action }) => action === "player.playback.stop")) return;
    const at = items.locate(s, place);
    const isToStart = s.isAwaited || s.isAsked;
    const isUnremoved = place.cause === "advance" && s.items[place.item ?? -1]?.mark === "left";
    if (typeof at === "number") {
      // A track before the current one was chosen before it. Without a session the user returns to it.
      if (!isToStart || s.items[at]?.mark !== "passed") course.begin(s, at);
    } else if (isToStart || s.state === "Idle") return;
    // A track that has failed or was skipped is left.
    else if (at === "over") s.ask("player.playback.next", {});
    else if (at === "dropped" && !isUnremoved && (place.playlist === null || !s.isPlaying)) {
      // The player was opening it when the session dropped it: nobody chose it, and the session continues.
      const isUnknown = s.sound.at === "heard" && s.opened.every((each) => !each) && !course.currentPlays(s);
      if (isUnknown) s.sound = silent("interrupted");
    } else otherStarted(s, place.cause);
  },

  "signal.trackFailed": (s, { error, ...place }) => {
    if (s.state === "Idle") return;
    const at = items.locate(s, place);
    const track = typeof at === "number" ? s.items[at]?.track : null;
    if (track) course.fail(s, track, error || jitErrors.unplayable, true);
    // A track of the user's queue that does not open.
    else if (course.currentPlays(s) && s.isLeft) s.sound = { at: "foreign", opened: null };
  },

  "signal.playbackTime": (s, { position, length }) => {
    const counts = s.isMusic && !s.isAsked && s.sound.at === "heard";
    // Do not ask while a panel is adding a track: it would add a second one, which would replace the first.
    if (!counts || course.somethingFollows(s) || s.calls.some(({ kind }) => kind === "enqueueNext")) return;
    if (s.asked.includes("prefetch") || length <= 0 || length - position > PREFETCH_SECONDS) return;
    course.needNext(s, "prefetch");
  },

  "signal.playbackStopped": (s, { reason }) => {
    const { plays, isAsked, sound: { at } } = s;
    s.plays = "nothing";
    if (reason === "shutdown") return course.endFromOutside(s);
    if (reason === "startingAnother") {
      // What played before is left for the track that the player is asked to play.
      const isBefore = isAsked || plays !== "nothing" && s.opened[0] === s.current && s.isNew(s.current);
      if (!isBefore && (!s.isLeft || at === "silent")) course.moveOn(s, plays !== "nothing");
      return course.beginTime(s);
    }
    if (reason === "user" && plays === "stopped" && at !== "heard" || isAsked && plays !== "nothing") return;
    return reason === "user" ? course.endFromOutside(s) : course.endOfFile(s);
  },

  "signal.playbackPaused": (s, { paused }) => {
    const { pausedAt, sound } = s;
    s.pausedAt = paused ? pausedAt ?? s.now : null;
    const isLater = !paused && pausedAt !== null && sound.at === "heard" && sound.lateAt !== null;
    if (isLater) s.sound = { ...sound, lateAt: sound.lateAt + s.now - pausedAt };
  },

  "signal.playlistsChanged": (s, { order }) => {
    s.playlists = order;
    if (s.shadow === null || order.includes(s.shadow)) return;
    items.adopt(s, null, 0);
    course.endFromOutside(s, jitErrors.shadowRemoved);
    s.current = null;
  },
};

/** A track that is not the session's has started. What was skipped while it opened is not played after it. */
function otherStarted(s: Session, cause: SignalParams<"signal.trackStarted">["cause"]): void {
  const { sound, current } = s;
  course.skipAllButLast(s, s.opened);
  const isInterrupted = sound.at === "foreign" || sound.at === "silent" && sound.because === "interrupted";
  const isByItself = cause === "advance" || cause === undefined && isInterrupted;
  if (cause === "queue") s.sound = { at: "foreign", opened: null };
  else if (!s.isMusic || !isByItself) course.endFromOutside(s);
  // The player has gone past the track that it was asked to play.
  else if (sound.at === "heard" && s.isNew(current)) course.fail(s, current, jitErrors.unplayable);
  else s.sound = silent("interrupted");
}
