/**
 * The bridge as a connection serves it: the operations of all namespaces and plugins, and the state behind them.
 */

import { type ExtensionName, extensionNames } from "../../host_stdio/api/extension_names.ts";
import type { ActionName } from "../../host_stdio/api/native_actions.ts";
import {
  extensionsOf,
  type SignalMessage,
  type SignalName,
  type SignalParams,
} from "../../host_stdio/api/signals.ts";
import type { Application, ConnectionLink, Negotiated } from "../../host_stdio/application.ts";
import type { CallHandler } from "../../host_stdio/calls.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import type { LifecycleAnswer, LifecycleParams } from "../../host_stdio/lifecycle.ts";
import { notSupported } from "../../host_stdio/player.ts";
import type { Disk } from "./disk.ts";
import type { Emit } from "./event.ts";
import type {
  Api,
  ApiTable,
  ConnectionContext,
  Listeners,
  LoadNamespace,
  Namespace,
  Part,
  SignalListeners,
} from "./namespace.ts";
import type { Operation } from "./operation.ts";
import { invokePlugin, PluginRegistry } from "./plugins.ts";
import { CallContext, failedResult, runOperation, UnknownParams } from "./run_operation.ts";

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
  /** What it serves. */
  readonly api: Api;
}

/** A namespace that is always on. */
interface BuiltIn {
  readonly load: LoadNamespace;
  /** Undefined until its first use. */
  namespace: Namespace | undefined;
  /** What it and its parts listen with. */
  readonly listeners: Listeners[];
}

/** What a namespace or a part has on a connection. */
interface Opened {
  readonly state: unknown;
  readonly listeners: Listeners | undefined;
}

/** An extension that is switched on. */
interface Extension {
  readonly namespace: Namespace;
  readonly listeners: Listeners | undefined;
}

/** The extensions that a player switches on. */
type LoadedExtensions = readonly (readonly [ExtensionName, Namespace])[];

/** The name that `bridge.initialize` answers. */
export const BRIDGE_NAME = "tonearm";

/** The bridge behind one connection. */
export class Bridge implements Application {
  readonly bridge: { readonly name: string; readonly version: string };
  readonly #link: ConnectionLink;
  readonly #diagnostics: Diagnostics;
  readonly #api: Api;
  readonly #connection: Omit<ConnectionContext, "part">;
  /** The namespaces that are always on, by their names. Their order is that of operations and of listeners. */
  readonly #builtIn: ReadonlyMap<string, BuiltIn>;
  /** The operations that are loaded, in the order in which `bridge.initialize` names them. */
  readonly #operations = new Map<string, Operation>();
  /** The function that runs each operation, by the operation's name. */
  readonly #handlers = new Map<string, CallHandler>();
  readonly #plugins: PluginRegistry;
  /** The parts of the connection that namespaces share, by their names. */
  readonly #parts = new Map<string, unknown>();
  readonly #unknownParams: UnknownParams;
  /** The extensions that are switched on. */
  readonly #extensions = new Map<ExtensionName, Extension>();
  /** What the extensions and their parts listen with. */
  readonly #extensionListeners: Listeners[] = [];
  /** The player's name and version, from `bridge.initialize`. */
  #player: LifecycleParams<"bridge.initialize">["player"] | undefined;
  /** The operations that cannot work with this player, each with a native action that the player lacks. */
  #unsupported: ReadonlyMap<string, ActionName> = new Map();
  #closed: Promise<void> | undefined;

  constructor(link: ConnectionLink, options: BridgeOptions) {
    const { api, clock, diagnostics, disk, logDirectory, version } = options;
    const emit: Emit = ({ name }, data, to) =>
      link.sendEvent(name, data, to === "all" ? undefined : to.panel);
    this.#link = link;
    this.#diagnostics = diagnostics;
    this.#api = api;
    this.#unknownParams = new UnknownParams(diagnostics);
    this.#builtIn = new Map(
      Object.entries(api.namespaces).map((
        [name, load],
      ) => [name, { load, namespace: undefined, listeners: [] }]),
    );
    this.#plugins = new PluginRegistry((name) => this.#operations.has(name));
    this.bridge = { name: BRIDGE_NAME, version };
    const apis: ApiTable = {
      operations: this.#operations,
      plugins: this.#plugins,
      version,
      playerVersion: () => this.#player,
    };
    const { player, isOutputFull, outputRead, startTimeoutMs } = link;
    const ofLink = { player, isOutputFull, outputRead, startTimeoutMs };
    this.#connection = { ...ofLink, clock, emit, diagnostics, logDirectory, disk, apis };
  }

  load(method: string): Promise<void> | undefined {
    const missing = this.#usedBy(method).filter(({ namespace }) => !namespace);
    return missing.length === 0 ? undefined : this.#load(missing);
  }

  async #load(builtIn: readonly BuiltIn[]): Promise<void> {
    const loaded = await Promise.all(builtIn.map(({ load }) => load()));
    for (const [index, each] of builtIn.entries()) {
      each.namespace = loaded[index];
      if (each.namespace) this.#add(each.namespace, each.listeners);
    }
    this.#listOperations();
  }

  /** Returns the namespaces without which a message cannot be handled. */
  #usedBy(method: string): BuiltIn[] {
    const prefix = method.slice(0, method.indexOf("."));
    // They need the names of all operations, or everything that listens.
    if (
      ["system", "signal"].includes(prefix) || ["bridge.initialize", "bridge.registerPlugin"].includes(method)
    ) {
      return [...this.#builtIn.values()];
    }
    const builtIn = this.#builtIn.get(prefix);
    return builtIn ? [builtIn] : [];
  }

  find(method: string): CallHandler | undefined {
    const handler = this.#handlers.get(method);
    if (handler) return handler;
    const entry = this.#plugins.find(method);
    return entry && ((params, call) => invokePlugin(call, entry, params));
  }

  initialize(params: LifecycleParams<"bridge.initialize">): Negotiated | Promise<Negotiated> {
    const names = extensionNames.filter((name) => params.extensions?.includes(name));
    if (names.length === 0) return this.#negotiate(params, []);
    return Promise.all(names.map(async (name) => [name, await this.#api.extensions[name]()] as const))
      .then((loaded) => this.#negotiate(params, loaded));
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
    this.#notify(({ on }) => hear(on, signal));
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
    this.#plugins.close();
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
    const isOwn = event.startsWith("bridge:") || this.#events.includes(event);
    if (!isOwn) return this.#link.sendEvent(event, data, panel ?? undefined);
    const message = "signal.pluginEvent does not fit and was ignored: {event} is an event of the bridge";
    this.#diagnostics.report("warning", message, { event });
  }

  /** The names of the events that panels can receive. */
  get #events(): string[] {
    const ofExtensions = [...this.#extensions.values()].flatMap(({ namespace }) => namespace.events ?? []);
    const ofBuiltIn = this.#api.sending.flatMap((name) => this.#builtIn.get(name)?.namespace?.events ?? []);
    return [...ofBuiltIn, ...ofExtensions].map(({ name }) => name);
  }

  #negotiate(
    { actions, extensions, player }: LifecycleParams<"bridge.initialize">,
    loaded: LoadedExtensions,
  ): Negotiated {
    this.#player = player;
    this.#switchExtensions(loaded);
    const unknown = extensions?.filter((name) => !extensionNames.some((known) => known === name)) ?? [];
    if (unknown.length > 0) {
      this.#diagnostics.report("warning", "bridge.initialize names unknown extensions: {unknown}", {
        unknown,
      });
    }
    this.#unsupported = actions ? unsupportedOperations(this.#operations.values(), actions) : new Map();
    return {
      operations: [...this.#operations.keys()],
      events: this.#events,
      ...actions && { unsupported: [...this.#unsupported.keys()] },
      ...extensions && { extensions: [...this.#extensions.keys()] },
    };
  }

  /** Switches on these extensions and no others, with new states. */
  #switchExtensions(loaded: LoadedExtensions): void {
    for (const [name, extension] of this.#extensions) {
      this.#extensions.delete(name);
      this.#remove(extension);
    }
    for (const [name, namespace] of loaded) {
      this.#extensions.set(name, { namespace, listeners: this.#add(namespace, this.#extensionListeners) });
    }
    this.#listOperations();
  }

  #listOperations(): void {
    const always = [...this.#builtIn.values()].flatMap(({ namespace }) => namespace?.operations ?? []);
    const switchedOn = [...this.#extensions.values()].flatMap(({ namespace }) => namespace.operations);
    this.#operations.clear();
    for (const operation of [...always, ...switchedOn]) this.#operations.set(operation.name, operation);
  }

  /** Returns a part of the connection, made on first use, when its listeners are added to the others. */
  #part<State>(part: Part<State>, others: Listeners[]): State {
    if (!this.#parts.has(part.name)) this.#parts.set(part.name, this.#open(part, others).state);
    // What the map has under a part's name is that part's state.
    return this.#parts.get(part.name) as State;
  }

  /** Makes the state of a namespace or part, which is notified after the others from now on. */
  #open(part: Part<unknown>, others: Listeners[]): Opened {
    const shared = <State>(named: Part<State>) => this.#part(named, others);
    const state = part.createState({ ...this.#connection, part: shared });
    const listeners = part.listeners?.(state);
    if (listeners) others.push(listeners);
    return { state, listeners };
  }

  /** Adds the handlers of a namespace, and its listeners to the others. */
  #add(namespace: Namespace, others: Listeners[]): Listeners | undefined {
    const { clock, emit } = this.#connection;
    const { state, listeners } = this.#open(namespace, others);
    for (const operation of namespace.operations) {
      const { name } = operation;
      this.#handlers.set(name, (params, call) => {
        this.#unknownParams.look(operation, params);
        const missing = this.#unsupported.get(name);
        if (missing !== undefined) return failedResult(operation, notSupported(missing));
        return runOperation(operation, params, new CallContext(call, clock, emit, state));
      });
    }
    return listeners;
  }

  #remove({ namespace, listeners }: Extension): void {
    for (const { name } of namespace.operations) this.#handlers.delete(name);
    if (!listeners) return;
    this.#extensionListeners.splice(this.#extensionListeners.indexOf(listeners), 1);
    Promise.resolve(listeners.close?.()).catch((error) => this.#reportDefect(error));
  }

  /** The listeners, in the order in which they are notified, whichever namespace was used first. Extensions come last. */
  get #listeners(): Listeners[] {
    return [
      ...[...this.#builtIn.values()].flatMap(({ listeners }) => listeners),
      ...this.#extensionListeners,
    ];
  }

  /** Notifies every listener. An error in one does not stop the others. */
  #notify(tell: (listener: Listeners) => void): void {
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

/** Calls the listener to a signal, if there is one. */
function hear<Name extends SignalName>(
  on: SignalListeners | undefined,
  { name, params }: SignalMessage<Name>,
): void {
  on?.[name]?.(params);
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
  for (const { name, needs = [] } of operations) {
    const missing = needs.find((need) => ![need].flat().some((action) => implemented.has(action)));
    const [action] = missing === undefined ? [] : [missing].flat();
    if (action !== undefined) unsupported.set(name, action);
  }
  return unsupported;
}
