import { ActionError, type PlayerActions } from "../model/actions.ts";

/**
 * An operation of a plugin.
 *
 * @param params The caller's parameters.
 * @param panel The calling panel; undefined for none.
 * @returns Any JSON value, as the caller's result. When it throws, the action fails with the error's message.
 */
export type PluginMethod = (params: Readonly<Record<string, unknown>>, panel: string | undefined) => unknown;

/** A plugin's operations by their method names. */
export type PluginMethods = Readonly<Record<string, PluginMethod>>;

/** External plugins: operations that other components of the player offer through the bridge. */
export class Plugins {
  readonly #plugins = new Map<string, ReadonlyMap<string, PluginMethod>>();

  constructor(plugins: Readonly<Record<string, PluginMethods>> = {}) {
    for (const [namespace, methods] of Object.entries(plugins)) this.register(namespace, methods);
  }

  /** Adds a plugin, or replaces the one of that namespace. */
  register(namespace: string, methods: PluginMethods): void {
    this.#plugins.set(namespace, new Map(Object.entries(methods)));
  }

  /**
   * Removes a plugin.
   *
   * @returns Whether there was one.
   */
  unregister(namespace: string): boolean {
    return this.#plugins.delete(namespace);
  }

  readonly invoke: PlayerActions["player.plugin.invoke"] = async ({ namespace, method, params }, panel) => {
    const call = this.#plugins.get(namespace)?.get(method);
    if (!call) throw new ActionError(`No such plugin operation: ${namespace}.${method}`);
    try {
      // A method that returns nothing answers null: JSON has no undefined.
      return await call(params, panel) ?? null;
    } catch (error) {
      throw error instanceof ActionError
        ? error
        : new ActionError(error instanceof Error ? error.message : String(error));
    }
  };
}
