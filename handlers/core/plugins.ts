/**
 * The external plugins that the player has registered with the bridge (protocol.md, "Lifecycle"), and the way to call
 * one of their operations.
 *
 * @module
 */

import { RpcError, rpcError } from "../../host_stdio/errors.ts";
import type { LifecycleAnswer, LifecycleParams } from "../../host_stdio/lifecycle.ts";
import type { Player } from "../../host_stdio/player.ts";

/** An external plugin. */
export interface Plugin {
  /** What the plugin calls itself. */
  readonly name: string;
  /** What its operations' full names begin with. */
  readonly namespace: string;
  /** Its own version, any text. */
  readonly version: string;
  /** Who made it; "" when not told. */
  readonly author: string;
  /** What it is; "" when not told. */
  readonly description: string;
  /** The description of each of its methods, "" when not told, in the order of registration. */
  readonly methods: ReadonlyMap<string, string>;
}

/** An operation of an external plugin, as the player knows it. */
export interface PluginMethod {
  /** The plugin's namespace. */
  readonly namespace: string;
  /** The method within it, which may hold dots of its own. */
  readonly method: string;
}

/**
 * The external plugins of one connection. How many there are, and of how many methods, is the player's choice: it is
 * the player that registers them, never a page, and what is held is no more than what it sent.
 */
export class PluginRegistry {
  readonly #plugins = new Map<string, Plugin>();
  readonly #isBuiltIn: (name: string) => boolean;

  /** @param isBuiltIn Tells whether the bridge has an operation of a name. */
  constructor(isBuiltIn: (name: string) => boolean) {
    this.#isBuiltIn = isBuiltIn;
  }

  /** How many plugins are registered. */
  get size(): number {
    return this.#plugins.size;
  }

  /**
   * Lists the plugins.
   *
   * @returns The registered plugins, in no order to rely on.
   */
  list(): Plugin[] {
    return [...this.#plugins.values()];
  }

  /**
   * Registers a plugin, in place of the one that had its namespace. Case counts in namespaces, as in every method
   * name, so `Queue` is a plugin's to take and hides nothing of `queue`. A method may be any text; `__` in front of it
   * makes nothing internal here, that is a custom of the built-in namespace `menu` alone. In a built-in namespace it may add
   * what the bridge does not have, such as `queue.insertNext`.
   *
   * @param params The checked parameters of `bridge.registerPlugin`. Of a repeated method the last one counts.
   * @returns The answer: how many methods the plugin has, each counted once.
   * @throws {RpcError} -32602 when a method is one of the bridge's own.
   */
  register(params: LifecycleParams<"bridge.registerPlugin">): LifecycleAnswer<"bridge.registerPlugin"> {
    const { apis, ...plugin } = params;
    for (const [index, { method }] of apis.entries()) {
      if (!this.#isTaken(plugin.namespace, method)) continue;
      throw new RpcError(rpcError("invalidParams", `apis[${index}].method must not be built in`));
    }
    const methods = new Map(apis.map(({ method, description }) => [method, description]));
    this.#plugins.set(plugin.namespace, { ...plugin, methods });
    return { apiCount: methods.size };
  }

  /**
   * Forgets a plugin.
   *
   * @param params The checked parameters of `bridge.unregisterPlugin`.
   * @returns The answer: whether there was such a plugin.
   */
  unregister(
    { namespace }: LifecycleParams<"bridge.unregisterPlugin">,
  ): LifecycleAnswer<"bridge.unregisterPlugin"> {
    return { removed: this.#plugins.delete(namespace) };
  }

  /**
   * Tells whether a plugin is registered.
   *
   * @param namespace Its namespace; case counts.
   * @returns Whether it is.
   */
  has(namespace: string): boolean {
    return this.#plugins.has(namespace);
  }

  /**
   * Looks up an operation.
   *
   * @param fullName Its full name. The namespace ends at the first dot, for a namespace has none.
   * @returns The operation, or undefined when no plugin has registered it.
   */
  find(fullName: string): PluginMethod | undefined {
    const dot = fullName.indexOf(".");
    if (dot < 0) return undefined;
    const namespace = fullName.slice(0, dot);
    const method = fullName.slice(dot + 1);
    return this.#plugins.get(namespace)?.methods.has(method) ? { namespace, method } : undefined;
  }

  /** Forgets every plugin. */
  close(): void {
    this.#plugins.clear();
  }

  /** Whether a method is the bridge's own, or one that no caller may name. */
  #isTaken(namespace: string, method: string): boolean {
    return this.#isBuiltIn(`${namespace}.${method}`) || namespace === "menu" && method.startsWith("__");
  }
}

/**
 * Calls an operation of an external plugin.
 *
 * @param player The player, asked in the name of the caller, whose panel rides along.
 * @param entry The operation.
 * @param params The caller's parameters as they came: only the plugin knows what they have to be.
 * @returns What the plugin answered, as it is.
 * @throws {NativeActionError} -32002 or -32001 when the player fails, lacks `player.plugin.invoke` or does not answer in time.
 * @throws {CancelledError} When the call was cancelled.
 */
export function invokePlugin(
  player: Player,
  entry: PluginMethod,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { namespace, method } = entry;
  return player.request("player.plugin.invoke", { namespace, method, params });
}
