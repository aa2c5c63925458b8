/**
 * Upkeep: the player's settings while a session lasts, and items that are not wanted any more; and how a session ends, and
 * what becomes of the additions that are not complete.
 *
 * @module
 */

import { isRemoval, lastUnwanted, takeBack } from "./items.ts";
import { answer, ask, emit, tellError } from "./lifecycle.ts";
import {
  type Call,
  type Duty,
  isAwaited,
  isBusy,
  isNew,
  jitErrors,
  type Lane,
  type Session,
  takesOver,
  type Track,
} from "./session.ts";

/** The name of its lock. */
export const LOCK_NAME = "JIT Queue Buffer";

/** The playback order during a session: the player's default. */
export const SESSION_ORDER = 0;

/** Whether the settings are not given back, or the playlist is not tidied. */
export function hasUpkeep(s: Session): boolean {
  return s.pending.some(({ lane }) => lane === "upkeep") || nextSetting(s) !== null ||
    lastUnwanted(s) !== null;
}

function nextSetting(s: Session): Duty | null {
  const isTried = (duty: Duty) => s.tried.includes(duty);
  // A batch locks the playlist before it fills it.
  const inUse = s.entered || s.calls.some((call) => call.kind === "preloadBatch" && call.stage !== undefined);
  if (s.entered && !isTried("order")) return "order";
  if (inUse) return s.shadow !== null && !s.locked && !isTried("lock") ? "lock" : null;
  if (s.order !== null && !isTried("order")) return "order";
  if (s.active !== null && !isTried("active")) return "active";
  return s.locked && !isTried("unlock") ? "unlock" : null;
}

/** Enters or gives back one of the settings. */
export function askSetting(s: Session): boolean {
  const duty = isBusy(s, "upkeep") ? null : nextSetting(s);
  if (duty === null) return false;
  s.tried = [...s.tried, duty];
  switch (duty) {
    case "order": {
      const why = s.entered ? "enter" : "giveBack";
      setOrder(s, why, s.entered ? SESSION_ORDER : s.order?.users ?? SESSION_ORDER);
      break;
    }
    case "active":
      ask(s, "upkeep", { action: "player.playlist.list", why: "giveBack" }, {});
      break;
    case "lock":
    case "unlock": {
      const locked = duty === "lock";
      const params = { playlist: s.shadow, name: LOCK_NAME, locked };
      ask(s, "upkeep", { action: "player.playlist.lock", locked }, params);
    }
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

// How a session ends.

/** The session ends other than by a call. */
export function endFromOutside(s: Session, error?: string): void {
  const { current, wanted } = s;
  if (error !== undefined) s.current = null;
  if (wanted.is === "nothing") return;
  end(s);
  s.current = null;
  if (error !== undefined && current) tellError(s, current, error);
  emit(s, "trackChanged", { trackId: "", title: "" });
}

/** Ends the session without an event. The player's settings are given back. */
export function end(s: Session): void {
  if (s.current && isNew(s.current)) takeArriving(s, [s.current]);
  for (const call of s.calls) {
    if (isAddition(call) && !takesOver(call)) refuseAddition(s, call, jitErrors.noSession);
  }
  s.wanted = { is: "nothing" };
  s.sound = { at: "silent", because: "never", unsure: null };
  s.failures = 0;
  s.left = true;
  s.leaves = false;
  s.dropped = [];
  if (s.entered) s.tried = [];
  s.entered = false;
}

/** Whether a call adds tracks that have not been accepted. */
export function isAddition(call: Call): boolean {
  return (call.kind === "enqueueNext" || call.kind === "preloadBatch") && call.stage !== "appended";
}

/** Refuses an addition. What is being appended for it is removed when it has arrived. */
export function refuseAddition(s: Session, call: Call, error: string): void {
  for (const pending of s.pending) {
    if ("tracks" in pending && pending.call === call.id) takeArriving(s, pending.tracks);
    // What is removed for a batch holds up no other music.
    if (call.kind === "preloadBatch" && pending.action === "player.playlist.remove") {
      s.pending = s.pending.map((each) => each.n === pending.n ? { ...each, lane: "upkeep" } : each);
    }
  }
  answer(s, call, error);
}

function takeArriving(s: Session, tracks: readonly Track[]): void {
  const [first] = tracks;
  if (s.items.some(({ track, mark }) => mark === "arriving" && track?.id === first?.id)) takeBack(s, tracks);
}
