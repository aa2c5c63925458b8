/**
 * Functions that carry out native actions, and how they fail.
 *
 * @module
 */

import {
  ACTION_FAILED,
  type ActionName,
  type ActionReply,
  type NativeActions,
} from "../../host_stdio/native_actions.ts";
import type { OutputOf } from "../../host_stdio/schema_check.ts";

/** A native action failed: the player's answer is an error with this message and code (native-actions.md). */
export class ActionError extends Error {
  /** The kind of error. */
  override name = "ActionError";

  /**
   * Made of what the bridge is to be told.
   *
   * @param message What went wrong, in words.
   * @param code The code of the error response.
   */
  constructor(message: string, readonly code: number = ACTION_FAILED) {
    super(message);
  }
}

/**
 * Carries out one native action.
 *
 * @param params Its parameters, defaults filled in.
 * @param panel The panel on whose behalf the bridge asks.
 * @returns The answer.
 * @throws {ActionError} When it cannot be carried out: the answer is an error.
 */
export type ActionHandler<Name extends ActionName> = (
  params: OutputOf<NativeActions[Name]["params"]>,
  panel: string | undefined,
) => ActionReply<Name> | Promise<ActionReply<Name>>;

/** A function for each native action, by its name. */
export type PlayerActions = { readonly [Name in ActionName]: ActionHandler<Name> };
