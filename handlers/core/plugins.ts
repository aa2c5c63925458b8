/**
 * External plugins that the player has registered (protocol.md, "Lifecycle"), and calls of their operations.
 */

import { RpcError, rpcError } from "../../host_stdio/errors.ts";
import type { LifecycleAnswer, LifecycleParams } from "../../host_stdio/lifecycle.ts";
import type { Player } from "../../host_stdio/player.ts";

/** An external plugin. */
export interface Plugin {
  /** The display name. */
  readonly name: string;
  /** The part of its operations' names before the first dot. */
  readonly namespace: string;
  /** The plugin's version, any text. */
  readonly version: string;
  /** The author; "" when not given. */
  readonly author: string;
  /** The description; "" when not given. */
  readonly description: string;
  /** Its methods in the order of registration, each with its description ("" when not given). */
  readonly methods: ReadonlyMap<string, string>;
}

/** An operation of an external plugin. */
export interface PluginMethod {
  readonly namespace: string;
  /** May contain dots. */
  readonly method: string;
}

/**
 * The external plugins of one connection. Only the player registers them, never a page, so their number is not limited
 * here.
 */
export class PluginRegistry {
  readonly #plugins = new Map<string, Plugin>();
  readonly #isBuiltIn: (name: string) => boolean;

  /** @param isBuiltIn Whether the bridge itself has an operation of that name. */
  constructor(isBuiltIn: (name: string) => boolean) {
    this.#isBuiltIn = isBuiltIn;
  }

  get size(): number {
    return this.#plugins.size;
  }

  /** Lists the registered plugins in no particular order. */
  list(): Plugin[] {
    return [...this.#plugins.values()];
  }

  /**
   * Registers a plugin and replaces the one that had its namespace. Namespaces are case-sensitive: `Queue` does not
   * hide `queue`. A plugin may add an operation to a built-in namespace, such as `queue.shuffleNow`. Of a repeated
   * method the last one counts. A leading `__` makes a method internal in the namespace `menu` only.
   *
   * @returns How many methods the plugin has.
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
   * Removes a plugin.
   *
   * @returns Whether it was registered.
   */
  unregister(
    { namespace }: LifecycleParams<"bridge.unregisterPlugin">,
  ): LifecycleAnswer<"bridge.unregisterPlugin"> {
    return { removed: this.#plugins.delete(namespace) };
  }

  /** Whether a plugin is registered for a namespace. */
  has(namespace: string): boolean {
    return this.#plugins.has(namespace);
  }

  /** Finds an operation by its full name. The namespace ends at the first dot, because a namespace has none. */
  find(fullName: string): PluginMethod | undefined {
    const dot = fullName.indexOf(".");
    if (dot < 0) return undefined;
    const namespace = fullName.slice(0, dot);
    const method = fullName.slice(dot + 1);
    return this.#plugins.get(namespace)?.methods.has(method) ? { namespace, method } : undefined;
  }

  close(): void {
    this.#plugins.clear();
  }

  /** Whether a method is one of the bridge's own, or reserved. */
  #isTaken(namespace: string, method: string): boolean {
    return this.#isBuiltIn(`${namespace}.${method}`) || namespace === "menu" && method.startsWith("__");
  }
}

/**
 * Calls an operation of an external plugin. The parameters are not checked: only the plugin knows its own rules.
 *
 * @returns The plugin's answer, unchanged.
 * @throws {NativeActionError} -32002 or -32001 when the player fails, lacks `player.plugin.invoke` or does not answer
 * in time.
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
