/**
 * How the reference player refuses.
 *
 * @module
 */

import { ACTION_FAILED } from "../../host_stdio/native_actions.ts";

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
