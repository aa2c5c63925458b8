/**
 * The table of the extensions and their operations. The bridge loads it when a player switches one on.
 *
 * @module
 */

import type { Extensions } from "../core/extension.ts";
import type { Operation } from "../core/operation.ts";
import { artwork } from "./artwork/mod.ts";
import { audio } from "./audio/mod.ts";
import { discovery } from "./discovery/mod.ts";
import { lyrics } from "./lyrics/mod.ts";
import { ui } from "./ui/mod.ts";
import { windowEvents } from "./window/events.ts";
import { window } from "./window/mod.ts";

/** Every extension by its name. */
export const extensions = {
  artwork: { namespace: artwork, events: {} },
  audio: { namespace: audio, events: {} },
  discovery: { namespace: discovery, events: {} },
  lyrics: { namespace: lyrics, events: {} },
  ui: { namespace: ui, events: {} },
  window: { namespace: window, events: windowEvents },
} as const satisfies Extensions;

/** Every operation of the extensions, as a tuple that keeps the types. */
export const extensionOperations = [
  ...artwork.operations,
  ...audio.operations,
  ...discovery.operations,
  ...lyrics.operations,
  ...ui.operations,
  ...window.operations,
] as const satisfies readonly Operation[];

type Tables = (typeof extensions)[keyof typeof extensions]["events"];
type Combined<Table> = (Table extends unknown ? (table: Table) => void : never) extends
  (table: infer All) => void ? All : never;

/** @internal */
export type ExtensionEvents = Combined<Tables>;
