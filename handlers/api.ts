/** What a bridge serves. */

import type { Api } from "./core/namespace.ts";
import { namespaces } from "./namespaces.ts";

/** Loads each extension. */
const extensions: Api["extensions"] = {
  artwork: async () => (await import("./extensions/artwork/mod.ts")).artwork,
  audio: async () => (await import("./extensions/audio/mod.ts")).audio,
  dialog: async () => (await import("./extensions/dialog/mod.ts")).dialog,
  discovery: async () => (await import("./extensions/discovery/mod.ts")).discovery,
  library: async () => (await import("./extensions/library/mod.ts")).library,
  lyrics: async () => (await import("./extensions/lyrics/mod.ts")).lyrics,
  metadata: async () => (await import("./extensions/metadata/mod.ts")).metadata,
  playback: async () => (await import("./extensions/playback/mod.ts")).playback,
  playlist: async () => (await import("./extensions/playlist/mod.ts")).playlist,
  port: async () => (await import("./extensions/port/mod.ts")).port,
  queue: async () => (await import("./extensions/queue/mod.ts")).queue,
  state: async () => (await import("./extensions/state/mod.ts")).state,
  ui: async () => (await import("./extensions/ui/mod.ts")).ui,
  window: async () => (await import("./extensions/window/mod.ts")).window,
};

/** What a bridge serves. */
export const api: Api = { namespaces, sending: ["jitQueue", "selection", "menu"], extensions };
