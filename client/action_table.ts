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
import type { OutputOf } from "../host_stdio/schema_check.ts";

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

/** The names of the native actions that a table lacks, as far as its type tells: those that it may lack are among them. */
export type MissingActions<Actions> = Exclude<
  ActionName,
  { [Name in keyof Actions]-?: undefined extends Actions[Name] ? never : Name }[keyof Actions]
>;

/** The native actions of several tables. They stay where they are: an instance of a class keeps its methods. */
export class ActionTables {
  readonly #tables: ActionTable[] = [];

  /**
   * Adds a table, before those there are.
   *
   * @param table The table.
   */
  add(table: ActionTable): void {
    this.#tables.unshift(table);
  }

  /**
   * Finds what carries out a native action.
   *
   * @param name Its name.
   * @returns What to call, as a method of its table; undefined when no table has it.
   */
  find<Name extends ActionName>(name: Name): Action<Name> | undefined {
    for (const table of this.#tables) {
      const action: Action<Name> | undefined = table[name];
      if (action !== undefined) return action.bind(table);
    }
    return undefined;
  }

  /** The names of those that some table has, in the order of the catalogue; undefined while there is no table. */
  get names(): ActionName[] | undefined {
    if (this.#tables.length === 0) return undefined;
    return (Object.keys(nativeActions) as ActionName[]).filter((name) => this.find(name) !== undefined);
  }

  /** The names of those that no table has, in the order of the catalogue. */
  get missing(): ActionName[] {
    return (Object.keys(nativeActions) as ActionName[]).filter((name) => this.find(name) === undefined);
  }
}
