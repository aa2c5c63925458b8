/**
 * Commands that the player takes but may not run (contract-decisions.md, "menu", also for `misc`).
 *
 * @module
 */

import { Failure } from "./operation.ts";

/**
 * Makes a failure of a command that the player did not run.
 *
 * @param answer The player's answer to the command.
 * @throws {Failure} When it was not run.
 */
export function requireExecuted(answer: { readonly executed: boolean }): void {
  if (!answer.executed) throw new Failure("The player did not run the command");
}
