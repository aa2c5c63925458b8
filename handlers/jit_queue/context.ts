/**
 * The user's playback order and active playlist: remembered when a session begins, given back when it ends
 * (contract-decisions.md, "jitQueue": leaving Idle remembers, going Idle restores).
 *
 * @module
 */

import { needsContext, SESSION_ORDER } from "./session.ts";
import type { Turn } from "./turn.ts";

/**
 * Remembers what the session is about to change. The order itself becomes known when the player answers that it has set
 * the session's order.
 *
 * @param turn The step.
 */
export function rememberContext(turn: Turn): void {
  const { session } = turn;
  if (!needsContext(session)) return;
  const { context: owed, activeSeen, shadow } = session;
  session.context = {
    // What could not be given back last time is still the user's, not what has stood there since.
    order: owed?.order ?? null,
    active: activeSeen === shadow.index ? owed?.active ?? activeSeen : activeSeen,
    entered: false,
    orderFailed: false,
    activeFailed: false,
  };
}

/**
 * Asks for the next change of order or active playlist that is due.
 *
 * @param turn The step; nothing is under way.
 * @returns Whether something was asked.
 */
export function adjustContext(turn: Turn): boolean {
  const { session } = turn;
  const { context } = session;
  if (context === null) return false;
  const { order, active, entered, orderFailed, activeFailed } = context;
  if (session.state !== "Idle") {
    if (entered) return false;
    turn.begin({ purpose: "enter" }, {
      name: "player.playback.setOrder",
      params: { order: SESSION_ORDER },
    });
    return true;
  }
  if (order !== null && !orderFailed) {
    turn.begin({ purpose: "restoreOrder" }, { name: "player.playback.setOrder", params: { order } });
    return true;
  }
  if (active !== null && !activeFailed) {
    turn.begin({ purpose: "restoreActive" }, {
      name: "player.playlist.activate",
      params: { playlist: active },
    });
    return true;
  }
  if (order === null && active === null) session.context = null;
  return false;
}

/**
 * The player has set the session's order.
 *
 * @param turn The step.
 * @param previous The order before.
 */
export function contextEntered(turn: Turn, previous: number): void {
  const { context } = turn.session;
  if (context === null) return;
  const isOwn = previous === SESSION_ORDER && context.order !== null;
  turn.session.context = { ...context, order: isOwn ? context.order : previous, entered: true };
}

/**
 * The player has not set the session's order.
 *
 * @param turn The step.
 * @param error Why.
 */
export function contextNotEntered(turn: Turn, error: string): void {
  const { context } = turn.session;
  if (context !== null) turn.session.context = { ...context, entered: true };
  turn.report("warning", "jitQueue: the playback order cannot be set: {error}", { error });
}

/**
 * A part of the context was restored, or the player has failed to.
 *
 * @param turn The step.
 * @param part Which part.
 * @param error Why it failed; null when it did not.
 */
export function contextRestored(turn: Turn, part: "order" | "active", error: string | null): void {
  const { context } = turn.session;
  if (error !== null) {
    turn.report("warning", "jitQueue: the {part} cannot be restored: {error}", { part, error });
  }
  if (context === null) return;
  turn.session.context = part === "order"
    ? { ...context, order: error === null ? null : context.order, orderFailed: error !== null }
    : { ...context, active: error === null ? null : context.active, activeFailed: error !== null };
}

/**
 * Gives back what is still owed, at the end of the pipe: the player is told, because it can no longer be asked.
 *
 * @param turn The step.
 */
export function tellContext(turn: Turn): void {
  const { context } = turn.session;
  if (context === null) return;
  const { order, active } = context;
  if (order !== null) {
    turn.effects.push({ kind: "tell", question: { name: "player.playback.setOrder", params: { order } } });
  }
  if (active !== null) {
    turn.effects.push({
      kind: "tell",
      question: { name: "player.playlist.activate", params: { playlist: active } },
    });
  }
}
