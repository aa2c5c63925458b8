/**
 * Upkeep: the player's settings while a session lasts, and items that are not wanted any more.
 *
 * @module
 */

import { isRemoval, lastUnwanted } from "./items.ts";
import { ask } from "./lifecycle.ts";
import { type Duty, isAwaited, isBusy, type Lane, type Session, takesOver } from "./session.ts";

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
