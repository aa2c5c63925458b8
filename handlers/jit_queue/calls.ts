/**
 * The calls. Each takes effect in the order of arrival, except that none waits for another one's track to be resolved.
 */

import { isAddition, isReady, jitErrors, silent, takesOver } from "./common.ts";
import * as course from "./course.ts";
import * as items from "./items.ts";
import type { Call, Owner, Session, Track } from "./session.ts";

type CallOf<Kind extends Call["kind"]> = Extract<Call, { kind: Kind }>;

/** A call arrives. One that takes over or ends the session ends earlier ones at once. */
export function arrive(s: Session, call: Call): void {
  if (call.kind === "end" || takesOver(call)) {
    const { superseded, supersededByBatch, noSession } = jitErrors;
    const error = call.kind === "end" ? noSession : call.kind === "playNow" ? superseded : supersededByBatch;
    for (const each of s.calls) {
      if (isAddition(each) || each.kind === "playNow") course.refuseAddition(s, each, error);
    }
  }
  s.calls = [...s.calls, call];
  if (call.kind === "end") endByCall(s, call);
}

/** Continues the first call that can. True when there was one. */
export function runCall(s: Session): boolean {
  let waits = false;
  for (const call of s.calls) {
    if (run(s, call, waits)) return true;
    waits ||= takesOver(call);
  }
  return false;
}

/** @param waits Whether an earlier call that takes over has not been accepted. */
function run(s: Session, call: Call, waits: boolean): boolean {
  if (call.kind === "playNow") return isFound(s) && playNow(s, call);
  if (call.kind === "end") return finishEnd(s, call);
  if (call.kind === "enqueueNext" && call.stage === "appended") return finishEnqueue(s, call);
  if (waits) return false;
  if (call.kind === "notifyEmpty") return notifyEmpty(s, call);
  if (call.kind === "skip") return call.currentTrackId === undefined && skip(s, call);
  // A call of another panel may have been accepted meanwhile.
  if (!takesOver(call) && refuse(s, call)) return true;
  return call.stage === undefined && beginAddition(s, call);
}

/** Whether the shadow playlist and the user's active playlist are known. */
export function isFound({ shadow, entered, found }: Session): boolean {
  return shadow !== null && (entered || found !== null);
}

function playNow(s: Session, call: CallOf<"playNow">): true {
  course.enter(s);
  s.answer(call, { trackId: call.track.trackId, shadowPlaylist: s.shadowIndex });
  takeOver(s, call.owner, jitErrors.superseded);
  items.dropAll(s);
  s.current = { ...call.track, call: call.id };
  s.progress = "given";
  course.awaitCurrent(s);
  return true;
}

/** Makes the caller the owner. The previous owner is told of its lost track. */
function takeOver(s: Session, owner: Owner, error: string): void {
  const { current, state, sound } = s;
  const plays = sound.at === "playing" || sound.at === "opening";
  const isLost = state !== "Idle" && !s.isOver && (s.isNew || plays && !isSame(s.owner, owner));
  if (current && isLost) s.tellError(current, error);
  s.owner = owner;
  if (sound.at === "opening") s.leaves = true;
}

function isSame(one: Owner, other: Owner): boolean {
  return typeof one === "object" && typeof other === "object" ? one.panel === other.panel : one === other;
}

/** Gives a session whose panel has closed to the next panel that adds to it. */
function adoptOwner(s: Session, owner: Owner): void {
  if (s.owner === "gone" && typeof owner === "object") s.owner = owner;
}

/** Refuses a call that may not add to the session. True when it was refused. */
function refuse(s: Session, call: Call): boolean {
  const { state, owner } = s;
  const isOther = typeof owner === "object" && typeof call.owner === "object" && !isSame(owner, call.owner);
  // What is being added is answered when it is there.
  if (state !== "Idle" && !isOther || s.addingFor === call.id) return false;
  s.answer(call, state === "Idle" ? jitErrors.noSession : jitErrors.otherPanel);
  return true;
}

function beginAddition(s: Session, call: CallOf<"enqueueNext" | "preloadBatch">): boolean {
  if (takesOver(call)) {
    if (!isFound(s)) return false;
    items.replaceAll(s);
  }
  s.update(call, { stage: "begun" });
  if (call.kind === "enqueueNext") resolve(s, { ...call.track, call: call.id });
  return true;
}

/** Resolves a track by its handle if it names a subsong, otherwise by its text. */
export function resolve(s: Session, track: Track): void {
  const { handle, text, panel } = track;
  const params = { paths: [handle.subsong > 0 ? handle : text] };
  s.ask("beside", { action: "player.media.resolve", track }, params, panel);
}

/** The track of an enqueueNext is in the playlist. */
export function enqueued(s: Session, call: CallOf<"enqueueNext">): void {
  course.enter(s);
  adoptOwner(s, call.owner);
  course.accepted(s);
  s.update(call, { stage: "appended" });
  // A later call has replaced these tracks before they were found.
  for (const earlier of s.calls) {
    const isEarlier = earlier.kind === "enqueueNext" && earlier.id < call.id && isAddition(earlier);
    if (isEarlier && !refuse(s, earlier)) {
      s.answer(earlier, { trackId: earlier.track.trackId, bufferSize: items.keptTracks(s).length });
    }
  }
}

/** Answers an enqueueNext when the track that it replaces is gone. */
function finishEnqueue(s: Session, call: CallOf<"enqueueNext">): boolean {
  const replaces = s.items.some(({ mark }) => mark === "replaced");
  if (replaces && !s.isUpkeepStuck) return false;
  if (items.nextItem(s) >= 0) course.goOn(s);
  s.answer(call, { trackId: call.track.trackId, bufferSize: items.keptTracks(s).length });
  return true;
}

/** Tracks cannot be removed. What a next track was to replace stays, and the new one goes. */
export function removalFailed(s: Session, error: string): void {
  for (const call of s.calls) {
    if (takesOver(call) && isReady(call)) additionFailed(s, call, error);
    else if (call.kind === "end") s.update(call, { error: call.error ?? error });
    else if (call.stage === "appended" && call.loaded && s.current !== call.loaded) {
      items.dropTrack(s, call.loaded, "dropped");
      s.answer(call, error);
    }
  }
}

/** The tracks of a batch are in the playlist. */
export function batchAdded(s: Session, call: CallOf<"preloadBatch">, tracks: readonly Track[]): void {
  const { owner, replace, startIndex, invalidCount } = call;
  // After a track that has ended, the player may be continuing by itself with the one that follows.
  const isSilent = s.sound.at === "silent" && !s.isAwaited;
  const plays = replace || isSilent && items.nextTrack(s) === tracks[0];
  const count = tracks.length;
  course.enter(s);
  if (owner !== "gone") s.emit("preloadComplete", { count, startIndex, replace }, owner);
  s.answer(call, { tracksAdded: count, ...invalidCount > 0 && { invalidCount } });
  if (replace) takeOver(s, owner, jitErrors.supersededByBatch);
  else adoptOwner(s, owner);
  if (plays) {
    items.startAt(s, tracks, startIndex);
    course.awaitCurrent(s);
    // The player has opened it already.
    if (!s.isNew) s.sound = silent("failed");
  } else course.accepted(s);
}

function skip(s: Session, call: CallOf<"skip">): true {
  const currentTrackId = s.current?.trackId ?? "";
  if (s.state === "Idle") s.answer(call, jitErrors.noSession);
  else if (s.sound.at === "silent") {
    if (s.isAwaited && s.current) {
      course.skipTrack(s, s.current);
      s.sound = { ...s.sound, because: "skipped" };
    }
    s.answer(call, { currentTrackId });
  } else {
    s.update(call, { currentTrackId });
    goToNext(s, call.id);
  }
  return true;
}

export function goToNext(s: Session, call: number | null): void {
  if (call !== null) course.moveOn(s);
  const opens = call !== null ? s.opened.at(-1) : undefined;
  s.ask("beside", { action: "player.playback.next", call, opens }, {});
}

function notifyEmpty(s: Session, call: CallOf<"notifyEmpty">): true {
  // Without a session this begins an empty one.
  if (s.state !== "Idle") adoptOwner(s, call.owner);
  else {
    s.owner = call.owner;
    if (s.current === null) items.forgetAll(s);
  }
  s.answer(call, {});
  course.exhaust(s, true);
  return true;
}

/** The session ends at once. The call is answered when the player is as it was before. */
function endByCall(s: Session, call: CallOf<"end">): void {
  const tells = s.state !== "Idle" && !isSame(s.owner, call.owner);
  const opened = s.sound.at === "opening" && s.isNew ? s.current : null;
  course.end(s);
  if (call.clears) {
    s.current = null;
    items.forgetAll(s);
  }
  s.update(call, { tells });
  if (!call.stops) return;
  s.voided = opened;
  stopPlayer(s, call.id);
}

export function stopPlayer(s: Session, call: number | null): void {
  s.ownStop = true;
  s.ask("beside", { action: "player.playback.stop", call }, {});
}

/** Whether a call that is to empty the shadow playlist has to find it. If the player cannot stop, it is not looked for. */
export function looks(s: Session, call: Call): boolean {
  return call.kind === "end" && call.clears && s.shadow === null && call.error === undefined &&
    !isStopping(s, call);
}

function isStopping({ pending }: Session, call: Call): boolean {
  return pending.some((each) => each.action === "player.playback.stop" && each.call === call.id);
}

function finishEnd(s: Session, call: CallOf<"end">): boolean {
  if (isStopping(s, call) || looks(s, call) && s.found === null) return false;
  // A new session does not wait, and its calls are answered later.
  const isOver = s.entered || isFound(s) && s.calls.some(takesOver);
  if (!isOver && course.hasUpkeep(s) && !s.isUpkeepStuck) return false;
  s.answer(call, call.error ?? {});
  // The user may have resumed the session meanwhile.
  if (call.tells && s.state === "Idle") s.emit("trackChanged", { trackId: "", title: "" });
  return true;
}

export function notFound(s: Session, error: string): void {
  for (const call of s.calls) {
    if (looks(s, call)) s.update(call, { error });
    else if (call.kind === "playNow") s.answer(call, error);
    else if (isReady(call) || takesOver(call)) additionFailed(s, call, error);
  }
  if (s.current && s.progress === "resolved" && s.isAwaited) course.fail(s, s.current, error);
}

/** An addition has failed: what it was to replace stays. */
export function additionFailed(s: Session, call: Call, error: string): void {
  s.answer(call, error);
  if (call.kind !== "enqueueNext") course.askAgain(s);
  else course.fail(s, call.loaded ?? { ...call.track, call: call.id }, error);
}

export function closePanel(s: Session, panel: string): void {
  const isGone = (owner: Owner) => typeof owner === "object" && owner.panel === panel;
  if (isGone(s.owner)) s.owner = "gone";
  s.calls = s.calls.map((call) => isGone(call.owner) ? { ...call, owner: "gone" } : call);
}

/** A cancelled call that has not changed anything has no effect. */
export function cancel(s: Session, id: number): void {
  const isArriving = s.addingFor === id;
  const isUntouched = (call: Call) =>
    call.kind === "enqueueNext"
      ? isAddition(call) && !isArriving
      : call.kind !== "end" && call.stage === undefined && call.currentTrackId === undefined;
  s.calls = s.calls.filter((call) => call.id !== id || !isUntouched(call));
}

/** The player no longer knows the shadow playlist. */
export function forgetShadow(s: Session): void {
  items.adopt(s, null, 0);
  s.found = null;
}
