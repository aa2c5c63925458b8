/**
 * What the player's answers mean.
 *
 * @module
 */

import type { ActionAnswer } from "../../host_stdio/api/native_actions.ts";
import { badAnswer } from "../../host_stdio/player.ts";
import { isReturning, setOrder } from "./actions.ts";
import {
  additionFailed,
  batchAdded,
  enqueued,
  enqueueFailed,
  enter,
  forgetShadow,
  notFound,
  stopped,
} from "./calls.ts";
import {
  adopt,
  appended,
  counted,
  inserted,
  keepUnremoved,
  locate,
  MAX_SHADOW_ITEMS,
  removed,
  replaceNext,
  setProgress,
  SHADOW_NAME,
  takeBack,
  withdraw,
} from "./items.ts";
import { answer, ask, beginTime, fail, judge, report, update } from "./lifecycle.ts";
import {
  type Call,
  type Duty,
  isAwaited,
  isNew,
  jitErrors,
  type Outcome,
  type Pending,
  type Session,
  type Track,
} from "./session.ts";

/** The player has answered a native action. */
export function done(s: Session, n: number, result: Outcome): void {
  const pending = s.pending.find((each) => each.n === n);
  if (!pending) return;
  s.pending = s.pending.filter((each) => each.n !== n);
  const error = "error" in result ? result.error : undefined;
  const isUnknown = "error" in result && result.cause === "unknownPlaylist" && pending.playlist === s.shadow;
  const value = "answer" in result ? result.answer : undefined;
  switch (pending.action) {
    case "player.playlist.list":
      return listed(s, pending, value as ActionAnswer<"player.playlist.list"> | undefined, error ?? "");
    case "player.playlist.create":
      return created(s, value as ActionAnswer<"player.playlist.create"> | undefined, error ?? "");
    case "player.media.resolve":
      return resolved(s, pending, value as ActionAnswer<"player.media.resolve"> | undefined, error);
    case "player.playlist.append":
    case "player.playlist.insert":
      return added(s, pending, result, isUnknown);
    case "player.playback.play":
      return played(s, pending.track, error, isUnknown);
    case "player.playback.nowPlaying":
      return nowPlaying(s, value as ActionAnswer<"player.playback.nowPlaying"> | undefined, error);
    case "player.playback.next":
      return nextAnswered(s, pending, error);
    case "player.playback.stop":
      if (error !== undefined) s.ownStop = false;
      return pending.call === null ? undefined : stopped(s, pending.call, error);
    case "player.playback.setOrder":
      return orderSet(s, pending, value as ActionAnswer<"player.playback.setOrder"> | undefined, error);
    case "player.playlist.lock":
      return lockSet(s, pending, error);
    case "player.playlist.remove":
      return removalAnswered(s, pending, result, isUnknown);
    case "player.playlist.activate":
      if (error === undefined) s.active = null;
      else report(s, "the active playlist cannot be restored", error);
  }
}

type List = ActionAnswer<"player.playlist.list">;

function listed(
  s: Session,
  pending: Pending & { action: "player.playlist.list" },
  list: List | undefined,
  error: string,
): void {
  if (pending.why === "giveBack") return giveBackActive(s, list, error);
  if (list) s.playlists = list.playlists.map(({ id }) => id);
  const shadow = list?.playlists.find(({ name }) => name === SHADOW_NAME);
  if (pending.why === "check") {
    const isKnown = shadow !== undefined && shadow.id === s.shadow;
    if (isKnown && isUndoubted(s, pending, shadow.count)) return;
    const isNews = isKnown && counted(s, shadow.count);
    if (isNews || !pending.refused) return;
    const { run, error } = pending.refused;
    s.checked = false;
    if (run) removalRefused(s, run, error);
    else if (s.current && isAwaited(s)) fail(s, s.current, error);
    return;
  }
  const isAbsurd = shadow && shadow.count > MAX_SHADOW_ITEMS;
  if (list && !isAbsurd) {
    s.found = { active: list.active, playlists: s.playlists };
    adopt(s, shadow?.id ?? null, shadow?.count ?? 0);
  } else {
    const text = isAbsurd ? badAnswer("player.playlist.list", "a count beyond any playlist").message : error;
    if (s.shadow === null) return findingFailed(s, text);
    report(s, "the active playlist is unknown", text);
    s.found = { active: null, playlists: s.playlists };
  }
  if (isReturning(s) && s.shadow !== null) enter(s);
}

/** Whether the number of items tells what has become of an unanswered addition or removal. */
function isUndoubted(
  s: Session,
  { lost, refused }: Pick<Pending & { action: "player.playlist.list"; why: "check" }, "lost" | "refused">,
  count: number,
): boolean {
  if (lost && count === s.items.length - lost.tracks.length) withdraw(s, lost.tracks, lost.index);
  else if (refused?.mayBeDone && count === s.items.length - refused.run.count) removed(s, refused.run, count);
  else return false;
  return true;
}

function findingFailed(s: Session, error: string): void {
  notFound(s, error);
  for (const call of s.calls) {
    if (call.kind === "enqueueNext" && call.stage === "ready") enqueueRefused(s, call, error);
  }
  if (s.current?.progress === "resolved" && isAwaited(s)) fail(s, s.current, error);
}

function created(s: Session, value: ActionAnswer<"player.playlist.create"> | undefined, error: string): void {
  const isOther = value && s.found?.playlists.includes(value.playlist);
  if (value && !isOther) {
    // A new playlist is at the end until a signal says otherwise.
    if (!s.playlists.includes(value.playlist)) s.playlists = [...s.playlists, value.playlist];
    return adopt(s, value.playlist, 0);
  }
  findingFailed(
    s,
    isOther ? badAnswer("player.playlist.create", "the id of another playlist").message : error,
  );
}

function resolved(
  s: Session,
  pending: Pending & { action: "player.media.resolve" },
  value: ActionAnswer<"player.media.resolve"> | undefined,
  error: string = jitErrors.unresolved,
): void {
  const handle = value?.resolved[0]?.[0];
  const call = s.calls.find(({ id }) => id === pending.call);
  if (call?.kind === "enqueueNext" && call.loaded) {
    if (handle) {
      update(s, call, { stage: "ready", loaded: { ...call.loaded, handle, progress: "resolved" } });
    } else enqueueRefused(s, call, error);
  } else if (s.current?.id === pending.track && isAwaited(s)) {
    if (handle) s.current = { ...s.current, handle, progress: "resolved" };
    else fail(s, s.current, error);
  }
}

function enqueueRefused(s: Session, call: Call & { kind: "enqueueNext" }, error: string): void {
  answer(s, call, error);
  if (call.loaded) fail(s, call.loaded, error);
}

type Addition = Pending & { action: "player.playlist.append" | "player.playlist.insert" };

function added(s: Session, pending: Addition, result: Outcome, isUnknown: boolean): void {
  const { tracks, index, action } = pending;
  const [first] = tracks;
  const call = s.calls.find(({ id }) => id === pending.call);
  const isKnown = pending.playlist === s.shadow;
  if ("error" in result) {
    if (isKnown && result.cause === "unanswered") {
      takeBack(s, tracks);
      additionRefused(s, first, call, result.error);
      return ask(s, "music", { action: "player.playlist.list", why: "check", lost: { tracks, index } }, {});
    }
    if (isKnown) withdraw(s, tracks, index);
    if (action === "player.playlist.insert" && result.cause === "notSupported") {
      s.inserts = false;
      if (call) update(s, call, { stage: "ready" });
      return;
    }
    if (isUnknown) forgetShadow(s);
    const isRepeated = isRefusedOnce(s, isUnknown || action === "player.playlist.insert");
    if (!isRepeated) return additionRefused(s, first, call, result.error);
    if (call) update(s, call, { stage: "ready" });
    return;
  }
  // The playlist was removed meanwhile.
  if (!isKnown) return additionRefused(s, first, call, jitErrors.shadowRemoved);
  const value = result.answer as ActionAnswer<"player.playlist.append">;
  if (action === "player.playlist.append" && value.start > MAX_SHADOW_ITEMS) {
    withdraw(s, tracks, index);
    return additionRefused(s, first, call, badAnswer(action, "a start beyond any playlist").message);
  }
  const fits = first && action === "player.playlist.insert"
    ? inserted(s, first, index, value.count)
    : appended(s, tracks, value);
  s.checked = false;
  if (!fits) {
    return additionRefused(
      s,
      first,
      call,
      badAnswer("player.playlist.append", `a count that is not ${tracks.length}`).message,
    );
  }
  if (!pending.call && first && s.current?.id === first.id && s.current.progress === "resolved") {
    setProgress(s, first.id, "added");
  }
  if (call?.kind === "preloadBatch") return batchAdded(s, call, tracks);
  if (call?.kind !== "enqueueNext" || !first) return;
  const copies = tracks.slice(1).map(({ id }) => id);
  replaceNext(s, first, pending.replaces, copies);
  enqueued(s, call);
}

/** Whether a refused change is made once more, from what is there then. */
function isRefusedOnce(s: Session, mayHelp: boolean): boolean {
  s.checked = mayHelp && !s.checked;
  return s.checked;
}

function additionRefused(s: Session, track: Track | undefined, call: Call | undefined, error: string): void {
  if (call?.kind === "enqueueNext") enqueueRefused(s, call, error);
  else if (call) additionFailed(s, call, error);
  else if (s.current && s.current.id === track?.id && isAwaited(s)) fail(s, s.current, error);
}

function played(s: Session, id: number, error: string | undefined, isUnknown: boolean): void {
  const { current, sound } = s;
  if (current?.id !== id || sound.at !== "opening" || !isNew(current)) return;
  if (error === undefined) {
    s.checked = false;
    return beginTime(s);
  }
  if (isUnknown) forgetShadow(s);
  if (!isRefusedOnce(s, !isUnknown && sound.opened.length === 1)) return fail(s, current, error);
  s.sound = { at: "silent", because: "never", unsure: null };
  ask(s, "music", {
    action: "player.playlist.list",
    why: "check",
    refused: { run: null, error, mayBeDone: false },
  }, {});
}

function nowPlaying(
  s: Session,
  value: ActionAnswer<"player.playback.nowPlaying"> | undefined,
  error: string | undefined,
): void {
  if (error !== undefined) report(s, "the player cannot tell what it plays", error);
  const { sound } = s;
  if (sound.at !== "silent" || !sound.unsure) return;
  const item = value?.track ? locate(s, { ...value, handle: value.track }) : undefined;
  const id = typeof item === "number" ? s.items[item]?.track?.id ?? null : null;
  if (!value?.track || id !== null && id === s.current?.id) return void judge(s, null);
  // Its start will be signalled.
  const before = sound.unsure.filter((each) => each !== null && each !== id);
  s.sound = { at: "opening", opened: [...before, id], lateAt: null };
  beginTime(s);
}

function nextAnswered(
  s: Session,
  { call: id, opens }: Pending & { action: "player.playback.next" },
  error: string | undefined,
): void {
  const call = s.calls.find((each) => each.id === id);
  if (call?.kind === "skip") answer(s, call, error ?? { currentTrackId: call.currentTrackId });
  // The session may have gone on meanwhile.
  if (s.sound.at !== "opening" || opens !== undefined && s.sound.opened.at(-1) !== opens) return;
  if (error !== undefined && opens !== undefined) {
    const opened = s.sound.opened.slice(0, -1);
    // Meanwhile the current track has ended, and the player opens the next one by itself.
    const isLeft = opened.length === 0 && !s.sounds;
    if (opened.length < 2 && !isLeft) s.left = false;
    if (opened.length > 0) s.sound = { ...s.sound, opened };
    else if (!isLeft) s.sound = { at: "playing" };
  }
  beginTime(s);
}

function orderSet(
  s: Session,
  { why, order }: Pending & { action: "player.playback.setOrder" },
  value: ActionAnswer<"player.playback.setOrder"> | undefined,
  error: string | undefined,
): void {
  if (!value) {
    const problem = why === "enter" ? "the playback order cannot be set" : "the order cannot be restored";
    return report(s, problem, error ?? "");
  }
  const { previous } = value;
  // After a failed restoration the previous order is the session's own, not the user's.
  const users = previous === s.order?.own ? s.order.users : previous;
  s.order = order === users ? null : { users, own: order };
  if (why === "enter" && !s.entered) forgetTry(s, "order");
  // The user changed the order during the session.
  if (why === "giveBack" && s.order !== null) setOrder(s, "usersOwn", users);
}

function forgetTry(s: Session, duty: Duty): void {
  s.tried = s.tried.filter((each) => each !== duty);
}

function lockSet(
  s: Session,
  { locked, playlist }: Pending & { action: "player.playlist.lock" },
  error: string | undefined,
): void {
  if (error !== undefined) {
    return report(s, `the shadow playlist cannot be ${locked ? "locked" : "unlocked"}`, error);
  }
  if (playlist !== s.shadow) return;
  s.locked = locked;
  forgetTry(s, locked ? "unlock" : "lock");
}

/** Activates the user's playlist while the session's is the active one. When it is gone, the first other one is. */
function giveBackActive(s: Session, list: List | undefined, error: string): void {
  if (!list) return report(s, "the active playlist cannot be restored", error);
  if (s.entered) return;
  const others = list.playlists.map(({ id }) => id).filter((id) => id !== s.shadow);
  const playlist = others.find((id) => id === s.active) ?? others[0];
  if (list.active === null || list.active !== s.shadow || playlist === undefined) s.active = null;
  else ask(s, "upkeep", { action: "player.playlist.activate" }, { playlist });
}

function removalAnswered(
  s: Session,
  { run, lane, playlist, done: isApplied }: Pending & { action: "player.playlist.remove" },
  result: Outcome,
  isUnknown: boolean,
): void {
  if (playlist !== s.shadow || isApplied) return;
  if ("answer" in result) {
    s.checked = false;
    removed(s, run, (result.answer as ActionAnswer<"player.playlist.remove">).count);
  } else if (isUnknown) forgetShadow(s);
  else if (isRefusedOnce(s, true)) {
    const refused = { run, error: result.error, mayBeDone: result.cause === "unanswered" };
    ask(s, lane, { action: "player.playlist.list", why: "check", refused }, {});
  } else removalRefused(s, run, result.error);
}

/** Items that cannot be removed stay. */
function removalRefused(s: Session, run: { start: number; count: number }, error: string): void {
  report(s, "tracks cannot be removed from the shadow playlist", error);
  const isReinstated = keepUnremoved(s, run);
  for (const call of s.calls) {
    if (call.kind === "preloadBatch" && call.stage === "prepares") additionFailed(s, call, error);
    else if ((call.kind === "stop" || call.kind === "clear") && call.stage === "emptying") {
      update(s, call, { error: call.error ?? error });
    }
  }
  if (isReinstated) enqueueFailed(s, error);
}
