/** The flag `--plugins`: a module with external plugins for any player (docs/players.md). */

import { toFileUrl } from "@std/path";
import * as v from "valibot";
import type { ActionTable } from "../../clients/typescript/actions.ts";
import type { ConnectedBridge } from "../../clients/typescript/connected_bridge.ts";
import { BridgeError } from "../../clients/typescript/errors.ts";
import type { SignalParams } from "../../host_stdio/api/signals.ts";
import { type Plugin, Plugins } from "../../players/model/plugins.ts";
import { UsageError } from "./options.ts";

const NO_METHODS = "is not an object with methods";

const plugin = v.looseObject({
  methods: v.record(v.string(), v.function("is not a function"), NO_METHODS),
}, NO_METHODS);

/** Receives an event of a plugin. */
type PluginEventListener = (params: SignalParams<"signal.pluginEvent">) => void;

export class PluginModule {
  readonly #file: string;
  readonly #plugins = new Map<string, Plugin>();
  readonly #methods = new Plugins();
  #listener: PluginEventListener = () => {};

  private constructor(file: string) {
    this.#file = file;
  }

  /**
   * Loads a module.
   *
   * @param file The absolute path.
   * @throws {UsageError} When the file cannot be loaded or makes no plugins. The message names the file and the remedy.
   */
  static async load(file: string): Promise<PluginModule> {
    let makers: Readonly<Record<string, unknown>>;
    try {
      makers = await import(toFileUrl(file).href);
    } catch (error) {
      throw new UsageError(`--plugins: ${file} cannot be loaded: ${messageOf(error)}`);
    }
    const module = new PluginModule(file);
    for (const [namespace, make] of Object.entries(makers)) module.#add(namespace, make);
    if (module.#plugins.size > 0) return module;
    throw module.#error("has no export; export a function for each namespace, which returns the plugin");
  }

  #add(namespace: string, make: unknown): void {
    if (namespace === "default") {
      throw this.#error("has a default export; export the function under the name of its namespace");
    }
    if (typeof make !== "function") {
      throw this.#error(`exports ${namespace}, which is not a function; export one that returns the plugin`);
    }
    let made: unknown;
    try {
      made = make((event: string, data: unknown, panel?: string) => {
        this.#listener({ event, data, ...panel !== undefined && { panel } });
      });
    } catch (error) {
      throw this.#error(`cannot make the plugin ${namespace}: ${messageOf(error)}`);
    }
    const checked = v.safeParse(plugin, made);
    if (!checked.success) {
      const [issue] = checked.issues;
      const place = [`${namespace}()`, v.getDotPath(issue)].filter((part) => part !== null).join(".");
      throw this.#error(`makes no plugin: ${place} ${issue.message}; return {methods: {name: function}}`);
    }
    // The schema has checked the methods; bridge.registerPlugin checks the texts.
    this.#plugins.set(namespace, made as Plugin);
    this.#methods.register(namespace, (made as Plugin).methods);
  }

  /** Returns the actions of a player together with the operations of the plugins. */
  extend(own: ActionTable): ActionTable {
    const { invoke } = this.#methods;
    const ownInvoke = own["player.plugin.invoke"];
    return {
      ...own,
      "player.plugin.invoke": (params, panel, signal) =>
        ownInvoke && !this.#methods.has(params.namespace)
          ? ownInvoke(params, panel, signal)
          : invoke(params, panel),
    };
  }

  /** Calls a listener, in place of an earlier one, with each event of the plugins. */
  onEvent(listener: PluginEventListener): void {
    this.#listener = listener;
  }

  /**
   * Registers the plugins with a bridge.
   *
   * @returns The full names of their operations.
   * @throws {UsageError} When the bridge refuses a plugin. The message names the file and the reason.
   */
  async register(bridge: ConnectedBridge): Promise<string[]> {
    const names: string[] = [];
    for (const [namespace, { methods, name = namespace, version = "", ...about }] of this.#plugins) {
      const apis = Object.keys(methods).map((method) => ({ method }));
      try {
        await bridge.registerPlugin({ ...about, name, version, namespace, apis });
      } catch (error) {
        if (error instanceof BridgeError) throw this.#error(`has a plugin ${namespace}: ${error.message}`);
        throw error;
      }
      names.push(...apis.map(({ method }) => `${namespace}.${method}`));
    }
    return names;
  }

  #error(reason: string): UsageError {
    return new UsageError(`--plugins: ${this.#file} ${reason} (docs/players.md)`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
