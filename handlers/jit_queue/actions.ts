/**
 * Which native action is next, from what is wanted and what is known of the player. What is heard comes first, then
 * upkeep: the player's settings while a session lasts, and items that are not wanted any more.
 *
 * @module
 */

import { isFound, isNextNewer, newTrack, refuse, resolve } from "./calls.ts";
import { arrive, isRemoval, itemOf, keptTracks, lastUnwanted, nextItem, SHADOW_NAME } from "./items.ts";
import { ask, beginTime, fail, nextSetting, update } from "./lifecycle.ts";
import {
  type Call,
  isAddition,
  isAsked,
  isAwaited,
  isUpkeepStuck,
  jitErrors,
  type Lane,
  type Session,
  takesOver,
  type Track,
} from "./session.ts";

/** Asks the player for the next thing. True when it was asked. */
export function askNext(s: Session): boolean {
  if (askSetting(s)) return true;
  const isHeldUp = isBusy(s, "upkeep") && !isUpkeepStuck(s);
  if (!isHeldUp && resolveCurrent(s)) return true;
  if (!isHeldUp && !isBusy(s, "music") && askMusic(s)) return true;
  return askRemoval(s);
}

/** Resolves the current track, beside everything else. */
function resolveCurrent(s: Session): boolean {
  const { current } = s;
  if (!current || current.progress !== "given" || !isAwaited(s)) return false;
  const isAsked = s.pending.some((each) =>
    each.action === "player.media.resolve" && each.track === current.id
  );
  if (!isAsked) resolve(s, current, null);
  return !isAsked;
}

function askMusic(s: Session): boolean {
  const { sound } = s;
  if (find(s)) return true;
  const loads = isAwaited(s) && !s.calls.some(takesOver);
  if (loads && s.current && loadCurrent(s, s.current)) return true;
  if (sound.at === "silent" && sound.unsure && nextItem(s) >= 0 && s.wanted.is === "music") {
    ask(s, "music", { action: "player.playback.nowPlaying" }, {});
    return true;
  }
  // The current track comes before those that follow it.
  if (loads && s.current?.progress !== "added") return false;
  return s.calls.some((call) => add(s, call));
}

/** Looks for the shadow playlist, and creates a missing one. */
function find(s: Session): boolean {
  const isAdding = (call: Call) =>
    takesOver(call) || isAddition(call) && call.stage !== undefined && call.stage !== "prepares";
  const creates = s.calls.some(isAdding) || isAwaited(s) && s.current?.progress === "resolved";
  const finds = creates || isReturning(s) ||
    s.calls.some(({ stage }) => stage === "finding");
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
export function isReturning({ wanted, sound, entered }: Session): boolean {
  return wanted.is === "music" && sound.at !== "silent" && !entered;
}

function loadCurrent(s: Session, current: Track): boolean {
  if (s.shadow === null) return false;
  if (current.progress === "resolved") addTracks(s, [current], null, null, null);
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

/**
 * Adds tracks at an index; null for the end. Those after the first one were added before, and are added again.
 *
 * @param call The call that brought them; null for the current track.
 * @param replaces The track that the first one replaces.
 */
function addTracks(
  s: Session,
  tracks: readonly Track[],
  index: number | null,
  call: number | null,
  replaces: number | null,
): void {
  const action = index === null ? "player.playlist.append" : "player.playlist.insert";
  const asked = { action, tracks, index: index ?? s.items.length, call, replaces } as const;
  arrive(s, tracks, asked.index);
  const handles = tracks.map(({ handle }) => handle);
  const params = { playlist: s.shadow, ...index !== null && { index }, handles };
  ask(s, "music", asked, params, tracks[0]?.panel);
}

function play(s: Session, track: Track): void {
  const item = itemOf(s, track.id);
  if (item < 0) return fail(s, track, jitErrors.notInShadow);
  s.sound = { at: "opening", opened: [track.id], lateAt: null };
  beginTime(s);
  s.leaves ||= s.sounds;
  s.left = false;
  s.voided = null;
  ask(s, "music", { action: "player.playback.play", track: track.id }, { playlist: s.shadow, item });
}

/** Adds the tracks of a call that is ready, or empties the playlist for them. */
function add(s: Session, call: Call): boolean {
  if (call.kind === "preloadBatch" && call.stage === "prepares") return remove(s, "music");
  if (call.stage !== "ready" || !isFound(s)) return false;
  // A call of another panel may have been accepted meanwhile.
  if (!takesOver(call) && refuse(s, call)) return true;
  if (call.kind === "preloadBatch") {
    addTracks(s, call.tracks.map((given) => newTrack(s, given, call.id, "resolved")), null, call.id, null);
  } else if (call.kind === "enqueueNext" && call.loaded) {
    const next = nextItem(s);
    const keepsNext = isNextNewer(s, call.loaded);
    const followers = next < 0 ? [] : keptTracks(s, keepsNext ? next : next + 1);
    const replaces = keepsNext ? null : s.items[next]?.track?.id ?? null;
    const inserts = followers.length > 0 && s.inserts;
    if (inserts && isInDoubt(s)) return true;
    if (inserts) addTracks(s, [call.loaded], next, call.id, replaces);
    else addTracks(s, [call.loaded, ...followers], null, call.id, replaces);
  }
  update(s, call, { stage: "appending" });
  return true;
}

// Upkeep.

/** The name of its lock. */
export const LOCK_NAME = "JIT Queue Buffer";

/** The playback order during a session: the player's default. */
export const SESSION_ORDER = 0;

/** Enters or gives back one of the settings. */
export function askSetting(s: Session): boolean {
  const duty = isBusy(s, "upkeep") ? null : nextSetting(s);
  if (duty === null) return false;
  s.tried = [...s.tried, duty];
  if (duty === "active") ask(s, "upkeep", { action: "player.playlist.list", why: "giveBack" }, {});
  else if (duty === "order") {
    if (s.entered) setOrder(s, "enter", SESSION_ORDER);
    else setOrder(s, "giveBack", s.order?.users ?? SESSION_ORDER);
  } else {
    const locked = duty === "lock";
    const params = { playlist: s.shadow, name: LOCK_NAME, locked };
    ask(s, "upkeep", { action: "player.playlist.lock", locked }, params);
  }
  return true;
}

export function setOrder(s: Session, why: "enter" | "giveBack" | "usersOwn", order: number): void {
  ask(s, "upkeep", { action: "player.playback.setOrder", why, order }, { order });
}

/** Removes unwanted items when nothing that is heard waits. */
export function askRemoval(s: Session): boolean {
  const isWaiting = isBusy(s, "upkeep") || isBusy(s, "music") || isAwaited(s) && !s.calls.some(takesOver);
  return !isWaiting && remove(s, "upkeep");
}

/** Removes the last run of unwanted items, so that the items before keep their positions. */
export function remove(s: Session, lane: Lane): boolean {
  const run = s.shadow === null || s.pending.some(isRemoval) ? null : lastUnwanted(s);
  if (!run) return false;
  ask(s, lane, { action: "player.playlist.remove", run }, { playlist: s.shadow, ...run });
  return true;
}

/** Whether an unanswered action delays others of its lane. */
function isBusy(s: Session, lane: "music" | "upkeep"): boolean {
  return s.pending.some((each) =>
    each.lane === lane &&
    (each.action !== "player.playback.play" || isAsked(s) && each.track === s.current?.id)
  );
}
