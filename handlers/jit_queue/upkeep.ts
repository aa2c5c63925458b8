/**
 * The settings of the player that a session changes for its own sake and gives back.
 *
 * @module
 */

import type { ActionAnswer } from "../../host_stdio/api/native_actions.ts";
import { lastUnwanted } from "./items.ts";
import { ask, report } from "./lifecycle.ts";
import { type Duty, isAsked, type Meaning, type Refusal, type Session } from "./session.ts";

export const LOCK_NAME = "JIT Queue Buffer";

/** The playback order during a session: the player's default. */
const SESSION_ORDER = 0;

/** How long upkeep may hold up music and answers, in milliseconds. */
export const UPKEEP_LIMIT = 1000;

/** The session uses the player's settings from now on. */
export function enter(s: Session): void {
  if (!s.entered) {
    const active = s.found?.active ?? null;
    if (active !== null && active !== s.shadow) s.active = active;
    s.entered = true;
    s.tried = [];
  }
  s.found = null;
}

/** Whether the settings are not given back, or the playlist is not tidied. */
export function hasUpkeep(s: Session): boolean {
  return s.pending.some(({ lane }) => lane === "upkeep") || nextSetting(s) !== null ||
    lastUnwanted(s) !== null;
}

function nextSetting(s: Session): Duty | null {
  const isTried = (duty: Duty) => s.tried.includes(duty);
  // A batch locks the playlist before it fills it.
  const inUse = s.entered ||
    s.calls.some(({ kind, stage }) => kind === "preloadBatch" && stage !== undefined);
  if ((s.entered || !inUse && s.order !== null) && !isTried("order")) return "order";
  if (!inUse && s.active !== null && !isTried("active")) return "active";
  return s.shadow !== null && s.locked !== inUse && !isTried("lock") ? "lock" : null;
}

/** Enters or gives back one of the settings. True when the player was asked. */
export function askSetting(s: Session): boolean {
  const duty = isBusy(s, "upkeep") ? null : nextSetting(s);
  if (duty === null) return false;
  s.tried = [...s.tried, duty];
  if (duty === "active") ask(s, "upkeep", { action: "player.playlist.list", why: "giveBack" }, {});
  else if (duty === "order") {
    const { entered, order } = s;
    setOrder(s, entered ? "enter" : "giveBack", entered || !order ? SESSION_ORDER : order.users);
  } else {
    const locked = !s.locked;
    const params = { playlist: s.shadow, name: LOCK_NAME, locked };
    ask(s, "upkeep", { action: "player.playlist.lock", locked }, params);
  }
  return true;
}

function setOrder(s: Session, why: "enter" | "giveBack" | "usersOwn", order: number): void {
  ask(s, "upkeep", { action: "player.playback.setOrder", why, order }, { order });
}

export const orderSet: Meaning<"player.playback.setOrder"> = (s, { why, order }, value, refusal) => {
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
};

export const lockSet: Meaning<"player.playlist.lock"> = (s, { locked, playlist }, _, refusal) => {
  if (refusal) {
    return report(s, `the shadow playlist cannot be ${locked ? "locked" : "unlocked"}`, refusal.error);
  }
  if (playlist !== s.shadow) return;
  s.locked = locked;
  forgetTry(s, "lock");
};

export const activated: Meaning<"player.playlist.activate"> = (s, _pending, _, refusal) => {
  if (refusal) report(s, "the active playlist cannot be restored", refusal.error);
  else s.active = null;
};

function forgetTry(s: Session, duty: Duty): void {
  s.tried = s.tried.filter((each) => each !== duty);
}

/** Activates the user's playlist while the session's is the active one. When it is gone, the first other one is. */
export function giveBackActive(
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

/** Whether upkeep has been unanswered for so long that it holds up nothing more. */
export function isUpkeepStuck({ pending, now }: Session): boolean {
  return pending.some(({ lane, since }) => lane === "upkeep" && now >= since + UPKEEP_LIMIT);
}

/** Whether an unanswered action delays others of its lane. */
export function isBusy(s: Session, lane: "music" | "upkeep"): boolean {
  return s.pending.some((each) =>
    each.lane === lane &&
    (each.action !== "player.playback.play" || isAsked(s) && each.track === s.current?.id)
  );
}

/** When the session has to look at the time again; null for never. */
export function wakeAt({ sound, pausedAt, pending, now }: Session): number | null {
  const times = pending.flatMap(({ lane, since }) =>
    lane === "upkeep" && since + UPKEEP_LIMIT > now ? [since + UPKEEP_LIMIT] : []
  );
  if (sound.lateAt !== null && pausedAt === null) times.push(sound.lateAt);
  return times.length === 0 ? null : Math.min(...times);
}
