/**
 * The player as handlers see it: typed native actions, and the errors with which they fail.
 *
 * @module
 */

import { RpcError, rpcErrors } from "./errors.ts";
import {
  ACTION_NOT_SUPPORTED,
  type ActionAnswer,
  type ActionName,
  type ActionParams,
} from "./native_actions.ts";

/** The player, asked over the pipe. */
export interface Player {
  /**
   * Carries out a native action.
   *
   * @param name The action, such as `player.queue.get`.
   * @param params Its parameters.
   * @returns What the player answered, checked, defaults filled in.
   * @throws {NativeActionError} When the player fails, lacks the action, does not answer in time or answers something
   * that does not fit.
   * @throws {CancelledError} When the call in whose name it is asked was cancelled.
   */
  request<Name extends ActionName>(name: Name, params: ActionParams<Name>): Promise<ActionAnswer<Name>>;
}

/** A native action failed. Its message is fit for a panel; a call that cannot say so in its result answers it. */
export class NativeActionError extends RpcError {
  override name = "NativeActionError";

  /**
   * @param code The bridge's JSON-RPC code for it: -32001 or -32002.
   * @param message The text for the panel.
   * @param playerCode The code the player answered with, if it answered an error.
   */
  constructor(readonly code: number, message: string, readonly playerCode?: number) {
    super({ code, message });
  }
}

/** The call was cancelled; whatever it still waits for is abandoned. */
export class CancelledError extends Error {
  override name = "CancelledError";

  constructor() {
    super("Request cancelled");
  }
}

/**
 * The failure of a native action whose answer cannot be used.
 *
 * @param name The action.
 * @param what What the player answered, in words.
 * @returns The error to throw.
 */
export function badAnswer(name: ActionName, what: string): NativeActionError {
  const { code, message } = rpcErrors.playerActionFailed;
  return new NativeActionError(code, `${message}: ${name} answered ${what}`);
}

/**
 * The failure of a native action that the player answered with an error.
 *
 * @param name The action.
 * @param error The `error` member of the player's response.
 * @returns The error to throw.
 */
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

/**
 * The failure of a native action that the player lacks.
 *
 * @param name The action.
 * @returns The error to throw.
 */
export function notSupported(name: ActionName): NativeActionError {
  const message = `Not supported by this player: ${name}`;
  return new NativeActionError(rpcErrors.playerActionFailed.code, message, ACTION_NOT_SUPPORTED);
}

/**
 * The failure of a native action that was not answered in time, or cannot be any more.
 *
 * @returns The error to throw.
 */
export function notAnswered(): NativeActionError {
  const { code, message } = rpcErrors.playerDidNotAnswer;
  return new NativeActionError(code, message);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
