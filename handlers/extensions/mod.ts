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
import { libraryEvents } from "./library/events.ts";
import { library } from "./library/mod.ts";
import { lyrics } from "./lyrics/mod.ts";
import { playbackEvents } from "./playback/events.ts";
import { playback } from "./playback/mod.ts";
import { playlistEvents } from "./playlist/events.ts";
import { playlist } from "./playlist/mod.ts";
import { ui } from "./ui/mod.ts";
import { windowEvents } from "./window/events.ts";
import { window } from "./window/mod.ts";

/**
 * The events of the extensions. Separate from the namespaces, because the types of operations depend on those of
 * events.
 */
const eventTables = {
  library: libraryEvents,
  playback: playbackEvents,
  playlist: playlistEvents,
  window: windowEvents,
} as const;

/** Every extension by its name. */
export const extensions = {
  artwork: { namespace: artwork, events: {} },
  audio: { namespace: audio, events: {} },
  discovery: { namespace: discovery, events: {} },
  library: { namespace: library, events: eventTables.library },
  lyrics: { namespace: lyrics, events: {} },
  playback: { namespace: playback, events: eventTables.playback },
  playlist: { namespace: playlist, events: eventTables.playlist },
  ui: { namespace: ui, events: {} },
  window: { namespace: window, events: eventTables.window },
} as const satisfies Extensions;

/** Every operation of the extensions, as a tuple that keeps the types. */
export const extensionOperations = [
  ...artwork.operations,
  ...audio.operations,
  ...discovery.operations,
  ...library.operations,
  ...lyrics.operations,
  ...playback.operations,
  ...playlist.operations,
  ...ui.operations,
  ...window.operations,
] as const satisfies readonly Operation[];

type Tables = (typeof eventTables)[keyof typeof eventTables];
type Combined<Table> = (Table extends unknown ? (table: Table) => void : never) extends
  (table: infer All) => void ? All : never;

/** @internal */
export type ExtensionEvents = Combined<Tables>;
