/** Typed calls, events, native actions and signals over one connection. */

import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import type { ActionName } from "../../host_stdio/api/native_actions.ts";
import type { SignalInput } from "../../host_stdio/api/signals.ts";
import type { LifecycleAnswer, LifecycleInput, LifecycleName } from "../../host_stdio/lifecycle.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { PROTOCOL_VERSION } from "../../limits/wire.ts";
import type { ActionTable, MissingActions } from "./actions.ts";
import {
  BridgeClient,
  type BridgeClientOptions,
  type BridgeLink,
  type EventMessage,
  type InvokeOptions,
} from "./bridge_client.ts";
import { BridgeGone, requireKnown } from "./errors.ts";
import type {
  EventListener,
  EventName,
  EventPayload,
  InvokeArguments,
  OperationName,
  OperationResult,
} from "./operation_types.ts";
import { sinkOf, sourceOf, type StreamPair } from "./streams.ts";

/** The names of the events, for checks at run time. The library imports only the types of the operations and events. */
const eventNames: Readonly<Record<EventName, true>> = {
  "jitQueue:needNext": true,
  "jitQueue:trackChanged": true,
  "jitQueue:listExhausted": true,
  "jitQueue:preloadComplete": true,
  "jitQueue:error": true,
  "selection:changed": true,
  "menu:select": true,
  "menu:dismiss": true,
  "menu:valueChanged": true,
  "library:initialized": true,
  "playlist:selectionChanged": true,
  "playlist:focusChanged": true,
  "library:itemsAdded": true,
  "library:itemsRemoved": true,
  "library:itemsModified": true,
  "playback:trackChanged": true,
  "playback:stateChanged": true,
  "playback:paused": true,
  "playback:stopped": true,
  "playback:time": true,
  "playback:timeHighRes": true,
  "playback:seeked": true,
  "playback:volumeChanged": true,
  "playback:orderChanged": true,
  "playback:stopAfterCurrentChanged": true,
  "playback:queueChanged": true,
  "playback:dynamicInfoTrack": true,
  "playlist:created": true,
  "playlist:renamed": true,
  "playlist:removed": true,
  "playlist:activated": true,
  "playlist:itemsAdded": true,
  "playlist:itemsRemoved": true,
  "playlist:itemsReordered": true,
  "playlist:addComplete": true,
  "window:stateChanged": true,
  "port:connected": true,
  "port:disconnected": true,
  "port:message": true,
  "state:changed": true,
  "state:deleted": true,
  "bridge:restarted": true,
};

/** How long a bridge that a signal closes may take before it is abandoned, in milliseconds. */
const ABORT_GRACE_MS = 1000;

/** How long a disposed bridge may take before it is abandoned, in milliseconds. */
const DISPOSE_MS = 10_000;

/** Options of something that a signal can end. */
export interface Abortable {
  /** Ends it when aborted; none by default. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a connection to a bridge. */
export interface ConnectOptions
  extends Pick<BridgeClientOptions, "actions" | "observer" | "maxFrameBytes" | "settings"> {
  /**
   * Closes the bridge when aborted; none by default. A bridge that has not gone after 1 second is abandoned. If the signal
   * is aborted already, its reason is thrown and nothing is started.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A bridge at the other end of a connection.
 *
 * It uses the names of the API: operations such as `queue.add`, events such as `menu:select`, native actions such as
 * `player.queue.get`, and signals such as `signal.trackStarted`. Parameters, results and payloads have the types of the
 * definitions.
 *
 * Get one from {@linkcode spawnBridge}, {@linkcode connectBridge} or {@linkcode embedBridge}.
 */
export class ConnectedBridge implements AsyncDisposable {
  /** The connection without types for operations and events. */
  readonly client: BridgeLink;
  #closed: Promise<void> | undefined;

  /**
   * Adds types to a connection.
   *
   * @param client The player's end of the connection.
   */
  constructor(client: BridgeLink) {
    this.client = client;
  }

  /** Settles when the bridge has gone, for any reason; never rejected. */
  get ended(): Promise<void> {
    return this.client.ended;
  }

  /**
   * Calls an operation (specification, "Endpoints").
   *
   * Most operations report a failure as a result, `{success: false, error}`, which is not thrown.
   *
   * @param name The full name, such as `queue.add`.
   * @param rest The parameters and {@linkcode InvokeOptions}: the panel that calls, and a signal that cancels the call.
   * @returns The result.
   * @throws {BridgeError} If the bridge answers an error (protocol.md, "Error codes").
   * @throws {BridgeGone} If the bridge goes before it answers, or is closed.
   * @throws {RangeError} If the call is over the frame limit, or holds more arrays and objects than a frame may
   * (protocol.md, "Frame"). Nothing is sent.
   * @throws {TypeError} If the parameters cannot be written as JSON. Nothing is sent.
   * @throws The signal's reason, if the signal is aborted.
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { embedBridge } from "../../mod.ts";
   * import { ReferencePlayer } from "../../players/reference/mod.ts";
   *
   * const player = new ReferencePlayer();
   * await using bridge = await embedBridge({ directory: "/nonexistent", actions: player.actions });
   * const added = await bridge.invoke("queue.add", { tracks: [0, 1] }, { panel: "p1" });
   * const failed = await bridge.invoke("queue.remove", { index: 7 });
   *
   * assertEquals(added, { success: true, addedCount: 2, queueCount: 2 });
   * assertEquals("error" in failed, true);
   * player.close();
   * ```
   */
  invoke<Name extends OperationName>(
    name: Name,
    ...rest: InvokeArguments<Name>
  ): Promise<OperationResult<Name>> {
    const [params, options] = rest;
    // The tests of the bridge check every result against the schema of this type.
    return this.#call(name, params, options) as Promise<OperationResult<Name>>;
  }

  /**
   * Calls an operation of an external plugin. Parameters and result have no types.
   *
   * @param name The full name, `<namespace>.<method>`.
   * @param params The parameters, an object; none by default.
   * @param options The panel that calls, and a signal that cancels the call.
   * @returns The plugin's result.
   * @throws The errors of {@linkcode ConnectedBridge.invoke}.
   */
  invokePlugin(name: string, params?: object, options?: InvokeOptions): Promise<unknown> {
    return this.#call(name, params, options);
  }

  /**
   * Listens to an event of the bridge (specification, "Events"). For events of plugins, use
   * {@linkcode ConnectedBridge.onPluginEvent}.
   *
   * An event that a signal causes comes after the response to every earlier call that it concerns (protocol.md,
   * "Messages"): a listener added right after `await bridge.invoke("menu.show", …)` receives every event of that menu.
   *
   * @param name The name, such as `menu:select`.
   * @param listener Called with the payload and the panel that the event is for; undefined for every panel. An error that
   * it throws is reported as uncaught.
   * @param options A signal that removes the listener.
   * @returns A function that removes the listener.
   * @throws {TypeError} If there is no event of that name.
   */
  on<Name extends EventName>(name: Name, listener: EventListener<Name>, options?: Abortable): () => void {
    requireKnown("event", name, Object.keys(eventNames));
    return this.onEvent(({ event, data, panel }) => {
      if (event === name) listener(data as EventPayload<Name>, panel);
    }, options);
  }

  /**
   * Listens to an event of an external plugin, which the player sends with `signal.pluginEvent`
   * (protocol.md, "Lifecycle").
   *
   * @param name The name, such as `lyrics:changed`. It has a colon and is not one of the bridge's own: for these, use
   * {@linkcode ConnectedBridge.on}.
   * @param listener Called with the payload, which is not checked, and the panel that it is for; undefined for every panel.
   * @param options A signal that removes the listener.
   * @returns A function that removes the listener.
   * @throws {TypeError} If no plugin can send an event of that name.
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { embedBridge } from "../../mod.ts";
   *
   * await using bridge = await embedBridge({ directory: "/nonexistent" });
   * const received = new Promise((resolve) => bridge.onPluginEvent("lyrics:changed", resolve));
   * bridge.signal({ name: "signal.pluginEvent", params: { event: "lyrics:changed", data: { line: 3 } } });
   *
   * assertEquals(await received, { line: 3 });
   * ```
   */
  onPluginEvent(
    name: string,
    listener: (data: unknown, panel: string | undefined) => void,
    options?: Abortable,
  ): () => void {
    if (Object.hasOwn(eventNames, name)) throw new TypeError(`${name} is an event of the bridge: use on()`);
    if (name.startsWith("bridge:")) throw new TypeError(`no plugin can send ${name}`);
    if (!name.includes(":")) throw new TypeError(`an event of a plugin has a colon in its name: ${name}`);
    return this.onEvent(({ event, data, panel }) => {
      if (event === name) listener(data, panel);
    }, options);
  }

  /**
   * Listens to all events, those of plugins included, to forward them to pages.
   *
   * @param listener Called with each event, in order. An error that it throws is reported as uncaught.
   * @param options A signal that removes the listener.
   * @returns A function that removes the listener.
   */
  onEvent(listener: (message: EventMessage) => void, options?: Abortable): () => void {
    return this.client.onEvent(listener, options);
  }

  /**
   * Implements native actions in addition to those implemented already (native-actions.md). An action of the same name is
   * replaced. The bridge gets error -32601 for the missing ones.
   *
   * @param actions A function for each action. Each is called as a method of this object.
   * @returns The names of the native actions that are still missing.
   * @throws {TypeError} If the name of a function is not that of a native action.
   */
  implement<Actions extends ActionTable>(
    // The intersection refuses names that are not native actions.
    actions: Actions & { readonly [Name in Exclude<keyof Actions, ActionName>]: never },
  ): MissingActions<Actions>[] {
    // None of these actions is missing.
    return this.client.implement(actions) as MissingActions<Actions>[];
  }

  /**
   * Sends a signal: something happened in the player (native-actions.md).
   *
   * @param signal The name and the parameters.
   * @throws {TypeError} If there is no signal of that name.
   * @throws {RangeError} If the signal is over a limit, as in {@linkcode ConnectedBridge.invoke}.
   */
  signal(signal: SignalInput): void {
    this.client.signal(signal);
  }

  /**
   * Sends `bridge.initialize` (protocol.md, "Lifecycle"), which is optional: it agrees on the protocol version and returns
   * the operations, events and limits of the bridge.
   *
   * It sends the names of the native actions that are implemented by then. The bridge answers `Not supported by this
   * player` to operations that need another one, so implement the actions first.
   *
   * @param player The player's name and version.
   * @param options The extensions to switch on (extensions.md), none by default, and a signal that cancels the
   * request.
   * @returns The operations, events and limits of the bridge, and the operations that the player does not support.
   * @throws {BridgeError} -32003 if the bridge speaks another version of the protocol.
   * @throws The other errors of {@linkcode ConnectedBridge.invoke}.
   */
  initialize(
    player: LifecycleInput<"bridge.initialize">["player"],
    { extensions, ...options }: Abortable & { readonly extensions?: readonly ExtensionName[] } = {},
  ): Promise<LifecycleAnswer<"bridge.initialize">> {
    const { actions } = this.client;
    return this.#ask("bridge.initialize", {
      protocolVersion: PROTOCOL_VERSION,
      player,
      ...actions && { actions: [...actions] },
      ...extensions && { extensions: [...extensions] },
    }, options);
  }

  /**
   * Registers the operations of an external plugin (protocol.md, "Lifecycle"). The bridge calls them with the native action
   * `player.plugin.invoke`. An earlier registration of the namespace is replaced.
   *
   * @param plugin The plugin's name, namespace, version and methods.
   * @param options A signal that cancels the request.
   * @returns The number of operations.
   * @throws {BridgeError} -32602 if the plugin is refused, for example for a reserved namespace.
   * @throws The other errors of {@linkcode ConnectedBridge.invoke}.
   */
  registerPlugin(
    plugin: LifecycleInput<"bridge.registerPlugin">,
    options?: Abortable,
  ): Promise<LifecycleAnswer<"bridge.registerPlugin">> {
    return this.#ask("bridge.registerPlugin", plugin, options);
  }

  /**
   * Removes the operations of an external plugin (protocol.md, "Lifecycle").
   *
   * @param namespace The plugin's namespace.
   * @param options A signal that cancels the request.
   * @returns Whether there were any operations to remove.
   * @throws The errors of {@linkcode ConnectedBridge.invoke}.
   */
  unregisterPlugin(
    namespace: string,
    options?: Abortable,
  ): Promise<LifecycleAnswer<"bridge.unregisterPlugin">> {
    return this.#ask("bridge.unregisterPlugin", { namespace }, options);
  }

  /**
   * Tells the bridge that a panel has closed (protocol.md, "Lifecycle"): it closes the panel's menu and forgets the panel.
   *
   * @param panel The panel's name, as in {@linkcode InvokeOptions}.
   */
  panelClosed(panel: string): void {
    this.client.notify("bridge.panelClosed", { panel });
  }

  /**
   * Closes the bridge: accepted calls are finished, with the native actions that they need, and logs are written. Then the
   * connection ends. Later calls are rejected with {@linkcode BridgeGone}. It may be called more than once.
   *
   * @param options A signal that ends the wait; the bridge still closes.
   * @returns Settles when the bridge has gone.
   * @throws The signal's reason, if the signal is aborted first.
   */
  close(options: Abortable = {}): Promise<unknown> {
    this.#closed ??= this.#drain();
    return unlessAborted(this.#closed, options.signal);
  }

  /**
   * Closes the bridge as {@linkcode ConnectedBridge.close} does, for `await using`. A bridge that has not gone after 10
   * seconds is abandoned, and its process, if it has one, is killed.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), DISPOSE_MS);
    try {
      await this.close({ signal: late.signal });
    } catch (error) {
      if (error !== late.signal.reason) throw error;
      this.client.abandon();
    } finally {
      clearTimeout(timer);
    }
  }

  async #drain(): Promise<void> {
    try {
      await this.client.invoke("bridge.shutdown");
    } catch {
      // The bridge has gone, or does not know the message.
    }
    await this.client.close();
  }

  #call(method: string, params: unknown, options: InvokeOptions | undefined): Promise<unknown> {
    if (this.#closed) return Promise.reject(new BridgeGone("the bridge is closed"));
    return this.client.invoke(method, params, options);
  }

  #ask<Name extends LifecycleName>(
    name: Name,
    params: LifecycleInput<Name>,
    options: Abortable | undefined,
  ): Promise<LifecycleAnswer<Name>> {
    return this.#call(name, params, options) as Promise<LifecycleAnswer<Name>>;
  }
}

/**
 * Connects to a bridge over streams, for example those of a process that was started in another way than with
 * {@linkcode spawnBridge}.
 *
 * @param streams The player's end of the connection: the bridge writes to `readable` and reads from `writable`.
 * @param options See {@linkcode ConnectOptions}.
 * @returns The bridge.
 * @throws The signal's reason, if the signal is aborted already.
 *
 * @example
 * ```ts ignore
 * import { connectBridge } from "../../mod.ts";
 *
 * const { stdin, stdout } = new Deno.Command("./tonearm", { stdin: "piped", stdout: "piped" }).spawn();
 * await using bridge = connectBridge({ readable: stdout, writable: stdin });
 * console.log(await bridge.invoke("test.ping"));
 * ```
 */
export function connectBridge(streams: StreamPair, options: ConnectOptions = {}): ConnectedBridge {
  const { readable, writable } = streams;
  const { signal, ...others } = options;
  signal?.throwIfAborted();
  const bridge = new ConnectedBridge(
    new BridgeClient({ ...others, source: sourceOf(readable), sink: sinkOf(writable) }),
  );
  closeWhenAborted(bridge, signal);
  return bridge;
}

/** Closes a bridge when a signal is aborted, and abandons it if it has not gone after `giveUpMs` milliseconds. */
export function closeWhenAborted(
  bridge: ConnectedBridge,
  signal: AbortSignal | undefined,
  giveUpMs: number = ABORT_GRACE_MS,
): void {
  if (!signal) return;
  let grace: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    grace = setTimeout(() => bridge.client.abandon(), giveUpMs);
    bridge.close({ signal }).catch(() => {
      // The signal's reason.
    });
  };
  signal.addEventListener("abort", close, { once: true });
  void bridge.ended.then(() => {
    clearTimeout(grace);
    signal.removeEventListener("abort", close);
  });
}
