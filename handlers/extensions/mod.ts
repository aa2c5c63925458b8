/** The table of the extensions and their operations, for documents, clients and tests. */

import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import type { Namespace } from "../core/namespace.ts";
import type { Operation } from "../core/operation.ts";
import { artwork } from "./artwork/mod.ts";
import { audio } from "./audio/mod.ts";
import { dialog } from "./dialog/mod.ts";
import { discovery } from "./discovery/mod.ts";
import { library } from "./library/mod.ts";
import { lyrics } from "./lyrics/mod.ts";
import { metadata } from "./metadata/mod.ts";
import { playback } from "./playback/mod.ts";
import { playlist } from "./playlist/mod.ts";
import { port } from "./port/mod.ts";
import { queue } from "./queue/mod.ts";
import { state } from "./state/mod.ts";
import { ui } from "./ui/mod.ts";
import { window } from "./window/mod.ts";

/** Every extension by its name. */
export const extensions = {
  artwork,
  audio,
  dialog,
  discovery,
  library,
  lyrics,
  metadata,
  playback,
  playlist,
  port,
  queue,
  state,
  ui,
  window,
} as const satisfies Record<ExtensionName, Namespace>;

/** Every operation of the extensions, as a tuple that keeps the types. */
export const extensionOperations = [
  ...artwork.operations,
  ...audio.operations,
  ...dialog.operations,
  ...discovery.operations,
  ...library.operations,
  ...lyrics.operations,
  ...metadata.operations,
  ...playback.operations,
  ...playlist.operations,
  ...port.operations,
  ...queue.operations,
  ...state.operations,
  ...ui.operations,
  ...window.operations,
] as const satisfies readonly Operation[];

/** Every event of the extensions. */
export const extensionEvents = [
  ...library.events ?? [],
  ...playback.events ?? [],
  ...playlist.events ?? [],
  ...port.events ?? [],
  ...state.events ?? [],
  ...window.events ?? [],
];
