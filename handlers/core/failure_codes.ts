/**
 * The codes of failed results. Only operations of extensions have them (extensions.md, "Codes"): the specification gives
 * the results of its operations exactly.
 *
 * @module
 */

import { ACTION_NOT_SUPPORTED } from "../../host_stdio/api/native_actions.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import type { NativeActionError } from "../../host_stdio/player.ts";

/** Every code. */
export const failureCodes = [
  "INVALID_PARAMS",
  "INVALID_INDEX",
  "LIBRARY_DISABLED",
  "LOCKED",
  "NOT_FOUND",
  "NOT_SUPPORTED",
  "NO_ACTIVE_ITEM",
  "OPERATION_FAILED",
  "PERMISSION_DENIED",
  "TIMEOUT",
] as const;

/** The code of a failed result. */
export type FailureCode = (typeof failureCodes)[number];

/** Returns the code for a failure of the player. */
export function codeOfPlayer({ code, playerCode }: NativeActionError): FailureCode {
  if (playerCode === ACTION_NOT_SUPPORTED) return "NOT_SUPPORTED";
  return code === rpcErrors.playerDidNotAnswer.code ? "TIMEOUT" : "OPERATION_FAILED";
}
