/**
 * One step of the session in the making: the state that is being changed and the effects so far.
 *
 * @module
 */

import type { DiagnosticLevel } from "../../host_stdio/diagnostics.ts";
import type { Effect, Question, SessionEvent } from "./messages.ts";
import type { JitResults, Recipient, Request, RequestName, RequestOf } from "./requests.ts";
import { type NeedReason, type Session, type Shadow, type Task } from "./session.ts";
import { type Track, trackError } from "./track.ts";
import { transitions, type Trigger } from "./transitions.ts";

/** A session whose members may be put anew; the values in them stay as they are. */
export type Draft = { -readonly [Key in keyof Session]: Session[Key] };

/** A step in the making. It lives within one call of `step` and nobody else sees it. */
export class Turn {
  /** The session as far as it has come. */
  readonly session: Draft;
  /** What is to be done. */
  readonly effects: Effect[] = [];

  /** @param session The session before the step. */
  constructor(session: Session) {
    this.session = { ...session };
  }

  /**
   * Moves by the transition table.
   *
   * @param trigger What happens.
   * @returns Whether the table knows it in this state; otherwise the state stays.
   */
  move(trigger: Trigger): boolean {
    const to = transitions[this.session.state][trigger];
    if (to === undefined) return false;
    this.session.state = to;
    return true;
  }

  /**
   * Changes what is known about the shadow playlist.
   *
   * @param change What changes.
   */
  setShadow(change: Partial<Shadow>): void {
    this.session.shadow = { ...this.session.shadow, ...change };
  }

  /**
   * Asks the player to do something. The next such thing waits for its answer.
   *
   * @param task What for.
   * @param question The native action.
   */
  begin(task: Task, question: Question): void {
    const { params } = question;
    this.session.flight = {
      ask: this.ask(question),
      task,
      playlist: "playlist" in params ? params.playlist : undefined,
      moved: false,
    };
  }

  /**
   * Asks the player.
   *
   * @param question The native action.
   * @returns The number under which the answer will come.
   */
  ask(question: Question): number {
    const ask = ++this.session.lastAsk;
    this.effects.push({ kind: "ask", ask, question });
    return ask;
  }

  /**
   * Sends an event to the session's panel.
   *
   * @param event The event with its payload.
   * @param to Whom to instead.
   */
  emit(event: SessionEvent, to: Recipient = this.session.target): void {
    if (to !== "nobody") this.effects.push({ kind: "emit", audience: to, ...event });
  }

  /**
   * Sends `jitQueue:error`.
   *
   * @param track The track that it is about.
   * @param error What has happened.
   */
  emitError(track: Track, error: string): void {
    this.emit({ event: "jitQueue:error", data: trackError(track, error) });
  }

  /**
   * Asks the page for the next track, once for each reason while a track is the current one.
   *
   * @param reason Why.
   */
  needNext(reason: NeedReason): void {
    const { asked, current } = this.session;
    if (asked.includes(reason) || !this.move("nextNeeded")) return;
    this.session.asked = [...asked, reason];
    this.emit({ event: "jitQueue:needNext", data: { currentTrackId: current?.trackId ?? "", reason } });
  }

  /**
   * Answers a call.
   *
   * @param request The call.
   * @param result The answer.
   */
  answer<Name extends RequestName>(request: RequestOf<Name>, result: JitResults[Name]): void {
    this.effects.push({ kind: "result", call: request.call, result });
  }

  /**
   * Answers a call with a failure.
   *
   * @param request The call.
   * @param error The text for the panel.
   */
  refuse(request: Request, error: string): void {
    this.effects.push({ kind: "refusal", call: request.call, error });
  }

  /**
   * Reports something for people.
   *
   * @param level How important it is.
   * @param message A sentence; `{name}` stands for a property.
   * @param properties What belongs to it.
   */
  report(level: DiagnosticLevel, message: string, properties: Readonly<Record<string, unknown>> = {}): void {
    this.effects.push({ kind: "report", level, message, properties });
  }
}
