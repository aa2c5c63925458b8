import { ActionError, type PlayerActions } from "./actions.ts";

/**
 * An operation of a plugin.
 *
 * @param params The caller's parameters.
 * @param panel The calling panel; undefined when no panel calls.
 * @returns The caller's result, any JSON value. When it throws, the action fails with the error's message.
 */
export type PluginMethod = (params: Readonly<Record<string, unknown>>, panel: string | undefined) => unknown;

/** A plugin's operations by their method names. */
export type PluginMethods = Readonly<Record<string, PluginMethod>>;

/**
 * Sends an event of a plugin (`signal.pluginEvent`).
 *
 * @param event The name, with a colon, such as `scrobbler:submitted`.
 * @param data The payload, any JSON value.
 * @param panel The panel that the event is for; every panel by default.
 */
export type SendPluginEvent = (event: string, data: unknown, panel?: string) => void;

/** An external plugin, created by a module that `--plugins` names (docs/players.md, "Operations of your own"). */
export interface Plugin {
  /** The display name; the namespace by default. */
  readonly name?: string;
  /** The version; "" by default. */
  readonly version?: string;
  /** The author; "" by default. */
  readonly author?: string;
  /** A sentence about it; "" by default. */
  readonly description?: string;
  /** The operations by their method names. */
  readonly methods: PluginMethods;
}

/** Makes a plugin. A module exports one such function for each namespace, under the namespace's name. */
export type PluginMaker = (send: SendPluginEvent) => Plugin;

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

  /** Whether there is a plugin for a namespace. */
  has(namespace: string): boolean {
    return this.#plugins.has(namespace);
  }

  readonly invoke: PlayerActions["player.plugin.invoke"] = async ({ namespace, method, params }, panel) => {
    const call = this.#plugins.get(namespace)?.get(method);
    if (!call) throw new ActionError(`No such plugin operation: ${namespace}.${method}`);
    try {
      // The result of a method that returns nothing is null: JSON has no undefined.
      return await call(params, panel) ?? null;
    } catch (error) {
      throw error instanceof ActionError
        ? error
        : new ActionError(error instanceof Error ? error.message : String(error));
    }
  };
}
