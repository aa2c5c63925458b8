/**
 * External plugins: operations that other components of the player offer through the bridge.
 *
 * @module
 */

import { ActionError, type PlayerActions } from "../model/actions.ts";

/**
 * An operation of a plugin.
 *
 * @param params The caller's parameters.
 * @param panel The calling panel.
 * @returns Any JSON value, the caller's result. An error thrown is the action's failure, with its message.
 */
export type PluginMethod = (params: Readonly<Record<string, unknown>>, panel: string | undefined) => unknown;

/** A plugin's operations by their method names. */
export type PluginMethods = Readonly<Record<string, PluginMethod>>;

/** The plugins by their namespaces. */
export class Plugins {
  readonly #plugins = new Map<string, ReadonlyMap<string, PluginMethod>>();

  /** @param plugins The plugins that are there at the start. */
  constructor(plugins: Readonly<Record<string, PluginMethods>> = {}) {
    for (const [namespace, methods] of Object.entries(plugins)) this.register(namespace, methods);
  }

  /**
   * Adds a plugin, or replaces the one of that namespace.
   *
   * @param namespace Its namespace.
   * @param methods Its operations.
   */
  register(namespace: string, methods: PluginMethods): void {
    this.#plugins.set(namespace, new Map(Object.entries(methods)));
  }

  /**
   * Removes a plugin.
   *
   * @param namespace Its namespace.
   * @returns Whether there was one.
   */
  unregister(namespace: string): boolean {
    return this.#plugins.delete(namespace);
  }

  /** Carries out `player.plugin.invoke`. */
  readonly invoke: PlayerActions["player.plugin.invoke"] = async ({ namespace, method, params }, panel) => {
    const call = this.#plugins.get(namespace)?.get(method);
    if (!call) throw new ActionError(`No such plugin operation: ${namespace}.${method}`);
    try {
      // JSON has no undefined: a method that returns nothing answers null.
      return await call(params, panel) ?? null;
    } catch (error) {
      throw error instanceof ActionError
        ? error
        : new ActionError(error instanceof Error ? error.message : String(error));
    }
  };
}
