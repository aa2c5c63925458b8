/**
 * The bridge as a connection serves it: the operations of all namespaces and plugins, and the state behind them.
 *
 * @module
 */

import type { Clock } from "../../host_stdio/clock.ts";
import type { Application, CallHandler, ConnectionLink, Negotiated } from "../../host_stdio/application.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import type { LifecycleAnswer, LifecycleParams } from "../../host_stdio/lifecycle.ts";
import { type ExtensionName, extensionNames } from "../../host_stdio/extension_names.ts";
import type { ActionName } from "../../host_stdio/native_actions.ts";
import { NativeActionError, notSupported } from "../../host_stdio/player.ts";
import { checkValue } from "../../host_stdio/schema_check.ts";
import { extensionsOf, type SignalMessage, type SignalParams } from "../../host_stdio/signals.ts";
import type { Disk } from "../log/disk.ts";
import { type Audience, CallContext, type Context, type Emit } from "./context.ts";
import { documentedSchema } from "./documented_schema.ts";
import { events } from "./events.ts";
import type { Extension, Extensions } from "./extension.ts";
import type { ApiTable, ConnectionContext, ConnectionListener, Namespace } from "./namespace.ts";
import { Failure, noParams, type Operation } from "./operation.ts";
import { errorText } from "./params.ts";
import { invokePlugin, PluginRegistry } from "./plugins.ts";

/**
 * Checks the parameters of a call and runs the operation.
 *
 * @param params The parameters as the page gave them.
 * @returns The result, or a promise of it. A failure that belongs in the result is returned, not thrown.
 * @throws {NativeActionError} When the player fails and the operation has no `success` field.
 * @throws {CancelledError} When the call was cancelled.
 */
export function runOperation(
  operation: Operation,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): unknown {
  let checked: unknown = params;
  try {
    if (operation.params !== noParams) {
      const outcome = checkValue(operation.params, params);
      if (outcome.misfit) {
        return { success: false, ...operation.failureDefaults, error: errorText(outcome.misfit) };
      }
      checked = outcome.value;
    }
    const result = operation.handle(checked, context);
    return result instanceof Promise
      ? result.catch((error: unknown) => failedResult(operation, error))
      : result;
  } catch (error) {
    return failedResult(operation, error);
  }
}

/**
 * Turns an error of a handler into a failed result.
 *
 * @throws {unknown} The error itself when it is not a failure, or when the operation's results hold no failures.
 */
export function failedResult(operation: Operation, error: unknown): unknown {
  if (error instanceof Failure) {
    return { success: false, ...(error.fields ?? operation.failureDefaults), error: error.message };
  }
  if (error instanceof NativeActionError && operation.failure === "result") {
    return { success: false, ...operation.failureDefaults, error: error.message };
  }
  throw error;
}

/**
 * Reports parameters that an operation does not have. The bridge ignores them, so a misspelt name looks like a
 * parameter that was left out.
 */
export class UnknownParams {
  readonly #diagnostics: Diagnostics;
  #reporting: Promise<void> = Promise.resolve();

  /** @param diagnostics Diagnostics sink. */
  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Settles when all reports are written. */
  get reported(): Promise<void> {
    return this.#reporting;
  }

  /** Reports the unknown parameters of a call, at the level debug. */
  look(operation: Operation, params: Readonly<Record<string, unknown>>): void {
    if (!(this.#diagnostics.shows?.("debug") ?? true)) return;
    const known = paramNames(operation);
    if (!known || Object.keys(params).every((name) => known.includes(name))) return;
    this.#reporting = this.#reporting.then(() => this.#report(operation.name, params, known));
  }

  async #report(operation: string, params: object, known: readonly string[]): Promise<void> {
    try {
      // Loaded on first use: most bridges never compare names.
      const { nearestName, unknownNames } = await import("../../text/names.ts");
      for (const name of unknownNames(params, known)) {
        const nearest = nearestName(name, known);
        const end = nearest === undefined ? "" : "; did you mean {nearest}?";
        this.#diagnostics.report("debug", `{operation} has no parameter {name}${end}`, {
          operation,
          name,
          nearest,
        });
      }
    } catch (error) {
      this.#diagnostics.report("error", "a defect of the bridge: {error}", { error });
    }
  }
}

/** Returns the names of an operation's parameters; undefined when it takes any. */
export function paramNames(operation: Operation): readonly string[] | undefined {
  const schema = documentedSchema(operation.params);
  return schema.type === "object" && "entries" in schema ? Object.keys(schema.entries as object) : undefined;
}

export interface BridgeOptions {
  /** The directory of the log files, an absolute path. */
  readonly logDirectory: string;
  /** The file system of the log files. */
  readonly disk: Disk;
  /** The bridge's version. */
  readonly version: string;
  readonly clock: Clock;
  /** Diagnostics sink. */
  readonly diagnostics: Diagnostics;
  /** The namespaces to serve. */
  readonly namespaces: readonly Namespace[];
  /** Loads the extensions, on the first `bridge.initialize` that names one. */
  readonly loadExtensions: () => Promise<Extensions>;
}

/** The name that `bridge.initialize` answers. */
export const BRIDGE_NAME = "tonearm";

/** The bridge behind one connection. */
export class Bridge implements Application {
  readonly bridge: { readonly name: string; readonly version: string };
  readonly #link: ConnectionLink;
  readonly #diagnostics: Diagnostics;
  readonly #loadExtensions: BridgeOptions["loadExtensions"];
  readonly #connection: ConnectionContext;
  readonly #operations = new Map<string, Operation>();
  /** The function that runs each operation, by the operation's name. */
  readonly #handlers = new Map<string, CallHandler>();
  readonly #plugins: PluginRegistry;
  /** The parts of the connection that namespaces share, by the function that made them. */
  readonly #parts = new Map<unknown, unknown>();
  /** The listeners, in the order in which they are notified. Extensions come last. */
  readonly #listeners: ConnectionListener[];
  readonly #unknownParams: UnknownParams;
  /** The extensions that are switched on, each with its state. */
  readonly #extensions = new Map<ExtensionName, { readonly extension: Extension; readonly state: unknown }>();
  #loaded: Extensions | undefined;
  /** The operations that cannot work with this player, each with a native action that the player lacks. */
  #unsupported: ReadonlyMap<string, ActionName> = new Map();
  #closed: Promise<void> | undefined;

  constructor(link: ConnectionLink, options: BridgeOptions) {
    const { clock, diagnostics, disk, loadExtensions, logDirectory, namespaces, version } = options;
    const emit: Emit = (event, data, audience: Audience) =>
      link.sendEvent(event, data, audience === "all" ? undefined : audience.panel);
    this.#link = link;
    this.#diagnostics = diagnostics;
    this.#loadExtensions = loadExtensions;
    this.#unknownParams = new UnknownParams(diagnostics);
    this.#plugins = new PluginRegistry((name) => this.#operations.has(name));
    this.#listeners = [this.#plugins];
    this.bridge = { name: BRIDGE_NAME, version };
    const extensions = this.#extensions;
    const apis: ApiTable = { operations: this.#operations, plugins: this.#plugins, extensions, version };
    const { player, isOutputFull, outputRead } = link;
    const shared = <Part>(make: (connection: ConnectionContext) => Part) => this.#shared(make);
    const output = { isOutputFull, outputRead };
    this.#connection = { player, clock, emit, diagnostics, ...output, logDirectory, disk, apis, shared };
    for (const namespace of namespaces) this.#add(namespace);
  }

  find(method: string): CallHandler | undefined {
    const handler = this.#handlers.get(method);
    if (handler) return handler;
    const entry = this.#plugins.find(method);
    return entry && ((params, call) => invokePlugin(call, entry, params));
  }

  initialize(params: LifecycleParams<"bridge.initialize">): Negotiated | Promise<Negotiated> {
    if (this.#loaded || !params.extensions?.some(isExtensionName)) return this.#negotiate(params);
    return this.#loadExtensions().then((loaded) => {
      this.#loaded = loaded;
      return this.#negotiate(params);
    });
  }

  onInitialized(): void {
    this.#notify((listener) => listener.onInitialized?.());
  }

  onShutdown(): void {
    this.#notify((listener) => listener.onShutdown?.());
  }

  ignores(signal: string): boolean {
    return extensionsOf(signal)?.every((name) => !this.#extensions.has(name)) ?? false;
  }

  onSignal(signal: SignalMessage): void {
    if (signal.name === "signal.pluginEvent") return this.#passOn(signal.params);
    this.#notify((listener) => listener.onSignal?.(signal));
  }

  onPanelClosed(panel: string): void {
    this.#notify((listener) => listener.onPanelClosed?.(panel));
  }

  registerPlugin(params: LifecycleParams<"bridge.registerPlugin">): LifecycleAnswer<"bridge.registerPlugin"> {
    return this.#plugins.register(params);
  }

  unregisterPlugin(
    params: LifecycleParams<"bridge.unregisterPlugin">,
  ): LifecycleAnswer<"bridge.unregisterPlugin"> {
    return this.#plugins.unregister(params);
  }

  close(): Promise<void> {
    return this.#closed ??= this.#closeAll();
  }

  async #closeAll(): Promise<void> {
    // If one listener fails to close, the others must still write their log lines.
    const outcomes = await Promise.allSettled(
      this.#listeners.map(async (listener) => await listener.close?.()),
    );
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") this.#reportDefect(outcome.reason);
    }
    await this.#unknownParams.reported;
  }

  /** Passes a plugin's event on to panels. A plugin cannot send an event of the bridge. */
  #passOn({ event, data, panel }: SignalParams<"signal.pluginEvent">): void {
    if (!this.#events.includes(event)) return this.#link.sendEvent(event, data, panel ?? undefined);
    const message = "signal.pluginEvent does not fit and was ignored: {event} is an event of the bridge";
    this.#diagnostics.report("warning", message, { event });
  }

  /** The names of the events that panels can receive. */
  get #events(): string[] {
    return Object.keys(
      Object.assign({}, events, ...[...this.#extensions.values()].map(({ extension }) => extension.events)),
    );
  }

  #negotiate({ actions, extensions }: LifecycleParams<"bridge.initialize">): Negotiated {
    this.#switchExtensions(extensionNames.filter((name) => extensions?.includes(name)));
    this.#unsupported = actions ? unsupportedOperations(this.#operations.values(), actions) : new Map();
    return {
      operations: [...this.#operations.keys()],
      events: this.#events,
      ...actions && { unsupported: [...this.#unsupported.keys()] },
      ...extensions && { extensions: [...this.#extensions.keys()] },
    };
  }

  /** Switches on these extensions and no others, with new states. */
  #switchExtensions(names: readonly ExtensionName[]): void {
    for (const [name, { extension, state }] of this.#extensions) {
      this.#extensions.delete(name);
      this.#remove(extension.namespace, state);
    }
    for (const name of names) {
      const extension = this.#loaded?.[name];
      if (extension) this.#extensions.set(name, { extension, state: this.#add(extension.namespace) });
    }
  }

  #shared<Part>(make: (connection: ConnectionContext) => Part): Part {
    if (!this.#parts.has(make)) {
      const part = make(this.#connection);
      this.#parts.set(make, part);
      if (isListener(part)) this.#listeners.push(part);
    }
    return this.#parts.get(make) as Part;
  }

  /** Adds a namespace and returns its new state. */
  #add(namespace: Namespace): unknown {
    const { clock, emit } = this.#connection;
    const state = namespace.createState(this.#connection);
    // A part that namespaces share is notified once.
    if (isListener(state) && !this.#listeners.includes(state)) this.#listeners.push(state);
    for (const operation of namespace.operations) {
      const { name } = operation;
      this.#operations.set(name, operation);
      this.#handlers.set(name, (params, call) => {
        this.#unknownParams.look(operation, params);
        const missing = this.#unsupported.get(name);
        if (missing !== undefined) return failedResult(operation, notSupported(missing));
        return runOperation(operation, params, new CallContext(call, clock, emit, state));
      });
    }
    return state;
  }

  #remove(namespace: Namespace, state: unknown): void {
    for (const { name } of namespace.operations) {
      this.#operations.delete(name);
      this.#handlers.delete(name);
    }
    if (!isListener(state) || [...this.#parts.values()].includes(state)) return;
    this.#listeners.splice(this.#listeners.indexOf(state), 1);
    Promise.resolve(state.close?.()).catch((error) => this.#reportDefect(error));
  }

  /** Notifies every listener. An error in one does not stop the others. */
  #notify(tell: (listener: ConnectionListener) => void): void {
    for (const listener of this.#listeners) {
      try {
        tell(listener);
      } catch (error) {
        this.#reportDefect(error);
      }
    }
  }

  #reportDefect(error: unknown): void {
    this.#diagnostics.report("error", "a defect of the bridge: {error}", { error });
  }
}

function isExtensionName(name: string): boolean {
  return extensionNames.some((known) => known === name);
}

/**
 * Whether a namespace's state is notified of what happens on the connection. Every object is: all methods of a listener
 * are optional.
 */
export function isListener(state: unknown): state is ConnectionListener {
  return typeof state === "object" && state !== null;
}

/**
 * Finds the operations that cannot work with a player.
 *
 * @param actions The native actions that the player implements. Unknown names are ignored.
 * @returns The first missing native action of each such operation, by the operation's name.
 */
export function unsupportedOperations(
  operations: Iterable<Operation>,
  actions: readonly string[],
): Map<string, ActionName> {
  const implemented = new Set(actions);
  const unsupported = new Map<string, ActionName>();
  for (const { name, needs } of operations) {
    const missing = needs.find((need) => ![need].flat().some((action) => implemented.has(action)));
    const [action] = missing === undefined ? [] : [missing].flat();
    if (action !== undefined) unsupported.set(name, action);
  }
  return unsupported;
}
