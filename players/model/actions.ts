/** Native actions as functions, and their failures. */

import {
  ACTION_FAILED,
  type ActionName,
  type ActionReply,
  type NativeActions,
} from "../../host_stdio/api/native_actions.ts";
import type { OutputOf } from "../../host_stdio/schema_check.ts";

/** A native action failed: the player answers with an error that has this message and code (native-actions.md). */
export class ActionError extends Error {
  /** The kind of error. */
  override name = "ActionError";

  /**
   * Makes an error for the bridge.
   *
   * @param message What went wrong; sent to the panel.
   * @param code The code of the error response; -32000 by default.
   */
  constructor(message: string, readonly code: number = ACTION_FAILED) {
    super(message);
  }
}

/**
 * Carries out one native action.
 *
 * @param params The parameters, defaults filled in.
 * @param panel The panel that made the call; undefined when no panel did.
 * @returns The answer, or a promise of it.
 * @throws {ActionError} When the action fails; the player then answers with an error.
 */
export type ActionHandler<Name extends ActionName> = (
  params: OutputOf<ReturnType<NativeActions[Name]["params"]>>,
  panel: string | undefined,
) => ActionReply<Name> | Promise<ActionReply<Name>>;

/** A function for each native action, by the action's name. */
export type PlayerActions = { readonly [Name in ActionName]: ActionHandler<Name> };
