/**
 * What follows from the player's answers and failures.
 *
 * @module
 */

import { badAnswer } from "../../host_stdio/native_answer.ts";
import type { Handle } from "../../host_stdio/shapes.ts";
import { MAX_SHADOW_ITEMS } from "../../limits/shadow_playlist_size.ts";
import { shadowKnown } from "./begin.ts";
import { contextEntered, contextNotEntered, contextRestored, rememberContext } from "./context.ts";
import { accepted, askIfBare, awaitCurrent, cue, failCurrent } from "./course.ts";
import type { Reply } from "./messages.ts";
import { jitErrors } from "./requests.ts";
import {
  type AppendTask,
  type Flight,
  followerIndex,
  isOwner,
  isRunning,
  type Task,
  type VerifyTask,
  type Work,
} from "./session.ts";
import {
  adoptShadow,
  createShadow,
  hasReachedShadow,
  isDoubtful,
  type PlaylistList,
  playlistsListed,
  shadowIn,
  trimmed,
  verify,
} from "./shadow_playlist.ts";
import { fitted, givenUp, marked, reinstated, type Slot, slotsOf } from "./slots.ts";
import type { Turn } from "./turn.ts";

/**
 * The player has answered.
 *
 * @param turn The step.
 * @param ask The number under which it was asked.
 * @param reply Its answer.
 */
export function answered(turn: Turn, ask: number, reply: Reply): void {
  const { session } = turn;
  const { flight } = session;
  if (flight?.ask === ask) {
    session.flight = null;
    finished(turn, flight, reply);
  } else if (reply.name === "player.media.resolve") {
    resolved(turn, ask, reply.answer.resolved[0]?.[0]);
  }
}

/**
 * The player has failed.
 *
 * @param turn The step.
 * @param ask The number under which it was asked.
 * @param error Why, fit for a panel.
 */
export function failed(turn: Turn, ask: number, error: string): void {
  const { session } = turn;
  const { flight } = session;
  if (flight?.ask === ask) {
    session.flight = null;
    notFinished(turn, flight, error);
  } else {
    notResolved(turn, ask, error);
  }
}

function finished(turn: Turn, flight: Flight, { name, answer }: Reply): void {
  const { task, moved } = flight;
  if (isDoubtful(flight)) {
    const { count } = "count" in answer ? answer : { count: 0 };
    return verify(turn, flight, { start: "start" in answer ? answer.start : 0, count });
  }
  switch (task.purpose) {
    case "find":
      if (name === "player.playlist.list") listed(turn, answer);
      return;
    case "create":
      if (name !== "player.playlist.create") return;
      adoptShadow(turn, answer.index, 0);
      return shadowKnown(turn);
    case "lock":
      return moved ? lockedAnother(turn, flight) : undefined;
    case "enter":
      if (name === "player.playback.setOrder") contextEntered(turn, answer.previous);
      return;
    case "restoreOrder":
      return contextRestored(turn, "order", null);
    case "restoreActive":
      // The playlist has got another index on the way, so another one was activated: once more.
      return moved ? undefined : contextRestored(turn, "active", null);
    case "trim":
      if (name === "player.playlist.remove") trimmed(turn, task, answer.count);
      return;
    case "append":
      if (name === "player.playlist.append") appended(turn, task, answer.start, answer.count);
      return;
    case "play":
      return playTaken(turn, moved);
    case "next":
      return turn.answer(task.request, { success: true, currentTrackId: task.currentTrackId });
    case "listen":
      if (name === "player.playback.nowPlaying") listened(turn, answer.track !== null);
      return;
    case "verify":
      if (name === "player.playlist.list") verified(turn, task, hasReachedShadow(turn, task, answer));
      return;
    case "stop":
    case "repair":
      return;
  }
}

function notFinished(turn: Turn, flight: Flight, error: string): void {
  const { task, moved } = flight;
  const { session } = turn;
  // It may have failed for meeting another playlist: once more.
  if (moved && (isDoubtful(flight) || task.purpose === "restoreActive")) return;
  switch (task.purpose) {
    case "find":
      // Known from before, the shadow playlist serves; only the active playlist stays unknown.
      if (session.shadow.index >= 0) {
        session.activeSeen = null;
        turn.report("warning", "jitQueue: the active playlist cannot be told: {error}", { error });
        return shadowKnown(turn);
      }
      return shadowUnknown(turn, error);
    case "create":
      return shadowUnknown(turn, error);
    case "lock":
      if (moved) turn.setShadow({ locked: false });
      return turn.report("warning", "jitQueue: the shadow playlist cannot be locked: {error}", { error });
    case "enter":
      return contextNotEntered(turn, error);
    case "restoreOrder":
      return contextRestored(turn, "order", error);
    case "restoreActive":
      return contextRestored(turn, "active", error);
    case "trim":
      return notTrimmed(turn, task, error);
    case "append":
      return notAppended(turn, error);
    case "play":
      return playFailed(turn, moved, error);
    case "next":
      return turn.refuse(task.request, error);
    case "listen":
      session.ended = false;
      return turn.report("warning", "jitQueue: the player cannot tell what it plays: {error}", { error });
    case "verify":
      // It cannot be told where it went; most likely it went where it was sent.
      return verified(turn, task, true);
    case "repair":
      return turn.report("warning", "jitQueue: another playlist cannot be put right: {error}", { error });
    case "stop":
      if (session.work?.kind === "ending") session.work = { ...session.work, error };
      session.ownStop = false;
      return;
  }
}

function listed(turn: Turn, list: PlaylistList): void {
  const shadow = shadowIn(list);
  if (shadow && shadow.count > MAX_SHADOW_ITEMS) {
    const { message } = badAnswer("player.playlist.list", "a count beyond any playlist");
    return shadowUnknown(turn, message);
  }
  playlistsListed(turn, list);
  if (shadow) shadowKnown(turn);
  else if (awaitsShadow(turn.session.work)) createShadow(turn);
}

function awaitsShadow(work: Work | null): boolean {
  return (work?.kind === "playNow" || work?.kind === "preloadBatch") && work.phase === "shadow";
}

/** Without a shadow playlist an operation fails, and nothing has changed. */
function shadowUnknown(turn: Turn, error: string): void {
  const { work } = turn.session;
  if (work === null || !awaitsShadow(work)) return;
  turn.session.work = null;
  turn.refuse(work.request, error);
}

/** The lock was put on the playlist that had the shadow playlist's index then. */
function lockedAnother(turn: Turn, { playlist }: Flight): void {
  const { session } = turn;
  turn.setShadow({ locked: false });
  if (playlist !== undefined) {
    session.repairs = [...session.repairs, { kind: "unlock", playlist }];
  }
}

function resolved(turn: Turn, ask: number, handle: Handle | undefined): void {
  if (handle === undefined) return notResolved(turn, ask, jitErrors.unresolved);
  const { session } = turn;
  const { work } = session;
  if (work?.kind === "playNow" && work.phase === "resolving" && work.ask === ask) {
    const track = { ...work.request.track, handle };
    session.current = track;
    session.work = { ...work, request: { ...work.request, track }, phase: "append" };
  } else if (work?.kind === "enqueueNext" && work.phase === "resolving" && work.ask === ask) {
    session.work = { ...work, track: { ...work.track, handle }, phase: "append" };
  }
}

/** An answer that nobody waits for any more is let go: its track was dropped. */
function notResolved(turn: Turn, ask: number, error: string): void {
  const { session } = turn;
  const { work } = session;
  if (work?.kind === "playNow" && work.phase === "resolving" && work.ask === ask) {
    session.work = null;
    failCurrent(turn, error);
  } else if (work?.kind === "enqueueNext" && work.phase === "resolving" && work.ask === ask) {
    session.work = null;
    turn.emitError(work.track, error);
    turn.refuse(work.request, error);
  }
}

function appended(turn: Turn, task: AppendTask, start: number, count: number): void {
  const { session } = turn;
  // It went with the shadow playlist, or to one that cannot be told; a batch looks for a new shadow playlist.
  if (session.shadow.index < 0) return;
  const { tracks } = task;
  if (start > MAX_SHADOW_ITEMS) {
    const { message } = badAnswer("player.playlist.append", "a start beyond any playlist");
    return notAppended(turn, message);
  }
  const isWhole = count === tracks.length;
  const slots = fitted(session.shadow.slots, start);
  const head = Math.min(session.shadow.head, start);
  if (!isWhole || !isOwner(session, task)) {
    const added: readonly Slot[] = isWhole
      ? slotsOf(tracks, "spent")
      : Array<Slot>(Math.min(count, tracks.length)).fill({ track: null, status: "spent" });
    turn.setShadow({ slots: [...slots, ...added], head });
    if (!isWhole) {
      const { message } = badAnswer("player.playlist.append", `a count that is not ${tracks.length}`);
      notAppended(turn, message);
    }
    return;
  }
  turn.setShadow({ slots: [...slots, ...slotsOf(tracks, "live")], head });
  const { work } = session;
  if (work?.kind === "playNow") playNowAppended(turn, work, start);
  if (work?.kind === "enqueueNext") nextAppended(turn, work, start);
  if (work?.kind === "preloadBatch") batchAppended(turn, work, task, start);
}

function playNowAppended(turn: Turn, work: Work & { kind: "playNow" }, start: number): void {
  const { session } = turn;
  turn.setShadow({ head: start });
  // The player may have started it by itself before it answered.
  session.work = session.started ? null : { ...work, phase: "play" };
  session.cued = !session.started;
}

function nextAppended(turn: Turn, work: Work & { kind: "enqueueNext" }, start: number): void {
  const { session } = turn;
  const { slots } = session.shadow;
  session.work = { ...work, phase: "settle" };
  if (session.current === work.track) {
    turn.setShadow({ head: start });
  } else {
    // The one that it replaces goes, and so do the ones behind that one, whose second copies now stand behind the new
    // one. Of a track that has started meanwhile, it is the copy that goes.
    const next = followerIndex(session);
    const originals = slots.slice(next, start).filter(({ status }) => status === "live").map(({ track }) =>
      track
    );
    const kept = new Set(originals);
    turn.setShadow({
      slots: slots.map((slot, index) => {
        if (index > start) return kept.has(slot.track) ? slot : { ...slot, status: "spent" };
        return index >= next && index < start && slot.status === "live"
          ? { ...slot, status: "replaced" }
          : slot;
      }),
    });
  }
  accepted(turn);
}

function batchAppended(
  turn: Turn,
  { request }: Work & { kind: "preloadBatch" },
  { tracks }: AppendTask,
  start: number,
): void {
  const { session } = turn;
  const { startIndex, replace, invalidCount, caller } = request;
  const count = tracks.length;
  const joins = isRunning(session) && !replace && !session.failed;
  if (joins) {
    const early = session.current === null ? -1 : tracks.indexOf(session.current);
    if (early >= 0) {
      const { slots } = session.shadow;
      turn.setShadow({ slots: marked(slots, "spent", start, start + early), head: start + early });
    }
    accepted(turn);
  } else {
    const { slots, head } = session.shadow;
    session.target = caller;
    rememberContext(turn);
    turn.setShadow({
      // A track of the running session that has failed is not to be met again.
      slots: isRunning(session) ? marked(slots, "spent", head, start) : slots,
      head: start + startIndex,
    });
    session.current = tracks[startIndex] ?? null;
    awaitCurrent(turn);
    session.cued = true;
    turn.move("batchPlays");
  }
  turn.emit({ event: "jitQueue:preloadComplete", data: { count, startIndex, replace } }, caller);
  turn.answer(request, {
    success: true,
    tracksAdded: count,
    ...(invalidCount > 0 ? { invalidCount } : {}),
  });
  session.work = null;
}

function notAppended(turn: Turn, error: string): void {
  const { session } = turn;
  const { work } = session;
  // Nobody waits for it any more.
  if (work === null) return;
  session.work = null;
  if (work.kind === "playNow") return failCurrent(turn, error);
  if (work.kind === "enqueueNext") turn.emitError(work.track, error);
  turn.refuse(work.request, error);
  askIfBare(turn);
}

function notTrimmed(turn: Turn, task: Task & { purpose: "trim" }, error: string): void {
  const { session } = turn;
  const { work, shadow } = session;
  turn.report("warning", "jitQueue: tracks cannot be removed from the shadow playlist: {error}", { error });
  turn.setShadow({ slots: reinstated(givenUp(shadow.slots, task)) });
  // What was to be replaced follows again.
  if (!session.failed) accepted(turn);
  if (work?.kind === "ending" && work.error === null) session.work = { ...work, error };
  if (work?.kind === "preloadBatch" && work.phase === "empty") session.work = { ...work, error };
  if (
    work?.kind === "enqueueNext" && work.phase === "settle" && work.error === null &&
    session.current !== work.track
  ) {
    // The older next one stays, so the new one goes again, with all that was copied behind it; unless that is refused too.
    const { slots } = session.shadow;
    const start = slots.findIndex(({ track }) => track === work.track);
    if (start >= 0) turn.setShadow({ slots: marked(slots, "spent", start, slots.length) });
    session.work = { ...work, error };
  }
}

function playTaken(turn: Turn, moved: boolean): void {
  const { session } = turn;
  // Its playlist has got another index on the way, so something else was played: once more.
  if (moved && !session.started && isRunning(session)) session.cued = true;
}

function playFailed(turn: Turn, moved: boolean, error: string): void {
  const { session } = turn;
  if (session.started || !isRunning(session)) {
    turn.report("warning", "jitQueue: the player reports that a track cannot be played: {error}", { error });
  } else if (moved) session.cued = true;
  else failCurrent(turn, error);
}

function listened(turn: Turn, isPlaying: boolean): void {
  const { session } = turn;
  // Something has happened meanwhile.
  if (!session.ended) return;
  session.ended = false;
  const next = followerIndex(session);
  if (!isPlaying && isRunning(session) && next >= 0) cue(turn, next);
}

function verified(turn: Turn, { task, answered: { start, count } }: VerifyTask, reached: boolean): void {
  // What did not reach the shadow playlist is done again: its tracks are still to go, or still to be appended.
  if (!reached) return;
  if (task.purpose === "trim") trimmed(turn, task, count);
  else appended(turn, task, start, count);
}
