/**
 * What the session does of itself: whenever nothing is under way, the next thing that is due.
 *
 * Everything that changes something in the player goes one after the other, each waiting for the answer before. Only
 * resolving a url, which may take long, keeps nothing else waiting.
 *
 * @module
 */

import { beginNext, dropOvertaken, shadowKnown } from "./begin.ts";
import { adjustContext } from "./context.ts";
import { cue, exhaust, failCurrent } from "./course.ts";
import { jitErrors } from "./requests.ts";
import { bufferSize, followerIndex, isRunning, type Work } from "./session.ts";
import { lookForShadow, tendShadow } from "./shadow_playlist.ts";
import { preloadedTrack, resolvable, type Track } from "./track.ts";
import type { Turn } from "./turn.ts";

/**
 * Does what is due until something is under way or nothing is due any more.
 *
 * @param turn The step.
 */
export function pump(turn: Turn): void {
  const { session } = turn;
  while (session.flight === null) {
    // A call is answered before the track that it has brought is played.
    const goesOn = dropOvertaken(turn) || adjustContext(turn) || tendShadow(turn) || goOnAfterEnd(turn) ||
      continueWork(turn) || playCued(turn) || (session.work === null && beginNext(turn));
    if (!goesOn) break;
  }
  // What was to play was dropped, and what it was dropped for has come to nothing.
  if (session.failed && session.flight === null && session.work === null) turn.needNext("error");
}

/** Playback ended while something was on its way into the shadow playlist, or could not be opened. */
function goOnAfterEnd(turn: Turn): boolean {
  const { session } = turn;
  if (!session.ended) return false;
  if (followerIndex(session) < 0) {
    exhaust(turn);
    return true;
  }
  turn.begin({ purpose: "listen" }, { name: "player.playback.nowPlaying", params: {} });
  return true;
}

/** Tells the player to play the current track. */
function playCued(turn: Turn): boolean {
  const { session } = turn;
  if (!session.cued) return false;
  const { index, slots, head } = session.shadow;
  session.cued = false;
  if (session.work?.kind === "playNow") session.work = null;
  const slot = slots[head];
  if (slot?.status !== "live" || slot.track !== session.current) {
    failCurrent(turn, jitErrors.notInShadow);
    return true;
  }
  turn.begin({ purpose: "play" }, { name: "player.playback.play", params: { playlist: index, item: head } });
  return true;
}

/** Takes the next step of the operation at work. */
function continueWork(turn: Turn): boolean {
  const { session } = turn;
  const { work } = session;
  switch (work?.kind) {
    case undefined:
      return false;
    case "ending":
      if (work.error !== null) turn.refuse(work.request, work.error);
      else turn.answer<"stop" | "clear">(work.request, { success: true });
      session.work = null;
      return true;
    case "playNow":
      return continuePlayNow(turn, work);
    case "enqueueNext":
      return continueEnqueueNext(turn, work);
    case "preloadBatch":
      return continueBatch(turn, work);
  }
}

function continuePlayNow(turn: Turn, work: Work & { kind: "playNow" }): boolean {
  const { session } = turn;
  const { request, phase } = work;
  switch (phase) {
    case "shadow":
      if (!lookForShadow(turn)) shadowKnown(turn);
      return true;
    case "resolve":
      session.work = { ...work, phase: "resolving", ask: resolve(turn, request.track) };
      return true;
    case "append":
      append(turn, request.call, [request.track]);
      return true;
    default:
      return false;
  }
}

function continueEnqueueNext(turn: Turn, work: Work & { kind: "enqueueNext" }): boolean {
  const { session } = turn;
  const { request, phase, track, error } = work;
  switch (phase) {
    case "resolve":
      session.work = { ...work, phase: "resolving", ask: resolve(turn, track) };
      return true;
    case "resolving":
      return false;
    case "append":
      append(turn, request.call, [track, ...behindNext(turn)]);
      return true;
    case "settle":
      session.work = null;
      if (error !== null) {
        turn.refuse(request, error);
        return true;
      }
      // Nothing of the session is playing: its turn has come already.
      if (session.failed && isRunning(session)) cueTrack(turn, track);
      turn.answer(request, { success: true, trackId: track.trackId, bufferSize: bufferSize(session) });
      return true;
  }
}

/** The tracks behind the buffered next one: appended anew behind the one that replaces it, because items only append. */
function behindNext(turn: Turn): Track[] {
  const { session } = turn;
  const next = followerIndex(session);
  if (next < 0) return [];
  return session.shadow.slots.slice(next + 1).flatMap(({ status, track }) =>
    status === "live" && track !== null ? track : []
  );
}

function cueTrack(turn: Turn, track: Track): void {
  const { slots, head } = turn.session.shadow;
  const index = slots.findIndex((slot, at) => at >= head && slot.track === track && slot.status === "live");
  if (index >= 0) cue(turn, index);
}

function continueBatch(turn: Turn, work: Work & { kind: "preloadBatch" }): boolean {
  const { session } = turn;
  const { request, phase, error } = work;
  // It was removed since it was found.
  if (phase !== "shadow" && session.shadow.index < 0) {
    session.work = { ...work, phase: "shadow" };
    return true;
  }
  switch (phase) {
    case "shadow":
      if (!lookForShadow(turn)) shadowKnown(turn);
      return true;
    case "empty":
      session.work = { ...work, phase: "append" };
      if (error === null) return true;
      session.work = null;
      turn.refuse(request, error);
      return true;
    case "append":
      append(turn, request.call, request.entries.map(preloadedTrack));
      return true;
  }
}

function resolve(turn: Turn, track: Track): number {
  return turn.ask({ name: "player.media.resolve", params: { paths: [resolvable(track)] } });
}

function append(turn: Turn, call: number, tracks: readonly Track[]): void {
  const { index, slots } = turn.session.shadow;
  turn.begin({ purpose: "append", tracks, start: slots.length, call }, {
    name: "player.playlist.append",
    params: { playlist: index, handles: tracks.map(({ handle }) => handle) },
  });
}
