/**
 * What an extension is: a namespace that a player switches on, with its events (theme-namespaces.md).
 *
 * @module
 */

import type { ExtensionName } from "../../host_stdio/extension_names.ts";
import type { Event } from "./events.ts";
import type { Namespace } from "./namespace.ts";

/** An extension. */
export interface Extension {
  readonly namespace: Namespace;
  /** Its events by name. */
  readonly events: Readonly<Record<string, Event>>;
}

/** The extensions by name. */
export type Extensions = Readonly<Partial<Record<ExtensionName, Extension>>>;

/** The name of the plugin to which introspection assigns the operations of extensions. */
export const EXTENSION_PLUGIN = "tonearm";
