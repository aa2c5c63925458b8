/**
 * Namespace `system`: introspection of operations and plugins, and the player's system (specification, "system";
 * decisions.md, "misc, panel, system, test").
 */

import * as v from "valibot";
import { index as count } from "../../host_stdio/api/shapes.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { foldCase } from "../../limits/unicode.ts";
import type { Context } from "../core/context.ts";
import { described } from "../core/documented_schema.ts";
import { type ApiTable, defineNamespace } from "../core/namespace.ts";
import { defineOperation, extensionOf, noParams, succeeded } from "../core/operation.ts";
import { boolean, params, requiredString, withDefault } from "../core/params.ts";

/** The name of the plugin to which introspection assigns the operations of extensions. */
const EXTENSION_PLUGIN = "tonearm";

/** The display names of a locale. */
export interface LocaleNames {
  /** The language, such as `English`; "" when unknown. */
  readonly language: string;
  /** The country, such as `United States`; "" when unknown. */
  readonly country: string;
}

/**
 * Returns the names of a locale's language and country in that language, or in English where the runtime has no names
 * in it (Welsh, for one). The language of the machine has no influence.
 *
 * @param tag A BCP 47 language tag; any other text has no names.
 */
export function localeNames(tag: string): LocaleNames {
  const locale = parsed(tag);
  return {
    language: nameOf("language", locale?.language, tag),
    country: nameOf("region", locale?.region, tag),
  };
}

function parsed(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch (error) {
    // Intl's error for a text that is not a language tag: it has no names.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function nameOf(type: "language" | "region", code: string | undefined, tag: string): string {
  // ZZ is the code of an unknown region, for which Intl has a name too.
  if (code === undefined || code === "ZZ") return "";
  return new Intl.DisplayNames([tag, "en"], { type, fallback: "none" }).of(code) ?? "";
}

/** The schema of {@linkcode ApiInfo}. */
export const apiInfo = () =>
  v.strictObject({
    /** `<namespace>.<method>`. */
    fullName: v.string(),
    namespace: v.string(),
    /** The part of the full name after the first dot. Methods of plugins may contain dots. */
    method: v.string(),
    /** One sentence; "" when a plugin gave no description. */
    description: v.string(),
    /** The name of its plugin; "" for a built-in operation. */
    plugin: v.string(),
    /** The version of its plugin, or of the bridge. */
    version: v.string(),
    isExternal: v.boolean(),
  });
/** An operation in the answers of `system.*`. */
export type ApiInfo = v.InferOutput<ReturnType<typeof apiInfo>>;

/** Lists all operations that can be called, sorted by full name (UTF-16 code units). */
export function listApis({ operations, plugins, version }: ApiTable): ApiInfo[] {
  const apis: ApiInfo[] = [];
  for (const operation of operations.values()) {
    const { name: fullName, description } = operation;
    const dot = fullName.indexOf(".");
    const [namespace, method] = [fullName.slice(0, dot), fullName.slice(dot + 1)];
    const isExternal = extensionOf(operation) !== undefined;
    const plugin = isExternal ? EXTENSION_PLUGIN : "";
    apis.push({ fullName, namespace, method, description, plugin, version, isExternal });
  }
  for (const plugin of plugins.list()) {
    const { namespace } = plugin;
    for (const [method, description] of plugin.methods) {
      const fullName = `${namespace}.${method}`;
      // An extension that was switched on later has taken its place.
      if (operations.has(fullName)) continue;
      apis.push({
        fullName,
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

/** Compares texts by UTF-16 code units, the same on every machine. */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The dots per inch at a scale of 1. */
const DPI_OF_SCALE_ONE = 96;

const apiList = () => v.strictObject({ success: v.literal(true), apis: v.array(schemaOf(apiInfo)), count });
const namespaceParams = () =>
  params({
    namespace: described(requiredString("namespace is required"), "The namespace, case-sensitive."),
  });

const getApisByNamespace = defineOperation({
  name: "system.getApisByNamespace",
  description: "Lists the registered APIs of one namespace.",
  params: namespaceParams,
  result: apiList,
  handle: ({ namespace }, { state }: Context<ApiTable>) =>
    listed(listApis(state).filter((api) => api.namespace === namespace)),
});

const getApiStats = defineOperation({
  name: "system.getApiStats",
  description: "Counts the registered APIs, built-in and external, in total and by namespace.",
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      registered: v.strictObject({
        total: described(count, "How many operations there are."),
        internal: described(count, "How many of them are built in."),
        external: described(count, "How many of them belong to plugins."),
        plugins: described(count, "How many plugins there are."),
        byNamespace: described(v.record(v.string(), count), "How many operations each namespace has."),
      }),
    }),
  handle: (_params, { state }: Context<ApiTable>) => {
    const apis = listApis(state);
    const external = apis.filter(({ isExternal }) => isExternal).length;
    const byNamespace = new Map<string, number>();
    for (const { namespace } of apis) byNamespace.set(namespace, (byNamespace.get(namespace) ?? 0) + 1);
    return succeeded({
      registered: {
        total: apis.length,
        internal: apis.length - external,
        external,
        plugins: state.plugins.size + registeredExtensions(state).length,
        byNamespace: Object.fromEntries(byNamespace),
      },
    });
  },
});

export const getDPI = defineOperation({
  name: "system.getDPI",
  description: "Returns the dots per inch and the scale of the calling panel's display.",
  needs: ["player.system.display"],
  params: noParams,
  result: () =>
    v.strictObject({
      dpi: described(count, "Dots per inch."),
      scale: described(v.number(), `Dots per inch divided by ${DPI_OF_SCALE_ONE}.`),
    }),
  failure: "error",
  handle: async (_params, { player }) => {
    const { dpi } = await player.request("player.system.display", {});
    return { dpi, scale: dpi / DPI_OF_SCALE_ONE };
  },
});

const getLocale = defineOperation({
  name: "system.getLocale",
  description: "Returns the user's locale with the names of its language and country.",
  needs: ["player.system.locale"],
  params: noParams,
  result: () =>
    v.strictObject({
      locale: described(v.string(), "A BCP 47 tag, such as `en-US`."),
      language: described(v.string(), "The language's name in that locale; empty when it has none."),
      country: described(v.string(), "The country's name in that locale; empty when it has none."),
    }),
  failure: "error",
  handle: async (_params, { player }) => {
    const { locale } = await player.request("player.system.locale", {});
    return { locale, ...localeNames(locale) };
  },
});

const registeredPlugin = () =>
  v.strictObject({
    name: v.string(),
    namespace: v.string(),
    version: v.string(),
    author: v.string(),
    description: v.string(),
    apiCount: described(count, "How many operations it has."),
    apis: described(v.array(v.string()), "Their full names."),
  });

/** Lists the extensions that are switched on, in the form of plugins. */
function registeredExtensions(
  { operations, version }: ApiTable,
): v.InferOutput<ReturnType<typeof registeredPlugin>>[] {
  const names = [...operations.values()].filter(extensionOf).map(({ name }) => name).sort(compareCodeUnits);
  const namespaces = new Set(names.map((name) => name.slice(0, name.indexOf("."))));
  return [...namespaces].map((namespace) => {
    const apis = names.filter((name) => name.startsWith(`${namespace}.`));
    return {
      name: EXTENSION_PLUGIN,
      namespace,
      version,
      author: "",
      description: "An extension of the bridge.",
      apiCount: apis.length,
      apis,
    };
  });
}

const getRegisteredPlugins = defineOperation({
  name: "system.getRegisteredPlugins",
  description: "Lists the external plugins registered with the bridge.",
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      registered: v.array(registeredPlugin()),
    }),
  handle: (_params, { state }: Context<ApiTable>) => {
    const registered = state.plugins.list().map(({ methods, ...plugin }) => ({
      ...plugin,
      apiCount: methods.size,
      apis: [...methods.keys()].map((method) => `${plugin.namespace}.${method}`).sort(compareCodeUnits),
    }));
    return succeeded({
      registered: [...registered, ...registeredExtensions(state)]
        .sort((a, b) => compareCodeUnits(a.namespace, b.namespace)),
    });
  },
});

const getTheme = defineOperation({
  name: "system.getTheme",
  description: "Returns the system's dark mode, accent colour and transparency.",
  needs: ["player.system.theme"],
  params: noParams,
  result: () =>
    v.strictObject({
      darkMode: v.boolean(),
      isDark: described(v.boolean(), "The same as `darkMode`."),
      accentColor: described(v.string(), "As in `#0078D4`."),
      transparency: described(v.boolean(), "Whether the system draws transparent surfaces."),
    }),
  failure: "error",
  handle: async (_params, { player }) => {
    const { darkMode, accentColor, transparency } = await player.request("player.system.theme", {});
    return { darkMode, isDark: darkMode, accentColor, transparency };
  },
});

const isPluginRegistered = defineOperation({
  name: "system.isPluginRegistered",
  description: "Returns whether an external plugin has registered a namespace.",
  params: namespaceParams,
  result: () => v.strictObject({ success: v.literal(true), registered: v.boolean() }),
  handle: ({ namespace }, { state }: Context<ApiTable>) =>
    succeeded({
      registered: state.plugins.has(namespace) ||
        registeredExtensions(state).some((extension) => extension.namespace === namespace),
    }),
});

const listAvailableApis = defineOperation({
  name: "system.listAvailableApis",
  description: "Lists all available APIs.",
  params: () =>
    params({
      includeExternal: described(withDefault(boolean, true), "Whether operations of plugins are listed."),
      includeInternal: described(withDefault(boolean, true), "Whether built-in operations are listed."),
    }),
  result: apiList,
  handle: ({ includeExternal, includeInternal }, { state }: Context<ApiTable>) =>
    listed(listApis(state).filter((api) => api.isExternal ? includeExternal : includeInternal)),
});

const searchApis = defineOperation({
  name: "system.searchApis",
  description: "Searches the names and descriptions of the registered APIs, ignoring case.",
  params: () => params({ query: described(requiredString("query is required"), "What to look for.") }),
  result: apiList,
  handle: ({ query }, { state }: Context<ApiTable>) => {
    const sought = foldCase(query);
    return listed(
      listApis(state).filter(({ fullName, description }) =>
        foldCase(fullName).includes(sought) || foldCase(description).includes(sought)
      ),
    );
  },
});

function listed(apis: ApiInfo[]): v.InferOutput<ReturnType<typeof apiList>> {
  return succeeded({ apis, count: apis.length });
}

export const system = defineNamespace({
  name: "system",
  operations: [
    getApisByNamespace,
    getApiStats,
    getDPI,
    getLocale,
    getRegisteredPlugins,
    getTheme,
    isPluginRegistered,
    listAvailableApis,
    searchApis,
  ],
  createState: ({ apis }) => apis,
});
