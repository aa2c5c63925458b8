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
  type Asked,
  type Duty,
  isAwaited,
  isNew,
  jitErrors,
  type Outcome,
  type Pending,
  type Refusal,
  type Run,
  type Session,
  silent,
} from "./session.ts";

/** The player has answered a native action. */
export function done(s: Session, n: number, { answer, refusal }: Outcome): void {
  const pending = s.pending.find((each) => each.n === n);
  if (!pending) return;
  s.pending = s.pending.filter((each) => each.n !== n);
  (meanings[pending.action] as Meaning)(s, pending as never, answer as never, refusal);
}

type Meaning<Action extends Asked["action"] = Asked["action"]> = (
  s: Session,
  pending: Pending & { action: Action },
  answer: ActionAnswer<Action> | undefined,
  refusal: Refusal | undefined,
) => void;

const addition: Meaning<"player.playlist.append" | "player.playlist.insert"> = (
  s,
  { action, tracks, index, replaces, ...pending },
  value,
  refusal,
) => {
  const [first] = tracks;
  const call = s.calls.find(({ id }) => id === pending.call);
  const isKnown = pending.playlist === s.shadow;
  const isInsertion = action === "player.playlist.insert";
  const refuse = (error: string): void => {
    if (call) additionFailed(s, call, error);
    else if (s.current && s.current.id === first?.id && isAwaited(s)) fail(s, s.current, error);
  };
  if (refusal) {
    if (isKnown && refusal.cause === "unanswered") {
      takeBack(s, tracks);
      refuse(refusal.error);
      return ask(s, "music", { action: "player.playlist.list", why: "check", lost: { tracks, index } }, {});
    }
    if (isKnown) withdraw(s, tracks, index);
    const isUnknown = isUnknownPlaylist(s, pending, refusal);
    if (isUnknown) forgetShadow(s);
    if (isInsertion && refusal.cause === "notSupported") s.inserts = false;
    else if (!isRefusedOnce(s, isUnknown || isInsertion)) return refuse(refusal.error);
    if (call) update(s, call, { stage: "ready" });
    return;
  }
  // The playlist was removed meanwhile.
  if (!isKnown) return refuse(jitErrors.shadowRemoved);
  const { start, count } = value as ActionAnswer<"player.playlist.append">;
  if (!isInsertion && start > MAX_SHADOW_ITEMS) {
    withdraw(s, tracks, index);
    return refuse(badAnswer(action, "a start beyond any playlist").message);
  }
  const fits = first && isInsertion
    ? inserted(s, first, index, count)
    : appended(s, tracks, { start, count });
  s.checked = false;
  if (!fits) return refuse(badAnswer(action, `a count that is not ${tracks.length}`).message);
  if (!call && first && s.current?.id === first.id && s.current.progress === "resolved") {
    setProgress(s, first.id, "added");
  }
  if (call?.kind === "preloadBatch") return batchAdded(s, call, tracks);
  if (call?.kind !== "enqueueNext" || !first) return;
  replaceNext(s, first, replaces, tracks.slice(1).map(({ id }) => id));
  enqueued(s, call);
};

const meanings: { readonly [Action in Asked["action"]]: Meaning<Action> } = {
  "player.playlist.list": (s, pending, list, refusal) => {
    if (pending.why === "giveBack") return giveBackActive(s, list, refusal);
    if (list) s.playlists = list.playlists.map(({ id }) => id);
    const shadow = list?.playlists.find(({ name }) => name === SHADOW_NAME);
    if (pending.why === "check") {
      return checked(s, pending, shadow?.id === s.shadow ? shadow?.count : undefined);
    }
    const isAbsurd = shadow && shadow.count > MAX_SHADOW_ITEMS;
    if (list && !isAbsurd) {
      s.found = { active: list.active, playlists: s.playlists };
      adopt(s, shadow?.id ?? null, shadow?.count ?? 0);
    } else {
      const error = refusal?.error ?? badAnswer(pending.action, "a count beyond any playlist").message;
      if (s.shadow === null) return notFound(s, error);
      report(s, "the active playlist is unknown", error);
      s.found = { active: null, playlists: s.playlists };
    }
    if (isReturning(s) && s.shadow !== null) enter(s);
  },

  "player.playlist.create": (s, { action }, value, refusal) => {
    if (!value) return notFound(s, refusal?.error ?? "");
    const { playlist } = value;
    if (s.found?.playlists.includes(playlist)) {
      return notFound(s, badAnswer(action, "the id of another playlist").message);
    }
    // A new playlist is at the end until a signal says otherwise.
    if (!s.playlists.includes(playlist)) s.playlists = [...s.playlists, playlist];
    adopt(s, playlist, 0);
  },

  "player.media.resolve": (s, pending, value, refusal) => {
    const handle = value?.resolved[0]?.[0];
    const error = refusal?.error ?? jitErrors.unresolved;
    const call = s.calls.find(({ id }) => id === pending.call);
    if (call?.kind === "enqueueNext" && call.loaded) {
      if (!handle) return additionFailed(s, call, error);
      update(s, call, { stage: "ready", loaded: { ...call.loaded, handle, progress: "resolved" } });
    } else if (s.current?.id === pending.track && isAwaited(s)) {
      if (!handle) return fail(s, s.current, error);
      s.current = { ...s.current, handle, progress: "resolved" };
    }
  },

  "player.playlist.append": addition,
  "player.playlist.insert": addition,

  "player.playback.play": (s, pending, _, refusal) => {
    const { current, sound } = s;
    if (current?.id !== pending.track || sound.at !== "opening" || !isNew(current)) return;
    if (!refusal) {
      s.checked = false;
      return beginTime(s);
    }
    const isUnknown = isUnknownPlaylist(s, pending, refusal);
    if (isUnknown) forgetShadow(s);
    if (!isRefusedOnce(s, !isUnknown && sound.opened.length === 1)) return fail(s, current, refusal.error);
    s.sound = silent("never");
    ask(s, "music", { action: "player.playlist.list", why: "check", refused: { run: null, refusal } }, {});
  },

  "player.playback.nowPlaying": (s, _pending, value, refusal) => {
    if (refusal) report(s, "the player cannot tell what it plays", refusal.error);
    const { sound } = s;
    if (sound.at !== "silent" || !sound.unsure) return;
    const item = value?.track ? locate(s, { ...value, handle: value.track }) : undefined;
    const id = typeof item === "number" ? s.items[item]?.track?.id ?? null : null;
    if (!value?.track || id !== null && id === s.current?.id) return void judge(s, null);
    // Its start will be signalled.
    const before = sound.unsure.filter((each) => each !== null && each !== id);
    s.sound = { at: "opening", opened: [...before, id], lateAt: null };
    beginTime(s);
  },

  "player.playback.next": (s, { call: id, opens }, _, refusal) => {
    const call = s.calls.find((each) => each.id === id);
    if (call?.kind === "skip") answer(s, call, refusal?.error ?? { currentTrackId: call.currentTrackId });
    // The session may have gone on meanwhile.
    if (s.sound.at !== "opening" || opens !== undefined && s.sound.opened.at(-1) !== opens) return;
    if (refusal && opens !== undefined) {
      const opened = s.sound.opened.slice(0, -1);
      // Meanwhile the current track has ended, and the player opens the next one by itself.
      const isLeft = opened.length === 0 && !s.sounds;
      if (opened.length < 2 && !isLeft) s.left = false;
      if (opened.length > 0) s.sound = { ...s.sound, opened };
      else if (!isLeft) s.sound = { at: "playing" };
    }
    beginTime(s);
  },

  "player.playback.stop": (s, { call: id }, _, refusal) => {
    if (refusal) s.ownStop = false;
    const call = s.calls.find((each) => each.id === id);
    if (call?.kind !== "end") return;
    // If the player cannot stop, do not look for an unknown playlist.
    const finds = call.clears && s.shadow === null && !refusal;
    update(s, call, { stage: finds ? "finding" : "emptying", ...refusal && { error: refusal.error } });
  },

  "player.playback.setOrder": (s, { why, order }, value, refusal) => {
    if (!value) {
      const problem = why === "enter" ? "the playback order cannot be set" : "the order cannot be restored";
      return report(s, problem, refusal?.error ?? "");
    }
    const { previous } = value;
    // After a failed restoration the previous order is the session's own, not the user's.
    const users = previous === s.order?.own ? s.order.users : previous;
    s.order = order === users ? null : { users, own: order };
    if (why === "enter" && !s.entered) forgetTry(s, "order");
    // The user changed the order during the session.
    if (why === "giveBack" && s.order !== null) setOrder(s, "usersOwn", users);
  },

  "player.playlist.lock": (s, { locked, playlist }, _, refusal) => {
    if (refusal) {
      return report(s, `the shadow playlist cannot be ${locked ? "locked" : "unlocked"}`, refusal.error);
    }
    if (playlist !== s.shadow) return;
    s.locked = locked;
    forgetTry(s, locked ? "unlock" : "lock");
  },

  "player.playlist.remove": (s, pending, value, refusal) => {
    const { run, lane, playlist, done: isApplied } = pending;
    if (playlist !== s.shadow || isApplied) return;
    if (value) {
      s.checked = false;
      removed(s, run, value.count);
    } else if (!refusal) return;
    else if (isUnknownPlaylist(s, pending, refusal)) forgetShadow(s);
    else if (isRefusedOnce(s, true)) {
      ask(s, lane, { action: "player.playlist.list", why: "check", refused: { run, refusal } }, {});
    } else removalRefused(s, run, refusal.error);
  },

  "player.playlist.activate": (s, _pending, _, refusal) => {
    if (refusal) report(s, "the active playlist cannot be restored", refusal.error);
    else s.active = null;
  },
};

function isUnknownPlaylist(s: Session, { playlist }: Pick<Pending, "playlist">, { cause }: Refusal): boolean {
  return cause === "unknownPlaylist" && playlist === s.shadow;
}

/** Whether a refused change is made once more, from what is there then. */
function isRefusedOnce(s: Session, mayHelp: boolean): boolean {
  s.checked = mayHelp && !s.checked;
  return s.checked;
}

/**
 * The number of items was asked for, to be certain of the positions, or because of a change whose outcome it tells.
 *
 * @param count The number; undefined when the shadow playlist was not found.
 */
function checked(
  s: Session,
  { lost, refused }: Pending & { action: "player.playlist.list" },
  count: number | undefined,
): void {
  if (count !== undefined) {
    const missing = s.items.length - count;
    const isDone = refused?.refusal.cause === "unanswered" && missing === refused.run?.count;
    if (lost && missing === lost.tracks.length) return withdraw(s, lost.tracks, lost.index);
    if (isDone && refused.run) return removed(s, refused.run, count);
    if (counted(s, count)) return;
  }
  if (!refused) return;
  const { run, refusal: { error } } = refused;
  s.checked = false;
  if (run) removalRefused(s, run, error);
  else if (s.current && isAwaited(s)) fail(s, s.current, error);
}

function forgetTry(s: Session, duty: Duty): void {
  s.tried = s.tried.filter((each) => each !== duty);
}

/** Activates the user's playlist while the session's is the active one. When it is gone, the first other one is. */
function giveBackActive(
  s: Session,
  list: ActionAnswer<"player.playlist.list"> | undefined,
  refusal: Refusal | undefined,
): void {
  if (!list) return report(s, "the active playlist cannot be restored", refusal?.error ?? "");
  if (s.entered) return;
  const others = list.playlists.map(({ id }) => id).filter((id) => id !== s.shadow);
  const playlist = others.find((id) => id === s.active) ?? others[0];
  if (list.active === null || list.active !== s.shadow || playlist === undefined) s.active = null;
  else ask(s, "upkeep", { action: "player.playlist.activate" }, { playlist });
}

/** Items that cannot be removed stay. */
function removalRefused(s: Session, run: Run, error: string): void {
  report(s, "tracks cannot be removed from the shadow playlist", error);
  const isReinstated = keepUnremoved(s, run);
  for (const call of s.calls) {
    if (call.kind === "preloadBatch" && call.stage === "prepares") additionFailed(s, call, error);
    else if (call.kind === "end" && call.stage === "emptying") {
      update(s, call, { error: call.error ?? error });
    }
  }
  if (isReinstated) enqueueFailed(s, error);
}
