/**
 * The course of a session: tracks begin, fail and run out, and the session ends.
 *
 * @module
 */

import { jitErrors } from "./requests.ts";
import { followerIndex, somethingFollows } from "./session.ts";
import { marked, tracksIn } from "./slots.ts";
import type { Track } from "./track.ts";
import type { Trigger } from "./transitions.ts";
import type { Turn } from "./turn.ts";

/**
 * A track of the session has started.
 *
 * @param turn The step.
 * @param index Its slot.
 */
export function begun(turn: Turn, index: number): void {
  const { session } = turn;
  const { slots, head } = session.shadow;
  const track = slots[index]?.track;
  if (!track) return;
  const isCurrent = index === head && track === session.current;
  if (isCurrent && session.started && session.state !== "Exhausted") {
    // The player has started it again by itself: nothing has changed for the page.
    session.ended = false;
    return;
  }
  pass(turn, index);
  turn.setShadow({ slots: marked(turn.session.shadow.slots, "live", index, index + 1) });
  announce(turn, track, isCurrent);
}

/**
 * A track of the session has started before the player has answered that it has appended it.
 *
 * @param turn The step.
 * @param track The track.
 */
export function begunEarly(turn: Turn, track: Track): void {
  pass(turn, turn.session.shadow.slots.length);
  announce(turn, track, track === turn.session.current);
}

function announce(turn: Turn, track: Track, isCurrent: boolean): void {
  const { session } = turn;
  // Played once more after the list was exhausted, it is asked for its next one once more.
  if (!isCurrent || session.state === "Exhausted") session.asked = [];
  session.current = track;
  session.started = true;
  session.failed = false;
  session.cued = false;
  session.ended = false;
  turn.move("ourTrack");
  turn.emit({ event: "jitQueue:trackChanged", data: { trackId: track.trackId, title: track.title } });
  if (!somethingFollows(session)) turn.needNext("trackChange");
}

/** What stands from the old current track up to the new one is to be removed. */
function pass(turn: Turn, index: number): void {
  const { slots, head } = turn.session.shadow;
  const passed = tracksIn(slots.slice(head, index));
  if (passed.length > 0) turn.session.dropped = passed;
  turn.setShadow({ slots: marked(slots, "spent", head, index), head: index });
}

/**
 * Makes a track the current one, to be played as soon as what is due before is done.
 *
 * @param turn The step.
 * @param index Its slot.
 */
export function cue(turn: Turn, index: number): void {
  const { session } = turn;
  pass(turn, index);
  session.current = session.shadow.slots[index]?.track ?? null;
  awaitCurrent(turn);
  session.cued = true;
}

/**
 * Forgets how far an earlier current track had come.
 *
 * @param turn The step; it has put a new current track.
 */
export function awaitCurrent(turn: Turn): void {
  const { session } = turn;
  session.started = false;
  session.failed = false;
  session.cued = false;
  session.ended = false;
  session.asked = [];
}

/**
 * The current track cannot be played: the page is told, and asked for another one.
 *
 * @param turn The step.
 * @param error Why.
 */
export function failCurrent(turn: Turn, error: string): void {
  const { session } = turn;
  session.failed = true;
  session.ended = false;
  if (session.current !== null) turn.emitError(session.current, error);
  turn.needNext("error");
}

/**
 * Playback has ended and nothing follows.
 *
 * @param turn The step.
 */
export function exhaust(turn: Turn): void {
  turn.session.ended = false;
  turn.move("listEnded");
  tellExhausted(turn);
  withdraw(turn);
}

/**
 * Sends `jitQueue:listExhausted`.
 *
 * @param turn The step.
 */
export function tellExhausted(turn: Turn): void {
  const lastTrackId = turn.session.current?.trackId ?? "";
  turn.emit({ event: "jitQueue:listExhausted", data: { lastTrackId } });
}

/**
 * Ends the session: Idle, ids forgotten, the shadow playlist as it is.
 *
 * @param turn The step.
 * @param trigger Why it ends.
 */
export function end(turn: Turn, trigger: Trigger): void {
  turn.move(trigger);
  rest(turn);
  turn.session.current = null;
  withdraw(turn);
}

/**
 * Lets go of everything that only a running session has.
 *
 * @param turn The step.
 */
export function rest(turn: Turn): void {
  awaitCurrent(turn);
  turn.session.dropped = [];
}

/** What worked for the session that has just ended has lost its point. What is still being appended is taken back. */
function withdraw(turn: Turn): void {
  const { session } = turn;
  const { work } = session;
  if (work?.kind === "playNow" && work.phase !== "shadow") {
    session.work = null;
  } else if (work?.kind === "enqueueNext" && work.phase !== "settle") {
    turn.refuse(work.request, jitErrors.noSession);
    session.work = null;
  }
}

/**
 * Asks for the next track when the current one turns out to have none after all.
 *
 * @param turn The step.
 */
export function askIfBare(turn: Turn): void {
  const { session } = turn;
  const { state, started, failed, ended } = session;
  if (state === "Active" && started && !failed && !ended && !somethingFollows(session)) {
    turn.needNext("trackChange");
  }
}

/**
 * An addition to the running session was accepted.
 *
 * @param turn The step.
 */
export function accepted(turn: Turn): void {
  // It may have started, and be wanting a next one itself, before the player has answered that it has appended it.
  if (followerIndex(turn.session) >= 0) turn.move("nextAccepted");
}
