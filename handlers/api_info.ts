/**
 * What introspection tells about an operation, built in or of an external plugin (contract-decisions.md, "misc, panel,
 * system, test").
 *
 * @module
 */

import * as v from "valibot";
import type { Services } from "./services.ts";

/** One operation, as `system.*` tells of it. */
export const apiInfo = v.strictObject({
  /** `<namespace>.<method>`, the name it is called by. */
  fullName: v.string(),
  namespace: v.string(),
  /** What follows the first dot of the full name; that of a plugin may hold dots of its own. */
  method: v.string(),
  /** One sentence; "" when a plugin gave none. */
  description: v.string(),
  /** The name of the plugin that registered it; "" for a built-in one. */
  plugin: v.string(),
  /** The version of that plugin, or of the bridge for a built-in one. */
  version: v.string(),
  isExternal: v.boolean(),
});
/** One operation, as `system.*` tells of it. */
export type ApiInfo = v.InferOutput<typeof apiInfo>;

/**
 * Lists every operation that can be called now.
 *
 * @param services The services of the connection.
 * @returns The operations, sorted by full name (UTF-16 code units).
 */
export function listApis(services: Services): ApiInfo[] {
  const { operations, plugins, version } = services;
  const apis: ApiInfo[] = [];
  for (const { name: fullName, description } of operations.values()) {
    const dot = fullName.indexOf(".");
    const [namespace, method] = [fullName.slice(0, dot), fullName.slice(dot + 1)];
    apis.push({ fullName, namespace, method, description, plugin: "", version, isExternal: false });
  }
  for (const plugin of plugins.list()) {
    const { namespace } = plugin;
    for (const [method, description] of plugin.methods) {
      apis.push({
        fullName: `${namespace}.${method}`,
        namespace,
        method,
        description,
        plugin: plugin.name,
        version: plugin.version,
        isExternal: true,
      });
    }
  }
  return apis.sort((a, b) => compareCodeUnits(a.fullName, b.fullName));
}

/**
 * The order of introspection: by UTF-16 code units, the same on every machine.
 *
 * @param a A text.
 * @param b Another.
 * @returns Negative, 0 or positive, as sorting takes it.
 */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
