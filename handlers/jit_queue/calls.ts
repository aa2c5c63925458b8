/** The calls. Each takes effect in the order of arrival, but none waits for another one's track to be resolved. */

import * as course from "./course.ts";
import * as items from "./items.ts";
import { type Call, jitErrors, type Owner, type Session, type Track } from "./session.ts";

/** A call arrives. One that takes over or ends the session ends earlier ones at once. */
export function arrive(s: Session, call: Call): void {
  if (call.kind === "end" || course.takesOver(call)) course.refuseAll(s, endingText(call), () => true);
  s.calls = [...s.calls, { ...call, tells: s.state !== "Idle" && s.owner !== call.owner }];
  if (call.kind !== "end") return;
  // The session ends at once. The call is answered when the player is as it was before.
  const opened = s.opened.findLast((each) => s.isNew(each));
  course.end(s);
  if (call.clears) clear(s);
  if (!call.stops) return;
  s.voided = opened ?? s.voided;
  stopPlayer(s, call.id);
}

/** The session forgets its track, and the playlist is emptied. */
export function clear(s: Session): void {
  s.current = null;
  items.drop(s, () => true);
  // A session remembers only tracks of its own: the call may arrive together with the answer that they are removed.
  s.dropped = [];
}

export function stopPlayer(s: Session, call?: number): void {
  s.plays = "stopped";
  s.ask("player.playback.stop", {}, { call });
}

/** Continues the first call that can. True when there was one. */
export function runCall(s: Session): boolean {
  const first = s.calls.findIndex(course.takesOver);
  return s.calls.some((call, at) => run(s, call, first >= 0 && at > first));
}

/** @param waits Whether an earlier call that takes over has not been accepted. */
function run(s: Session, call: Call, waits: boolean): boolean {
  if (call.kind === "end") return finishEnd(s, call);
  if (call.kind === "playNow") {
    const [track = null] = call.tracks;
    return isFound(s) && takeOver(s, call, () => {
      items.drop(s, () => true);
      items.play(s, track);
      return { trackId: track?.trackId, shadowPlaylist: s.shadowIndex };
    });
  }
  if (waits) return false;
  if (call.kind === "skip") return call.currentTrackId === undefined && skip(s, call);
  if (call.kind === "notifyEmpty") {
    // Without a session this begins an empty one.
    if (s.state === "Idle") s.owner = call.owner;
    if (s.current === null) clear(s);
    adoptOwner(s, call.owner);
    s.answer(call, {});
    course.exhaust(s);
    return true;
  }
  if (!course.takesOver(call)) {
    return refuse(s, call) || call.kind === "enqueueNext" && course.resolve(s, call.tracks[0]);
  }
  if (call.empties || !isFound(s)) return false;
  items.remember(s, s.items);
  s.update(call, { empties: true });
  return true;
}

/** Whether the shadow playlist and the user's active playlist are known. */
export function isFound({ shadow, entered, found }: Session): boolean {
  return shadow !== null && (entered || found !== null);
}

/** Whether the tracks of a call can be added. */
export function isReady(call: Call): boolean {
  return call.tracks[0]?.isResolved === true && (!course.takesOver(call) || call.empties === true);
}

/** A call takes the place of what is played. The owner before it is told about a lost track, after the answer. */
function takeOver(s: Session, call: Call, begin: () => object): true {
  const { current, owner, state, sound } = s;
  const isLost = state !== "Idle" && (s.isNew(current) || course.currentPlays(s) && owner !== call.owner);
  s.owner = call.owner;
  // The end of what the player opens is signalled too.
  if (s.opened.length > 0 && sound.at === "heard") s.plays = "something";
  s.answer(call, begin());
  if (isLost && current) s.tellError(current, endingText(call), { owner });
  return true;
}

/** What a call that ends earlier ones tells their pages. */
function endingText({ kind }: Call): string {
  const { noSession, superseded, supersededByBatch } = jitErrors;
  return kind === "end" ? noSession : kind === "playNow" ? superseded : supersededByBatch;
}

/** Gives a session whose panel has closed to the next panel that adds to it. */
function adoptOwner(s: Session, owner: Owner): void {
  if (s.owner === undefined && typeof owner === "string") s.owner = owner;
}

/** Refuses a call that may not add to the session. True when it was refused. */
function refuse(s: Session, call: Call): boolean {
  const { state, owner } = s;
  const isOther = typeof owner === "string" && typeof call.owner === "string" && owner !== call.owner;
  if (state === "Idle") s.answer(call, jitErrors.noSession);
  else if (isOther) s.answer(call, jitErrors.otherPanel);
  return state === "Idle" || isOther;
}

/** The tracks of a batch are in the playlist. */
export function batchAdded(s: Session, call: Call & { kind: "preloadBatch" }): void {
  const { owner, tracks, startIndex, replace, invalidCount } = call;
  const count = tracks.length;
  const isNext = items.nextTrack(s) === tracks[0];
  // After a track that has ended, the player may be continuing by itself with the one that follows.
  const plays = replace || isNext && s.sound.at === "silent" && !s.isAwaited;
  const begin = () => {
    if (plays) items.startAt(s, count, startIndex);
    else if (items.nextItem(s) >= 0) s.state = "Active";
    if (owner !== undefined) s.emit("preloadComplete", { count, startIndex, replace }, call);
    return { tracksAdded: count, ...invalidCount > 0 && { invalidCount } };
  };
  if (replace) return void takeOver(s, call, begin);
  for (const each of s.calls) if (isNext && each.id < call.id) s.update(each, { keepsNext: true });
  adoptOwner(s, owner);
  s.answer(call, begin());
}

/** The track of an enqueueNext is in the playlist. That of an earlier call, which is not found yet, is replaced already. */
export function enqueued(s: Session, call: Call, added: readonly Track[]): void {
  adoptOwner(s, call.owner);
  if (items.nextItem(s) >= 0) s.state = "Active";
  items.replaceNext(s, added, call.keepsNext);
  course.goOn(s);
  for (const each of s.calls) {
    if (each.kind !== "enqueueNext" || each.id > call.id || refuse(s, each)) continue;
    s.answer(each, { trackId: each.tracks[0]?.trackId, bufferSize: items.keptTracks(s).length });
  }
}

function skip(s: Session, call: Call): true {
  const currentTrackId = s.current?.trackId ?? "";
  if (s.state === "Idle") s.answer(call, jitErrors.noSession);
  else if (s.sound.at === "silent") {
    if (s.isAwaited && s.current) {
      items.dropOver(s, s.current);
      s.sound = { ...s.sound, because: "skipped" };
    }
    s.answer(call, { currentTrackId });
  } else {
    s.update(call, { currentTrackId });
    course.moveOn(s);
    const opens = s.opened.at(-1);
    s.ask("player.playback.next", {}, { call: call.id, tracks: opens ? [opens] : [] });
  }
  return true;
}

/** Whether a call to end waits to know whether there is a playlist to empty. The player stops first. */
export function isFinding({ shadow, pending }: Session, call: Call): boolean {
  return call.kind === "end" && call.clears && shadow === null && call.error === undefined &&
    !pending.some((each) => each.call === call.id);
}

function finishEnd(s: Session, call: Call): boolean {
  const isStopping = s.pending.some((each) => each.call === call.id);
  // A new session does not wait, and its calls are answered later.
  const isOver = s.entered || isFound(s) && s.calls.some(course.takesOver);
  const isTidy = s.upkeepUntil === null
    ? !course.settle(s, false) && !items.lastUnwanted(s)
    : s.now >= s.upkeepUntil;
  if (isStopping || isFinding(s, call) && s.found === null || !isOver && !isTidy) return false;
  s.answer(call, call.error ?? {});
  // The user may have resumed the session meanwhile.
  if (call.tells && s.state === "Idle") s.emit("trackChanged", { trackId: "", title: "" });
  return true;
}

/** A call has failed. An addition changes nothing: what it was to replace stays. */
export function failCall(s: Session, call: Call, error: string): void {
  if (call.kind === "end") return s.update(call, { error: call.error ?? error });
  s.answer(call, error);
  const [track] = call.tracks;
  // A track may have been skipped or have failed while it was added.
  if (call.kind === "preloadBatch" || track && s.isOver(track)) course.askAgain(s);
  else if (call.kind === "enqueueNext" && track) course.fail(s, track, error);
}

export function closePanel(s: Session, panel: string): void {
  if (s.owner === panel) s.owner = undefined;
  s.calls = s.calls.map((call) => call.owner === panel ? { ...call, owner: undefined } : call);
}

/** A cancelled call that has not changed anything has no effect. */
export function cancel(s: Session, id: number): void {
  const call = s.calls.find((each) => each.id === id);
  const isArriving = s.items.some(({ mark, track }) => mark === "arriving" && track === call?.tracks[0]);
  const hasBegun = call?.kind === "end" || call?.empties || call?.currentTrackId !== undefined || isArriving;
  if (!hasBegun) s.calls = s.calls.filter((each) => each !== call);
}
