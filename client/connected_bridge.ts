/**
 * A bridge as a program uses it: typed calls, events, native actions and signals over one connection.
 *
 * @module
 */

import type { ActionName } from "../host_stdio/native_actions.ts";
import type { LifecycleAnswer, LifecycleInput, LifecycleName } from "../host_stdio/lifecycle.ts";
import { PROTOCOL_VERSION } from "../host_stdio/lifecycle.ts";
import type { SignalInput } from "../host_stdio/signals.ts";
import type { ActionTable, MissingActions } from "./actions.ts";
import {
  BridgeClient,
  type BridgeClientOptions,
  type EventMessage,
  type InvokeOptions,
} from "./bridge_client.ts";
import type {
  EventListener,
  EventName,
  EventPayload,
  InvokeArguments,
  OperationName,
  OperationResult,
} from "./operation_types.ts";
import { BridgeGone, requireKnown } from "./errors.ts";
import { sinkOf, sourceOf, type StreamPair } from "./streams.ts";
import { unlessAborted } from "../host_stdio/unless_aborted.ts";

/** The events, for programs that no compiler checks. The library loads nothing of the operations but their types. */
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
};

/** How long a bridge that is closed by a signal may take before it is given up, in milliseconds. */
const ABORT_GRACE_MS = 1000;

/** How long a bridge that is disposed of may take to go, in milliseconds. */
const DISPOSE_MS = 10_000;

/** What ends something. */
export interface Abortable {
  /** Ends it when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** What a connection is made with, beside its streams. */
export interface ConnectOptions extends Pick<BridgeClientOptions, "actions" | "observer" | "maxFrameBytes"> {
  /**
   * Closes the bridge when aborted, without anybody waiting for that; one that has not gone a second later is given up.
   * One that is aborted already lets nothing begin.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A bridge at the other end of a connection.
 *
 * Its names are those of the API: operations `queue.add`, events `menu:select`, native actions `player.queue.get`, signals
 * `signal.trackStarted`. What is given and what comes back is typed by their definitions.
 */
export class ConnectedBridge implements AsyncDisposable {
  /** The connection without types. */
  readonly client: BridgeClient;
  #closed: Promise<void> | undefined;

  /**
   * Takes a connection over.
   *
   * @param client The player's end of it.
   */
  constructor(client: BridgeClient) {
    this.client = client;
  }

  /** Settles when the bridge has gone, whoever ended it; never rejected. */
  get ended(): Promise<void> {
    return this.client.ended;
  }

  /**
   * Calls an operation. A failure of the operation is a result like any other, `{success: false, error}`; what is thrown
   * is what the protocol knows as an error.
   *
   * @param name Its full name.
   * @param rest Its parameters, and on whose behalf it is called and what cancels it.
   * @returns The result.
   * @throws {BridgeError} When the bridge answers an error (protocol.md, "Error codes").
   * @throws {BridgeGone} When the bridge goes before it has answered, or is closed already.
   * @throws {RangeError} When the call is over the frame limit, or holds more arrays and objects than a frame may.
   * @throws {TypeError} When the parameters cannot be written as JSON.
   * @throws The reason of the signal, when that is aborted.
   */
  invoke<Name extends OperationName>(
    name: Name,
    ...rest: InvokeArguments<Name>
  ): Promise<OperationResult<Name>> {
    const [params, options] = rest;
    // The bridge holds every result against the very schema that the type is made from, in its tests.
    return this.#call(name, params, options) as Promise<OperationResult<Name>>;
  }

  /**
   * Calls an operation of an external plugin, of which nothing but its name is known here.
   *
   * @param name Its full name, `<namespace>.<method>`.
   * @param params Its parameters, an object; none when left out.
   * @param options On whose behalf it is called, and what cancels it.
   * @returns What the plugin answers.
   * @throws As {@linkcode ConnectedBridge.invoke}.
   */
  invokePlugin(name: string, params?: object, options?: InvokeOptions): Promise<unknown> {
    return this.#call(name, params, options);
  }

  /**
   * Listens to an event.
   *
   * @param name Its name.
   * @param listener What to call with its payload and the panel that it is for, undefined for every panel. An error that
   * it throws surfaces as an uncaught one.
   * @param options A signal that ends it.
   * @returns A function that ends it.
   * @throws {TypeError} When there is no event of that name.
   */
  on<Name extends EventName>(name: Name, listener: EventListener<Name>, options?: Abortable): () => void {
    requireKnown("event", name, Object.keys(eventNames));
    return this.onEvent(({ event, data, panel }) => {
      if (event === name) listener(data as EventPayload<Name>, panel);
    }, options);
  }

  /**
   * Listens to an event of an external plugin, which the player sends with `signal.pluginEvent`
   * (native-actions.md, "Signals").
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
   * import { embedBridge } from "../mod.ts";
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
    if (!name.includes(":")) throw new TypeError(`an event of a plugin has a colon in its name: ${name}`);
    return this.onEvent(({ event, data, panel }) => {
      if (event === name) listener(data, panel);
    }, options);
  }

  /**
   * Listens to every event, as a player does that hands them on to its pages.
   *
   * @param listener What to call with each, in their order.
   * @param options A signal that ends it.
   * @returns A function that ends it.
   */
  onEvent(listener: (message: EventMessage) => void, options?: Abortable): () => void {
    return this.client.onEvent(listener, options);
  }

  /**
   * Implements native actions of the player, in addition to those there are; one of the same name is replaced.
   *
   * @param actions A function for each, by its name; each is called as a method of this object.
   * @returns The names of those that the player still lacks, which the bridge is answered as not supported.
   */
  implement<Actions extends ActionTable>(
    // The second part refuses names that are no native actions.
    actions: Actions & { readonly [Name in Exclude<keyof Actions, ActionName>]: never },
  ): MissingActions<Actions>[] {
    // What has just been given is not missing.
    return this.client.implement(actions) as MissingActions<Actions>[];
  }

  /**
   * Tells the bridge that something happened in the player.
   *
   * @param signal What: name and parameters.
   */
  signal(signal: SignalInput): void {
    this.client.signal(signal);
  }

  /**
   * Agrees on the protocol version and learns what the bridge offers. It tells the native actions that are implemented by
   * then, so that the bridge answers operations that need another one as not supported: implement all of them before.
   *
   * @param player The player's name and version.
   * @param options What cancels it.
   * @returns What the bridge tells of itself.
   * @throws {BridgeError} -32003 when it speaks another version.
   */
  initialize(
    player: LifecycleInput<"bridge.initialize">["player"],
    options?: Abortable,
  ): Promise<LifecycleAnswer<"bridge.initialize">> {
    const { actions } = this.client;
    return this.#ask("bridge.initialize", {
      protocolVersion: PROTOCOL_VERSION,
      player,
      ...actions && { actions: [...actions] },
    }, options);
  }

  /**
   * Registers an external plugin's operations. They are carried out by the native action `player.plugin.invoke`.
   *
   * @param plugin The plugin.
   * @param options What cancels it.
   * @returns How many operations it has.
   * @throws {BridgeError} -32602 when the plugin does not fit.
   */
  registerPlugin(
    plugin: LifecycleInput<"bridge.registerPlugin">,
    options?: Abortable,
  ): Promise<LifecycleAnswer<"bridge.registerPlugin">> {
    return this.#ask("bridge.registerPlugin", plugin, options);
  }

  /**
   * Removes an external plugin's operations.
   *
   * @param namespace The plugin's namespace.
   * @param options What cancels it.
   * @returns Whether there were any.
   */
  unregisterPlugin(
    namespace: string,
    options?: Abortable,
  ): Promise<LifecycleAnswer<"bridge.unregisterPlugin">> {
    return this.#ask("bridge.unregisterPlugin", { namespace }, options);
  }

  /**
   * Tells the bridge that a panel has closed, so that it forgets what belonged to it.
   *
   * @param panel The panel.
   */
  panelClosed(panel: string): void {
    this.client.notify("bridge.panelClosed", { panel });
  }

  /**
   * Closes the bridge: what it has accepted is finished, native actions that this takes are still carried out, logs are
   * written; then the connection is ended. Further calls are refused at once. To call it again gives the same promise.
   *
   * @param options What makes it give up waiting.
   * @returns Settles when the bridge has gone.
   * @throws The reason of the signal, when that is aborted first.
   */
  close(options: Abortable = {}): Promise<unknown> {
    this.#closed ??= this.#drain();
    return unlessAborted(this.#closed, options.signal);
  }

  /**
   * Closes the bridge, as {@linkcode ConnectedBridge.close} does: for `await using`. A bridge that has not gone after ten
   * seconds is given up; its process, if it has one, is ended by force.
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
      // It has gone already, or does not know the message: it is at its end either way.
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
 * Connects to a bridge.
 *
 * @param streams The player's end of the connection: `readable` is what the bridge writes.
 * @param options See {@linkcode ConnectOptions}.
 * @returns The bridge.
 * @throws The reason of the signal, when that is aborted already.
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

/**
 * Closes a bridge when a signal is aborted.
 *
 * @param bridge The bridge.
 * @param signal The signal; nothing happens without one.
 * @param giveUpMs How long the bridge may take to go, in milliseconds, before it is given up.
 */
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
      // The reason of the signal, which whoever aborted it knows.
    });
  };
  signal.addEventListener("abort", close, { once: true });
  void bridge.ended.then(() => {
    clearTimeout(grace);
    signal.removeEventListener("abort", close);
  });
}
