/**
 * The native actions that a player implements, as a table of functions.
 *
 * @module
 */

import {
  type ActionName,
  type ActionReply,
  type NativeActions,
  nativeActions,
} from "../host_stdio/native_actions.ts";
import type { OutputOf } from "../host_stdio/schema_types.ts";

/** The parameters of a native action, checked. */
export type CheckedActionParams<Name extends ActionName> = OutputOf<
  NativeActions[Name]["params"]
>;

/**
 * What a function that carries out a native action may return: the answer; nothing, where the answer has no members that
 * are required.
 */
export type ActionReturn<Name extends ActionName> =
  | ActionReply<Name>
  | (Record<never, never> extends ActionReply<Name> ? void : never);

/**
 * Carries out a native action.
 *
 * @param params The parameters, checked.
 * @param panel The panel on whose behalf the bridge asks; undefined for none.
 * @param signal Aborted when the bridge has gone and nobody waits for the answer any more.
 * @returns The answer, at once or later. Whatever is thrown is told to the bridge as the failure of the action: its
 * message, which panels get to read, and its `code` when that is an integer.
 */
export type Action<Name extends ActionName> = (
  params: CheckedActionParams<Name>,
  panel: string | undefined,
  signal: AbortSignal,
) => ActionReturn<Name> | Promise<ActionReturn<Name>>;

/** The native actions that a player implements, by their names; one that is missing is answered as not supported. */
export type ActionTable = { readonly [Name in ActionName]?: Action<Name> };

/**
 * Tells which native actions a table lacks.
 *
 * @param actions The table.
 * @returns Their names, in the order of the catalogue.
 */
export function missingActions(actions: ActionTable): ActionName[] {
  return (Object.keys(nativeActions) as ActionName[]).filter((name) => actions[name] === undefined);
}
