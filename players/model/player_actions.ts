/**
 * The type of a player written in TypeScript: a function for each native action.
 *
 * @module
 */

import type { ActionName, ActionReply, NativeActions } from "../../host_stdio/native_actions.ts";
import type { OutputOf } from "../../host_stdio/schema_check.ts";

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
