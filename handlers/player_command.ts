/**
 * Commands that the player takes but may not run (contract-decisions.md, "menu", also for `misc`).
 *
 * @module
 */

import { Failure } from "./operation.ts";

/** The text for a command that the player did not run. */
export const notExecuted = "The player did not run the command";

/**
 * Makes a failure of a command that the player did not run.
 *
 * @param answer The player's answer to the command.
 * @throws {Failure} When it was not run.
 */
export function requireExecuted(answer: { readonly executed: boolean }): void {
  if (!answer.executed) throw new Failure(notExecuted);
}
