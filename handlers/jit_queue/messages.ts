/**
 * What goes into the session and what comes out.
 *
 * @module
 */

import type { DiagnosticLevel } from "../../host_stdio/diagnostics.ts";
import type { ActionAnswer, ActionParams } from "../../host_stdio/native_actions.ts";
import type { SignalMessage } from "../../host_stdio/signals.ts";
import type { Audience } from "../context.ts";
import type { EventName, EventPayload } from "../events.ts";
import type { JitResults, Request, RequestName } from "./requests.ts";

/** The native actions that a session uses. */
export type SessionAction =
  | "player.media.resolve"
  | "player.playback.next"
  | "player.playback.nowPlaying"
  | "player.playback.play"
  | "player.playback.setOrder"
  | "player.playback.stop"
  | "player.playlist.activate"
  | "player.playlist.append"
  | "player.playlist.create"
  | "player.playlist.list"
  | "player.playlist.lock"
  | "player.playlist.remove";

/** A native action with its parameters. */
export type Question = {
  [Name in SessionAction]: { readonly name: Name; readonly params: ActionParams<Name> };
}[SessionAction];

/** A native action with the player's answer. */
export type Reply = {
  [Name in SessionAction]: { readonly name: Name; readonly answer: ActionAnswer<Name> };
}[SessionAction];

/** What can happen to a session. */
export type Input =
  /** An operation is called. */
  | { readonly kind: "call"; readonly request: Request }
  /** A call was cancelled; it needs no answer any more. */
  | { readonly kind: "cancelled"; readonly call: number }
  /** Something happened in the player. */
  | { readonly kind: "signal"; readonly signal: SignalMessage }
  /** The player answered. */
  | { readonly kind: "answer"; readonly ask: number; readonly reply: Reply }
  /** The player failed, lacks the action or has not answered in time. */
  | { readonly kind: "failure"; readonly ask: number; readonly error: string }
  /** A panel has closed. */
  | { readonly kind: "panelClosed"; readonly panel: string }
  /** The pipe is at its end. */
  | { readonly kind: "end" };

/** An event with its payload. */
export type SessionEvent = {
  [Name in EventName & `jitQueue:${string}`]: { readonly event: Name; readonly data: EventPayload<Name> };
}[EventName & `jitQueue:${string}`];

/** What is to be done, in this order. */
export type Effect =
  /** Ask the player; its answer or failure comes back as an input with the same number. */
  | { readonly kind: "ask"; readonly ask: number; readonly question: Question }
  /** Tell the player; no answer is waited for. */
  | { readonly kind: "tell"; readonly question: Question }
  /** Send an event. */
  | ({ readonly kind: "emit"; readonly audience: Audience } & SessionEvent)
  /** Answer a call. */
  | { readonly kind: "result"; readonly call: number; readonly result: JitResults[RequestName] }
  /** Answer a call with a failure. */
  | { readonly kind: "refusal"; readonly call: number; readonly error: string }
  /** Report something for people. */
  | {
    readonly kind: "report";
    readonly level: DiagnosticLevel;
    readonly message: string;
    readonly properties: Readonly<Record<string, unknown>>;
  };
