/**
 * Calls operations in process without a pipe. The player is a table of native actions, time is virtual, and every
 * result, native action and event must match its schema exactly.
 */

import { assertEquals, AssertionError } from "@std/assert";
import * as v from "valibot";
import { allNamespaces, allOperationTable, type EventName } from "../../handlers/all.ts";
import type { Context } from "../../handlers/core/context.ts";
import { resultSchema } from "../../handlers/core/error_texts.ts";
import type { Audience, Event } from "../../handlers/core/event.ts";
import type { ConnectionContext, Listeners, Part } from "../../handlers/core/namespace.ts";
import { PluginRegistry } from "../../handlers/core/plugins.ts";
import { runOperation } from "../../handlers/core/run_operation.ts";
import { extensions } from "../../handlers/extensions/mod.ts";
import { operationTable } from "../../handlers/mod.ts";
import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import {
  ACTION_NOT_SUPPORTED,
  type ActionName,
  type ActionParams,
  type ActionReply,
  nativeActions,
} from "../../host_stdio/api/native_actions.ts";
import { type SignalName, type SignalParams, signals } from "../../host_stdio/api/signals.ts";
import type { DiagnosticLevel } from "../../host_stdio/diagnostics.ts";
import { checkAnswer } from "../../host_stdio/native_requests.ts";
import { type Player, playerError } from "../../host_stdio/player.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { ManualClock } from "../../tools/support/manual_clock.ts";
import { naming } from "./deadline.ts";

/** Thrown by a player script: answers the native action with an error. */
export class PlayerFailure extends Error {
  constructor(message = "it broke", readonly code = -32000) {
    super(message);
  }
}

/** A player's answers: a value, or a function of the parameters and the panel. Throwing fails the action. */
export type PlayerScript = {
  [Name in ActionName]?:
    | ActionReply<Name>
    | ((
      params: ActionParams<Name>,
      panel: string | undefined,
    ) => ActionReply<Name> | Promise<ActionReply<Name>>);
};

/** A native action that the bridge asked for. */
export interface AskedAction {
  name: ActionName;
  params: unknown;
  panel: string | undefined;
}

/** An event that was sent. */
export interface SentEvent {
  event: EventName;
  data: unknown;
  audience: Audience;
}

/** Options of {@linkcode Harness}. */
export interface HarnessOptions {
  /** The player. Missing actions are answered with -32601. */
  player?: PlayerScript;
  /** The log directory; by default one that does not exist. */
  logDirectory?: string;
  /** The extensions that are notified of signals; none by default. Their operations can be called anyway. */
  extensions?: readonly ExtensionName[];
}

/** A bridge without its pipe. */
export class Harness implements AsyncDisposable {
  /** The player. A test may change it. */
  readonly player: PlayerScript;
  readonly clock: ManualClock = new ManualClock();
  /** Native actions in order. A test may clear it. */
  readonly asked: AskedAction[] = [];
  /** Events in order. A test may clear it. */
  readonly events: SentEvent[] = [];
  readonly reported: { level: DiagnosticLevel; message: string }[] = [];
  readonly plugins: PluginRegistry = new PluginRegistry((name) => allOperationTable.has(name));
  /** The parts that namespaces share, by their names. */
  readonly #parts = new Map<string, unknown>();
  /** What listens, in the order in which it was made, with the namespace or part that it belongs to. */
  readonly #listeners: [name: string, listeners: Listeners][] = [];
  /** The state of each namespace. */
  readonly states: ReadonlyMap<string, unknown>;
  readonly #extensions: readonly ExtensionName[];

  constructor(options: HarnessOptions = {}) {
    this.player = options.player ?? {};
    this.#extensions = options.extensions ?? [];
    const connection: ConnectionContext = {
      player: {
        request: (name, params, panel) => this.#ask(name, params, panel) as never,
        ask: (name, params, { resolve, reject }, panel) =>
          void this.#ask(name, params, panel).then((answer) => resolve(answer as never), reject),
        tell: (name, params) => void this.#ask(name, params, undefined).catch(() => {}),
      },
      clock: this.clock,
      emit: this.#emit,
      diagnostics: { report: (level, message) => void this.reported.push({ level, message }) },
      disk: Deno,
      isOutputFull: () => false,
      outputRead: () => Promise.resolve(),
      startTimeoutMs: 15_000,
      logDirectory: options.logDirectory ?? "/nonexistent",
      apis: {
        operations: operationTable,
        plugins: this.plugins,
        version: "0.0.0-test",
        playerVersion: () => undefined,
      },
      part: (part) => {
        if (!this.#parts.has(part.name)) this.#parts.set(part.name, open(part));
        return this.#parts.get(part.name) as never;
      },
    };
    const open = <State>(part: Part<State>): State => {
      const state = part.createState(connection);
      const listeners = part.listeners?.(state);
      if (listeners) this.#listeners.push([part.name, listeners]);
      return state;
    };
    this.states = new Map(allNamespaces.map((namespace) => [namespace.name, open(namespace)]));
  }

  /**
   * Calls an operation and checks that the result has exactly the documented fields.
   *
   * @param options The calling panel (by default "p1", null for none) and a signal that cancels the call.
   * @throws {RpcError} When the operation answers a JSON-RPC error.
   */
  async call<Result = Record<string, unknown>>(
    name: string,
    params?: unknown,
    options: { panel?: string | null; signal?: AbortSignal } = {},
  ): Promise<Result> {
    const panel = options.panel === undefined ? "p1" : options.panel ?? undefined;
    const operation = allOperationTable.get(name);
    if (!operation) throw new AssertionError(`no operation ${name}`);
    const answered = Promise.withResolvers<void>();
    const { signal = new AbortController().signal } = options;
    const context: Context = {
      panel,
      player: this.#playerFor(panel),
      signal,
      cancelSignal: signal,
      answered: answered.promise,
      clock: this.clock,
      emit: this.#emit,
      state: this.states.get(operation.extension ?? name.slice(0, name.indexOf("."))),
    };
    // Parameters arrive as JSON.
    const raw = JSON.parse(JSON.stringify(params ?? {})) as Record<string, unknown>;
    let result: unknown;
    try {
      const running = runOperation(operation, raw, context);
      result = JSON.parse(JSON.stringify(await naming(`the result of ${name}`, running)));
    } finally {
      answered.resolve();
    }
    checkStrictly(`the result of ${name}`, resultSchema(operation), result);
    return result as Result;
  }

  /** Sends a signal of the player. */
  signal<Name extends SignalName>(name: Name, params: SignalParams<Name>): void {
    checkStrictly(name, schemaOf<v.GenericSchema>(signals[name].params), params);
    for (const { on } of this.#listening()) on?.[name]?.(params);
  }

  closePanel(panel: string): void {
    for (const listener of this.#listening()) listener.onPanelClosed?.(panel);
  }

  /** Closes the connection, as the end of the pipe does. */
  async close(): Promise<void> {
    this.plugins.close();
    for (const listener of this.#listening()) await listener.close?.();
    if (this.clock.pendingTimers > 0) throw new AssertionError("a timer was left behind");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #listening(): Listeners[] {
    return this.#listeners.flatMap(([name, listeners]) => this.#isOff(name) ? [] : [listeners]);
  }

  /** A bridge notifies only the extensions that are switched on. */
  #isOff(namespace: string): boolean {
    return Object.hasOwn(extensions, namespace) && !this.#extensions.some((name) => name === namespace);
  }

  readonly #emit = ({ name, payload }: Event, data: unknown, audience: Audience): void => {
    const sent = JSON.parse(JSON.stringify(data));
    checkStrictly(name, payload(), sent);
    this.events.push({ event: name as EventName, data: sent, audience });
  };

  #playerFor(panel: string | undefined): Player {
    return { request: (name, params) => this.#ask(name, params, panel) as never };
  }

  async #ask(name: ActionName, params: unknown, panel: string | undefined): Promise<unknown> {
    const text = JSON.stringify(params);
    const sent = JSON.parse(text);
    // The schemas ignore unknown members. The bridge must not send any.
    const checked = checkStrictly(
      `the parameters of ${name}`,
      schemaOf<v.GenericSchema>(nativeActions[name].params),
      sent,
    );
    // Equal texts need no comparison member by member, which takes seconds for long lists.
    if (JSON.stringify(checked) !== text) {
      assertEquals(sent, checked, `the parameters of ${name} have other members than their schema`);
    }
    this.asked.push({ name, params: sent, panel });
    const entry = this.player[name];
    if (entry === undefined) {
      throw playerError(name, { code: ACTION_NOT_SUPPORTED, message: "no such action" });
    }
    let reply: unknown;
    try {
      // An answer through a pipe is never synchronous.
      await Promise.resolve();
      reply = typeof entry === "function"
        ? await (entry as (...args: unknown[]) => unknown)(sent, panel)
        : entry;
    } catch (error) {
      if (error instanceof PlayerFailure) {
        throw playerError(name, { code: error.code, message: error.message });
      }
      throw error;
    }
    return checkAnswer(name, reply);
  }
}

/** Throws when a value does not fit its schema. */
function checkStrictly(what: string, schema: v.GenericSchema, value: unknown): unknown {
  const outcome = v.safeParse(schema, value);
  if (outcome.success) return outcome.output;
  const issues = JSON.stringify(v.flatten(outcome.issues));
  throw new AssertionError(`${what} does not fit: ${issues}\n${JSON.stringify(value)}`);
}
