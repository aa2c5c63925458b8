/**
 * The player as handlers see it: typed native actions, each answer checked.
 *
 * @module
 */

import { RpcError } from "./errors.ts";
import type { ActionAnswer, ActionName, ActionParams } from "./native_actions.ts";

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
