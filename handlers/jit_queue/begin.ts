/**
 * How each operation begins when its turn has come, and which earlier ones it ends.
 *
 * @module
 */

import { awaitCurrent, rest, tellExhausted } from "./course.ts";
import { rememberContext } from "./context.ts";
import { jitErrors, type Request, type RequestOf } from "./requests.ts";
import { isRunning, type Work } from "./session.ts";
import { marked, tracksIn } from "./slots.ts";
import type { Turn } from "./turn.ts";

/** A player that never plays anything must not fill the memory with what it was asked to play. */
const MAX_DROPPED = 20_000;

/** Whether an operation drops a pending `playNow`. */
function dropsPending({ operation }: Request): boolean {
  return operation === "playNow" || operation === "stop" || operation === "clear" ||
    operation === "preloadBatch";
}

/** Whether an operation leaves nothing of what was buffered before it. */
function dropsNext(request: Request): boolean {
  return dropsPending(request) && (request.operation !== "preloadBatch" || request.replace);
}

/** What a call is told that a later one has overtaken. */
function overtakenText({ operation }: Request): string {
  switch (operation) {
    case "playNow":
      return jitErrors.superseded;
    case "preloadBatch":
      return jitErrors.supersededByBatch;
    default:
      return jitErrors.noSession;
  }
}

/**
 * Drops what the player has not been told to play yet when a call waits that would drop it anyway: nobody has to wait for
 * a slow url that is not wanted any more.
 *
 * @param turn The step; nothing is under way.
 * @returns Whether something was dropped.
 */
export function dropOvertaken(turn: Turn): boolean {
  const { session } = turn;
  const { work, waiting } = session;
  if (work?.kind === "enqueueNext" && work.phase !== "settle") {
    const later = waiting.find(dropsNext);
    if (!later) return false;
    turn.refuse(work.request, overtakenText(later));
    session.work = null;
    return true;
  }
  const isPending = work?.kind === "playNow" && work.phase !== "shadow";
  if (!isPending && !session.cued) return false;
  // What a batch or an enqueueNext has begun to play is no pending playNow: a batch behind it may go on with it.
  const later = waiting.find(isPending ? dropsPending : dropsNext);
  if (!later) return false;
  // Its call was answered when it was accepted.
  if (isPending && later.operation === "playNow") turn.emitError(work.request.track, jitErrors.superseded);
  if (isPending) session.work = null;
  session.cued = false;
  session.failed = true;
  return true;
}

/**
 * Begins the next operation.
 *
 * @param turn The step; nothing is under way.
 * @returns Whether one was waiting.
 */
export function beginNext(turn: Turn): boolean {
  const { session } = turn;
  const [request, ...others] = session.waiting;
  if (!request) return false;
  session.waiting = others;
  switch (request.operation) {
    case "playNow":
      session.work = { kind: "playNow", request, phase: "shadow", ask: 0 };
      break;
    case "preloadBatch":
      session.work = { kind: "preloadBatch", request, phase: "shadow", error: null };
      break;
    case "enqueueNext":
      enqueueNext(turn, request);
      break;
    case "skip":
      skip(turn, request);
      break;
    case "stop":
    case "clear":
      endByCall(turn, request);
      break;
    case "notifyEmpty":
      notifyEmpty(turn, request);
      break;
  }
  return true;
}

function enqueueNext(turn: Turn, request: RequestOf<"enqueueNext">): void {
  const { session } = turn;
  const later = session.waiting.find(dropsNext);
  if (!isRunning(session)) turn.refuse(request, jitErrors.noSession);
  else if (later) turn.refuse(request, overtakenText(later));
  else {
    session.work = {
      kind: "enqueueNext",
      request,
      phase: "resolve",
      ask: 0,
      track: request.track,
      error: null,
    };
  }
}

function skip(turn: Turn, request: RequestOf<"skip">): void {
  const { session } = turn;
  const later = session.waiting.find(dropsPending);
  if (session.state === "Idle") turn.refuse(request, jitErrors.noSession);
  // It was to skip a track that is not going to play.
  else if (later && session.failed) turn.refuse(request, overtakenText(later));
  else {
    const currentTrackId = session.current?.trackId ?? "";
    turn.begin({ purpose: "next", request, currentTrackId }, { name: "player.playback.next", params: {} });
  }
}

function endByCall(turn: Turn, request: RequestOf<"stop"> | RequestOf<"clear">): void {
  const { session } = turn;
  turn.move(request.operation);
  rest(turn);
  if (request.operation === "clear" || request.clearBuffer) {
    const { slots } = session.shadow;
    session.current = null;
    turn.setShadow({ slots: marked(slots, "spent", 0, slots.length), head: slots.length });
  }
  session.work = { kind: "ending", request, error: null };
  if (request.operation === "stop") {
    session.ownStop = true;
    turn.begin({ purpose: "stop" }, { name: "player.playback.stop", params: {} });
  }
}

function notifyEmpty(turn: Turn, request: RequestOf<"notifyEmpty">): void {
  // With no session before it, this is one: its events are for the panel that began it.
  if (turn.session.state === "Idle") turn.session.target = request.caller;
  turn.move("notifyEmpty");
  tellExhausted(turn);
  turn.answer(request, { success: true });
}

/**
 * Goes on with an operation that has waited for the shadow playlist to be known.
 *
 * @param turn The step; the shadow playlist is known.
 */
export function shadowKnown(turn: Turn): void {
  const { work } = turn.session;
  if (work?.kind === "playNow" && work.phase === "shadow") acceptPlayNow(turn, work);
  if (work?.kind === "preloadBatch" && work.phase === "shadow") prepareBatch(turn, work);
}

function acceptPlayNow(turn: Turn, work: Work & { kind: "playNow" }): void {
  const { session } = turn;
  const { request } = work;
  if (session.waiting.some(({ operation }) => operation === "playNow")) {
    turn.refuse(request, jitErrors.superseded);
    session.work = null;
    return;
  }
  const { index, slots } = session.shadow;
  rememberContext(turn);
  dropTracks(turn);
  turn.setShadow({ slots: marked(slots, "spent", 0, slots.length), head: slots.length });
  session.target = request.caller;
  session.current = request.track;
  awaitCurrent(turn);
  turn.move("playNow");
  turn.answer(request, { success: true, trackId: request.track.trackId, shadowPlaylist: index });
  session.work = { ...work, phase: "resolve" };
}

function prepareBatch(turn: Turn, work: Work & { kind: "preloadBatch" }): void {
  const { session } = turn;
  session.work = { ...work, phase: work.request.replace ? "empty" : "append", error: null };
  if (!work.request.replace) return;
  dropTracks(turn);
  const { slots } = session.shadow;
  turn.setShadow({ slots: marked(slots, "replaced", 0, slots.length) });
}

/** Remembers which tracks may start late although they are dropped now: those that the player has had. */
function dropTracks(turn: Turn): void {
  const { session } = turn;
  const earlier = session.started ? [] : session.dropped;
  session.dropped = [...earlier, ...tracksIn(session.shadow.slots)].slice(-MAX_DROPPED);
}
