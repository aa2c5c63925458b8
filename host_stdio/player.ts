/** The player as handlers see it: typed native actions, and the errors with which they fail. */

import {
  ACTION_NOT_SUPPORTED,
  type ActionAnswer,
  type ActionName,
  type ActionParams,
} from "./api/native_actions.ts";
import { RpcError, rpcErrors } from "./errors.ts";

/** The player at the other end of the pipe. */
export interface Player {
  /**
   * Requests a native action, such as `player.queue.get`.
   *
   * @returns The player's answer, checked, with defaults filled in.
   * @throws {NativeActionError} If the player fails, lacks the action, does not answer in time, or its answer does not fit
   * the schema.
   * @throws {CancelledError} If the call to which the action belongs was cancelled.
   */
  request<Name extends ActionName>(name: Name, params: ActionParams<Name>): Promise<ActionAnswer<Name>>;
}

/** What is called with the answer of a native action, or with its error. */
export interface Settle<Answer = unknown> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** A native action failed. Panels can read the message: operations without a `success` field answer it as an error. */
export class NativeActionError extends RpcError {
  override name = "NativeActionError";

  /**
   * @param code The JSON-RPC code for the page: -32001 or -32002.
   * @param playerCode The code of the player's error, if it answered one.
   */
  constructor(readonly code: number, message: string, readonly playerCode?: number) {
    super({ code, message });
  }
}

/** The call was cancelled. Its pending native actions are abandoned. */
export class CancelledError extends Error {
  override name = "CancelledError";

  constructor() {
    super("Request cancelled");
  }
}

/**
 * Makes the error for an answer that cannot be used.
 *
 * @param what A description of the answer, without any part of it.
 */
export function badAnswer(name: ActionName, what: string): NativeActionError {
  const { code, message } = rpcErrors.playerActionFailed;
  return new NativeActionError(code, `${message}: ${name} answered ${what}`);
}

/** Makes the error for an error response of the player. */
export function playerError(name: ActionName, error: unknown): NativeActionError {
  const { code, message } = rpcErrors.playerActionFailed;
  const { code: playerCode, message: text } = isRecord(error) ? error : {};
  if (typeof playerCode !== "number" || typeof text !== "string") {
    return badAnswer(name, "an error without code and message");
  }
  return playerCode === ACTION_NOT_SUPPORTED
    ? notSupported(name)
    : new NativeActionError(code, `${message}: ${text}`, playerCode);
}

/** Makes the error for a native action that the player lacks. */
export function notSupported(name: ActionName): NativeActionError {
  const message = `Not supported by this player: ${name}`;
  return new NativeActionError(rpcErrors.playerActionFailed.code, message, ACTION_NOT_SUPPORTED);
}

/** Makes the error for a native action that was not answered in time, or whose player has gone. */
export function notAnswered(): NativeActionError {
  const { code, message } = rpcErrors.playerDidNotAnswer;
  return new NativeActionError(code, message);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
