/**
 * Which native action is next, from what is wanted and what is known of the player, and what the answers mean. What is
 * heard comes first, then upkeep.
 *
 * @module
 */

import type { ActionAnswer } from "../../host_stdio/api/native_actions.ts";
import { badAnswer } from "../../host_stdio/player.ts";
import {
  additionFailed,
  batchAdded,
  enqueued,
  enqueueFailed,
  forgetShadow,
  isFound,
  newTrack,
  notFound,
  refuse,
} from "./calls.ts";
import {
  added,
  adopt,
  arrive,
  counted,
  isRemoval,
  itemOf,
  keepUnremoved,
  keptTracks,
  lastUnwanted,
  locate,
  MAX_SHADOW_ITEMS,
  nextItem,
  nextTrack,
  removed,
  replaceNext,
  SHADOW_NAME,
  takeBack,
  withdraw,
} from "./items.ts";
import { answer, ask, beginTime, fail, judge, report, update } from "./lifecycle.ts";
import {
  type Asked,
  type Call,
  type Doubted,
  isAddition,
  isAwaited,
  isMusic,
  isNew,
  jitErrors,
  type Lane,
  type Meaning,
  opening,
  type Outcome,
  type Pending,
  playing,
  type Refusal,
  type Run,
  type Session,
  silent,
  takesOver,
  type Track,
} from "./session.ts";
import { activated, enter, giveBackActive, lockSet, orderSet } from "./upkeep.ts";

/** Looks for the shadow playlist, and creates a missing one. */
export function find(s: Session): boolean {
  const isAdding = (call: Call) =>
    takesOver(call) || isAddition(call) && call.stage !== undefined && call.stage !== "prepares";
  const creates = s.calls.some(isAdding) || isAwaited(s) && s.current?.progress === "resolved";
  const finds = creates || isReturning(s) || s.calls.some(({ stage }) => stage === "finding");
  if (!finds) s.found = null;
  else if (s.found === null && (s.shadow === null || !s.entered)) {
    ask(s, "music", { action: "player.playlist.list", why: "find" }, {});
    return true;
  } else if (s.found !== null && s.shadow === null && creates) {
    ask(s, "music", { action: "player.playlist.create" }, { name: SHADOW_NAME });
    return true;
  }
  return false;
}

/** Whether the user has returned to a session whose settings were given back. */
function isReturning(s: Session): boolean {
  return isMusic(s) && s.sound.at !== "silent" && !s.entered;
}

export function loadCurrent(s: Session, current: Track): boolean {
  if (s.shadow === null) return false;
  if (current.progress === "resolved") addTracks(s, [current]);
  else if (current.progress !== "added") return false;
  else if (!isInDoubt(s)) play(s, current);
  return true;
}

/** Whether an unanswered removal makes the positions of items doubtful. Then the player is asked for their number first. */
function isInDoubt(s: Session): boolean {
  if (s.checked || !s.pending.some(isRemoval)) return false;
  s.checked = true;
  ask(s, "music", { action: "player.playlist.list", why: "check" }, {});
  return true;
}

/** Adds tracks at an index; null for the end. Those of an earlier call than the first one's are added again. */
function addTracks(
  s: Session,
  tracks: readonly Track[],
  index: number | null = null,
  replaces: number | null = null,
): void {
  const action = index === null ? "player.playlist.append" : "player.playlist.insert";
  arrive(s, tracks, index ?? s.items.length);
  const handles = tracks.map(({ handle }) => handle);
  const params = { playlist: s.shadow, ...index !== null && { index }, handles };
  ask(s, "music", { action, tracks, replaces }, params, tracks[0]?.panel);
}

function play(s: Session, track: Track): void {
  const item = itemOf(s, track.id);
  if (item < 0) return fail(s, track, jitErrors.notInShadow);
  s.sound = opening([track.id]);
  beginTime(s);
  s.leaves ||= s.sounds;
  s.left = false;
  s.voided = null;
  ask(s, "music", { action: "player.playback.play", track: track.id }, { playlist: s.shadow, item });
}

/** Adds the tracks of a call that is ready, or empties the playlist for them. */
export function add(s: Session, call: Call): boolean {
  if (call.kind === "preloadBatch" && call.stage === "prepares") return remove(s, "music");
  if (call.stage !== "ready" || !isFound(s)) return false;
  // A call of another panel may have been accepted meanwhile.
  if (!takesOver(call) && refuse(s, call)) return true;
  if (call.kind === "preloadBatch") {
    addTracks(s, call.tracks.map((given) => newTrack(s, given, call.id, "resolved")));
  } else if (call.kind === "enqueueNext" && call.loaded) {
    const next = nextItem(s);
    // What a later call has brought stays the next one.
    const keepsNext = (nextTrack(s)?.call ?? 0) > call.id;
    const followers = next < 0 ? [] : keptTracks(s, keepsNext ? next : next + 1);
    const replaces = keepsNext ? null : s.items[next]?.track?.id ?? null;
    const inserts = followers.length > 0 && s.inserts;
    if (inserts && isInDoubt(s)) return true;
    addTracks(s, [call.loaded, ...inserts ? [] : followers], inserts ? next : null, replaces);
  }
  update(s, call, { stage: "appending" });
  return true;
}

/** Removes the last run of unwanted items, so that the items before keep their positions. */
export function remove(s: Session, lane: Lane): boolean {
  const run = s.shadow === null || s.pending.some(isRemoval) ? null : lastUnwanted(s);
  if (!run) return false;
  ask(s, lane, { action: "player.playlist.remove", run }, { playlist: s.shadow, ...run });
  return true;
}

// What the answers mean.

/** The player has answered a native action. */
export function done(s: Session, n: number, { answer, refusal }: Outcome): void {
  const pending = s.pending.find((each) => each.n === n);
  if (!pending) return;
  s.pending = s.pending.filter((each) => each !== pending);
  (meanings[pending.action] as Meaning)(s, pending as never, answer as never, refusal);
}

const addition: Meaning<"player.playlist.append" | "player.playlist.insert"> = (
  s,
  pending,
  value,
  refusal,
) => {
  const { action, tracks } = pending;
  const [first] = tracks;
  const call = s.calls.find(({ id }) => id === first?.call);
  const isKnown = pending.playlist === s.shadow;
  const isInsertion = action === "player.playlist.insert";
  const failWith = (error: string): void => {
    if (call) additionFailed(s, call, error);
    else if (s.current && s.current.id === first?.id && isAwaited(s)) fail(s, s.current, error);
  };
  if (refusal) {
    if (isKnown && refusal.cause === "unanswered") {
      takeBack(s, tracks);
      failWith(refusal.error);
      return check(s, pending, refusal);
    }
    if (isKnown) withdraw(s, tracks);
    const isUnknown = isUnknownPlaylist(s, pending, refusal);
    if (isInsertion && refusal.cause === "notSupported") s.inserts = false;
    else if (!isRefusedOnce(s, isUnknown || isInsertion)) return failWith(refusal.error);
    if (call) update(s, call, { stage: "ready" });
    return;
  }
  // The playlist was removed meanwhile.
  if (!isKnown) return failWith(jitErrors.shadowRemoved);
  const { start, count } = value as ActionAnswer<"player.playlist.append">;
  if (!isInsertion && start > MAX_SHADOW_ITEMS) {
    withdraw(s, tracks);
    return failWith(badAnswer(action, "a start beyond any playlist").message);
  }
  s.checked = false;
  if (isInsertion && count > MAX_SHADOW_ITEMS) withdraw(s, tracks);
  const fits = added(s, tracks, count, isInsertion ? undefined : start);
  if (!fits) return failWith(badAnswer(action, `a count that is not ${tracks.length}`).message);
  const { current } = s;
  if (current?.id === first?.id && current?.progress === "resolved") {
    s.current = { ...current, progress: "added" };
  }
  if (call?.kind === "preloadBatch") return batchAdded(s, call, tracks);
  if (call?.kind !== "enqueueNext") return;
  replaceNext(s, tracks, pending.replaces);
  enqueued(s, call);
};

const meanings: { readonly [Action in Asked["action"]]: Meaning<Action> } = {
  "player.playlist.list": (s, pending, list, refusal) => {
    if (pending.why === "giveBack") return giveBackActive(s, list, refusal);
    if (list) s.playlists = list.playlists.map(({ id }) => id);
    const shadow = list?.playlists.find(({ name }) => name === SHADOW_NAME);
    if (pending.why === "check") {
      return checked(s, pending.doubted, shadow?.id === s.shadow ? shadow?.count : undefined);
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
    const call = s.calls.find((each) => each.kind === "enqueueNext" && each.loaded?.id === pending.track);
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
    s.sound = silent("never");
    refused(s, pending, refusal, !isUnknown && sound.opened?.length === 1);
  },

  "player.playback.nowPlaying": (s, _pending, value, refusal) => {
    if (refusal) report(s, "the player cannot tell what it plays", refusal.error);
    const { at, opened } = s.sound;
    if (at !== "silent" || !opened) return;
    const item = value?.track ? locate(s, { ...value, handle: value.track }) : undefined;
    const id = typeof item === "number" ? s.items[item]?.track?.id ?? null : null;
    if (!value?.track || id !== null && id === s.current?.id) return void judge(s, null);
    // Its start will be signalled.
    s.sound = opening([...opened.filter((each) => each !== null && each !== id), id]);
    beginTime(s);
  },

  "player.playback.next": (s, { call: id, opens }, _, refusal) => {
    const call = s.calls.find((each) => each.id === id);
    if (call?.kind === "skip") answer(s, call, refusal?.error ?? { currentTrackId: call.currentTrackId });
    const { at, opened } = s.sound;
    // The session may have gone on meanwhile.
    if (at !== "opening" || !opened || opens !== undefined && opened.at(-1) !== opens) return;
    if (refusal && opens !== undefined) {
      const others = opened.slice(0, -1);
      // Meanwhile the current track has ended, and the player opens the next one by itself.
      const isLeft = others.length === 0 && !s.sounds;
      if (others.length < 2 && !isLeft) s.left = false;
      if (others.length > 0) s.sound = { ...s.sound, opened: others };
      else if (!isLeft) s.sound = playing;
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

  "player.playback.setOrder": orderSet,
  "player.playlist.lock": lockSet,
  "player.playlist.activate": activated,

  "player.playlist.remove": (s, pending, value, refusal) => {
    const { run, playlist, done: isApplied } = pending;
    if (playlist !== s.shadow || isApplied) return;
    if (value) {
      s.checked = false;
      removed(s, run, value.count);
    } else if (refusal && !isUnknownPlaylist(s, pending, refusal)) refused(s, pending, refusal, true);
  },
};

/** Whether a refusal is because the player no longer knows the shadow playlist. It is forgotten then. */
function isUnknownPlaylist(s: Session, { playlist }: Pending, { cause }: Refusal): boolean {
  const isUnknown = cause === "unknownPlaylist" && playlist === s.shadow;
  if (isUnknown) forgetShadow(s);
  return isUnknown;
}

/** Whether a refused change is made once more, from what is there then. */
function isRefusedOnce(s: Session, mayHelp: boolean): boolean {
  s.checked = mayHelp && !s.checked;
  return s.checked;
}

/** A change was refused. It is made once more if that may help. */
function refused(s: Session, pending: Pending, refusal: Refusal, mayHelp: boolean): void {
  if (isRefusedOnce(s, mayHelp)) check(s, pending, refusal);
  else changeFailed(s, pending, refusal.error);
}

function changeFailed(s: Session, asked: Asked, error: string): void {
  if ("run" in asked) removalRefused(s, asked.run, error);
  else if (s.current && isAwaited(s)) fail(s, s.current, error);
}

/** Asks for the number of items, which tells whether a change was made. */
function check(s: Session, asked: Pending, refusal: Refusal): void {
  ask(s, asked.lane, { action: "player.playlist.list", why: "check", doubted: { asked, refusal } }, {});
}

/**
 * The number of items was asked for, to be certain of the positions, or because of a change whose outcome it tells.
 *
 * @param count The number; undefined when the shadow playlist was not found.
 */
function checked(s: Session, doubted: Doubted | undefined, count: number | undefined): void {
  const { asked, refusal } = doubted ?? {};
  const addition = asked && "tracks" in asked ? asked : null;
  if (count !== undefined) {
    const missing = s.items.length - count;
    if (addition && missing === addition.tracks.length) return withdraw(s, addition.tracks);
    const run = refusal?.cause === "unanswered" && asked && "run" in asked ? asked.run : null;
    if (run && missing === run.count) return removed(s, run, count);
    if (counted(s, count)) return;
  }
  if (!doubted || addition) return;
  s.checked = false;
  changeFailed(s, doubted.asked, doubted.refusal.error);
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
