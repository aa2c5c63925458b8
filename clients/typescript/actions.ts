/** The native actions that a player implements, and how a bridge's requests for them are carried out. */

import {
  ACTION_FAILED,
  ACTION_NOT_SUPPORTED,
  type ActionAnswer,
  type ActionName,
  type ActionParams,
  type ActionReply,
  type NativeActions,
  nativeActions,
} from "../../host_stdio/api/native_actions.ts";
import type { CallMessage, Id } from "../../host_stdio/envelope.ts";
import { rpcError, type RpcErrorObject } from "../../host_stdio/errors.ts";
import { type AnySchema, checkValue, type OutputOf, schemaOf } from "../../host_stdio/schema_check.ts";
import { requireKnown } from "./errors.ts";
import type { UserSettings } from "./user_settings.ts";

/** The parameters of a native action, checked: defaults are filled in, unknown members dropped. */
export type CheckedActionParams<Name extends ActionName> = OutputOf<
  ReturnType<NativeActions[Name]["params"]>
>;

/**
 * What the function of a native action returns: its answer (native-actions.md), or nothing if the answer has no required
 * members.
 */
export type ActionReturn<Name extends ActionName> =
  | ActionReply<Name>
  | (Record<never, never> extends ActionReply<Name> ? void : never);

/**
 * Carries out a native action.
 *
 * An error that it throws fails the action. The bridge gets the error's message, which pages can read, and its `code` if
 * that is an integer, otherwise -32000.
 *
 * @param params The parameters, checked.
 * @param panel The panel for which the bridge asks; undefined for none.
 * @param signal Aborted with a {@linkcode BridgeGone} when the bridge has gone and the answer is no longer needed.
 */
export type Action<Name extends ActionName> = (
  params: CheckedActionParams<Name>,
  panel: string | undefined,
  signal: AbortSignal,
) => ActionReturn<Name> | Promise<ActionReturn<Name>>;

/**
 * The native actions that a player implements, by their names (native-actions.md). The bridge gets error -32601 for the
 * others.
 *
 * @example
 * ```ts
 * import type { ActionTable } from "../../mod.ts";
 *
 * const actions: ActionTable = {
 *   "player.queue.count": () => ({ count: 3 }),
 *   "player.playback.stop": () => {},
 *   "player.panel.getConfig": async (_params, panel, signal) => {
 *     const response = await fetch(`http://localhost/panels/${panel}`, { signal });
 *     return { config: response.ok ? await response.json() : null };
 *   },
 * };
 * ```
 */
export type ActionTable = { readonly [Name in ActionName]?: Action<Name> };

/** The names of the native actions that a table lacks, optional ones included. */
export type MissingActions<Actions> = Exclude<
  ActionName,
  { [Name in keyof Actions]-?: undefined extends Actions[Name] ? never : Name }[keyof Actions]
>;

/** The response to a native action. */
export type ActionOutcome = { readonly result: unknown } | { readonly error: RpcErrorObject };

/** What {@linkcode ActionServer} needs. */
export interface ActionServerOptions {
  /** Aborted when the bridge has gone. */
  readonly gone: AbortSignal;
  /** Remembers what the bridge changes. */
  readonly settings: UserSettings;
  /** Sends a message. Throws if it is over a limit or cannot be written as JSON. */
  send(message: object): void;
  onAction(name: string, params: unknown, panel: string | undefined): void;
  onActionAnswered(name: string, outcome: ActionOutcome): void;
  /** Called with the id of a request that is so long that no response fits into a frame. */
  onLongId(id: Id): void;
}

/** The longest message of an error that replaces a response, in UTF-16 code units. */
const MAX_FAILURE_LENGTH = 200;

/** Carries out native actions and sends the responses. */
export class ActionServer {
  readonly #options: ActionServerOptions;
  /** Newest first. An action is called as a method of its table, which may be the instance of a class. */
  readonly #tables: ActionTable[] = [];

  constructor(options: ActionServerOptions) {
    this.#options = options;
    options.settings.server = this;
  }

  /**
   * Adds actions and replaces those of the same name.
   *
   * @returns The names of the actions that are still missing.
   * @throws {TypeError} If the name of a function is not that of a native action.
   */
  implement(table: ActionTable): ActionName[] {
    for (const [name, action] of Object.entries(table)) {
      // An instance of a class may have other members.
      if (typeof action === "function") requireKnown("native action", name, Object.keys(nativeActions));
    }
    this.#tables.unshift(table);
    return this.#namesWhere((name) => this.#find(name) === undefined);
  }

  /** The names of the implemented actions; undefined before the first {@linkcode ActionServer.implement}. */
  get names(): ActionName[] | undefined {
    if (this.#tables.length === 0) return undefined;
    return this.#namesWhere((name) => this.#find(name) !== undefined);
  }

  /** Carries out an action and sends its response. */
  async serve(id: Id, { method, params, panel }: CallMessage): Promise<void> {
    const { send, onLongId, gone, settings } = this.#options;
    const outcome = await this.#carryOut(method, params, panel, gone, settings);
    // The bridge went away while the player was changing something.
    if (gone.aborted && settings.server === this) void this.giveBack();
    try {
      send({ jsonrpc: "2.0", id, ...outcome });
    } catch (error) {
      const { code, message } = errorObject(error);
      try {
        send({ jsonrpc: "2.0", id, error: { code, message: message.slice(0, MAX_FAILURE_LENGTH) } });
      } catch {
        onLongId(id);
      }
    }
  }

  /** Gives back what the bridge has changed. Settles when the player has done so; never rejected. */
  giveBack(): Promise<void> {
    return this.#options.settings.giveBack((name, params) => this.ask(name, params));
  }

  #find<Name extends ActionName>(name: Name): Action<Name> | undefined {
    for (const table of this.#tables) {
      const action: Action<Name> | undefined = table[name];
      if (action !== undefined) return action.bind(table);
    }
    return undefined;
  }

  #namesWhere(condition: (name: ActionName) => boolean): ActionName[] {
    return (Object.keys(nativeActions) as ActionName[]).filter(condition);
  }

  async #carryOut(
    method: string,
    params: unknown,
    panel: string | undefined,
    signal: AbortSignal,
    settings?: UserSettings,
  ): Promise<ActionOutcome> {
    this.#options.onAction(method, params, panel);
    const outcome = await this.#outcomeOf(method, params, panel, signal, settings);
    this.#options.onActionAnswered(method, outcome);
    return outcome;
  }

  async #outcomeOf(
    method: string,
    params: unknown,
    panel: string | undefined,
    signal: AbortSignal,
    settings: UserSettings | undefined,
  ): Promise<ActionOutcome> {
    const name = method as ActionName;
    const action = Object.hasOwn(nativeActions, name) ? this.#find(name) : undefined;
    if (!action) return { error: { code: ACTION_NOT_SUPPORTED, message: `Not supported: ${method}` } };
    const make: () => AnySchema = nativeActions[name].params;
    const checked = checkValue(schemaOf(make), params ?? {});
    if (checked.misfit) {
      const { place, problem } = checked.misfit;
      return { error: rpcError("invalidParams", `${place || "params"} is ${problem}`) };
    }
    try {
      // The parameters were checked against the schema of this action.
      const result: unknown = (await action(checked.value as never, panel, signal)) ?? {};
      settings?.note(name, checked.value, result);
      return { result };
    } catch (error) {
      return { error: errorObject(error) };
    }
  }

  /** Asks the player for an action. Returns undefined when it fails or lacks the action. */
  async ask<Name extends ActionName>(
    name: Name,
    params: ActionParams<Name>,
  ): Promise<ActionAnswer<Name> | undefined> {
    if (this.#find(name) === undefined) return undefined;
    // Pass a new signal: `gone` is aborted, which would make the action give up.
    const { signal } = new AbortController();
    const outcome = await this.#carryOut(name, params, undefined, signal);
    if ("error" in outcome) return undefined;
    const make: () => AnySchema = nativeActions[name].answer;
    const checked = checkValue(schemaOf(make), outcome.result);
    // The answer was checked against the schema of this action.
    return checked.misfit ? undefined : checked.value as ActionAnswer<Name>;
  }
}

/** Returns the error object for what an action threw. */
function errorObject(error: unknown): RpcErrorObject {
  try {
    const message = error instanceof Error ? String(error.message) : String(error);
    const code = error instanceof Error && "code" in error && Number.isInteger(error.code)
      ? Number(error.code)
      : ACTION_FAILED;
    return { code, message };
  } catch {
    // The conversion to text has thrown.
    return { code: ACTION_FAILED, message: "the action has failed" };
  }
}
