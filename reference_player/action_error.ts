/**
 * How the reference player refuses.
 *
 * @module
 */

import { ACTION_FAILED } from "../host_stdio/native_actions.ts";

/** A native action failed: the player's answer is an error with this message and code (native-actions.md). */
export class ActionError extends Error {
  override name = "ActionError";

  /**
   * @param message What went wrong, in words.
   * @param code The code of the error response.
   */
  constructor(message: string, readonly code: number = ACTION_FAILED) {
    super(message);
  }
}
