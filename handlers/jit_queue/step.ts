/**
 * The JIT session as a pure state machine: one function from a session and what happens to the session after and what is
 * to be done. It does nothing itself.
 *
 * @module
 */

import { answered, failed } from "./answers.ts";
import { tellContext } from "./context.ts";
import type { Effect, Input } from "./messages.ts";
import { pump } from "./pump.ts";
import type { Recipient } from "./requests.ts";
import type { Session } from "./session.ts";
import { signalled } from "./signals.ts";
import { Turn } from "./turn.ts";

/** What comes of a step. */
export interface Step {
  /** The session after it. */
  readonly session: Session;
  /** What is to be done, in this order. */
  readonly effects: readonly Effect[];
}

/**
 * Takes a step.
 *
 * @param session The session before; it stays as it is.
 * @param input What happens.
 * @returns The session after and what is to be done.
 */
export function step(session: Session, input: Input): Step {
  const turn = new Turn(session);
  take(turn, input);
  if (input.kind !== "end") pump(turn);
  return { session: { ...turn.session }, effects: turn.effects };
}

function take(turn: Turn, input: Input): void {
  const { session } = turn;
  switch (input.kind) {
    case "call":
      session.waiting = [...session.waiting, input.request];
      return;
    case "cancelled":
      return withdrawCall(turn, input.call);
    case "signal":
      return signalled(turn, input.signal);
    case "answer":
      return answered(turn, input.ask, input.reply);
    case "failure":
      return failed(turn, input.ask, input.error);
    case "panelClosed":
      return forgetPanel(turn, input.panel);
    case "end":
      return tellContext(turn);
  }
}

/**
 * A cancelled call that has not changed anything yet changes nothing; what it has changed, it brings to its end. A
 * `playNow` that was accepted is answered already and cannot be cancelled.
 */
function withdrawCall(turn: Turn, call: number): void {
  const { session } = turn;
  const { work, flight } = session;
  session.waiting = session.waiting.filter((request) => request.call !== call);
  if (work?.request.call !== call) return;
  const isUnbegun = work.kind === "enqueueNext"
    ? work.phase !== "settle" && flight?.task.purpose !== "append"
    : (work.kind === "playNow" || work.kind === "preloadBatch") && work.phase === "shadow";
  if (isUnbegun) session.work = null;
}

/** Nobody hears what was meant for a panel that is gone: the others have not begun the session. */
function forgetPanel(turn: Turn, panel: string): void {
  const { session } = turn;
  const after = (to: Recipient): Recipient => typeof to === "object" && to.panel === panel ? "nobody" : to;
  session.target = after(session.target);
  session.waiting = session.waiting.map((request) => ({ ...request, caller: after(request.caller) }));
  const { work } = session;
  if (work === null) return;
  const caller = after(work.request.caller);
  switch (work.kind) {
    case "playNow":
      session.work = { ...work, request: { ...work.request, caller } };
      return;
    case "enqueueNext":
      session.work = { ...work, request: { ...work.request, caller } };
      return;
    case "preloadBatch":
      session.work = { ...work, request: { ...work.request, caller } };
      return;
    case "ending":
      return;
  }
}
