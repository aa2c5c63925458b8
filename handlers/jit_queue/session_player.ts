/**
 * The player as a JIT session asks it, and the texts of failures.
 *
 * @module
 */

import { NativeActionError, notAnswered } from "../../host_stdio/player.ts";
import type { ConnectionPlayer } from "../context.ts";
import { Failure } from "../operation.ts";

/** The player, asked in the name of the session: a call that is cancelled takes nothing with it. */
export type SessionPlayer = Pick<ConnectionPlayer, "request" | "tell">;

/** The texts of the session's own failures. */
export const jitErrors = {
  noSession: "No active JIT session",
  otherPanel: "Session belongs to another panel",
  unresolved: "Track could not be resolved",
  unplayable: "Track could not be played",
  notInShadow: "Track is not in the shadow playlist any more",
  shadowRemoved: "Shadow playlist no longer exists",
  superseded: "Superseded by a newer playNow",
  supersededByBatch: "Superseded by a newer preloadBatch",
} as const;

/**
 * Returns the text of a failure.
 *
 * @returns A text fit for a panel; a defect of the bridge reads like a player that does not answer.
 */
export function failureText(error: unknown): string {
  return isFailure(error) ? error.message : notAnswered().message;
}

/** Whether something was thrown because the player or the operation has failed, not because of a defect. */
export function isFailure(error: unknown): error is NativeActionError | Failure {
  return error instanceof NativeActionError || error instanceof Failure;
}
