/**
 * The table of all namespaces and operations.
 *
 * @module
 */

import { clipboard } from "./clipboard/mod.ts";
import { console } from "./console/mod.ts";
import type { Api, Namespace } from "./core/namespace.ts";
import type { Operation, OperationTable } from "./core/operation.ts";
import { jitQueue } from "./jit_queue/mod.ts";
import { log } from "./log/mod.ts";
import { menu } from "./menu/mod.ts";
import { misc } from "./misc/mod.ts";
import { panel } from "./panel/mod.ts";
import { queue } from "./queue/mod.ts";
import { selection } from "./selection/mod.ts";
import { system } from "./system/mod.ts";
import { test } from "./test/mod.ts";

const all = [clipboard, console, jitQueue, log, menu, misc, panel, queue, selection, system, test] as const;

/** Every built-in namespace. */
export const namespaces: readonly Namespace[] = all;

/** The name of a built-in namespace. */
export type NamespaceName = (typeof all)[number]["name"];

/** The name of every built-in namespace. */
export const namespaceNames: readonly NamespaceName[] = all.map(({ name }) => name);

/** Every built-in operation, as a tuple that keeps the types. */
export const operations = [
  ...clipboard.operations,
  ...console.operations,
  ...jitQueue.operations,
  ...log.operations,
  ...menu.operations,
  ...misc.operations,
  ...panel.operations,
  ...queue.operations,
  ...selection.operations,
  ...system.operations,
  ...test.operations,
] as const satisfies readonly Operation[];

/** Every built-in operation by its full name. */
export const operationTable: OperationTable = new Map(
  operations.map((operation): [string, Operation] => [operation.name, operation]),
);

/** Every built-in event, in the order of the specification. */
export const events = [
  ...jitQueue.events ?? [],
  ...selection.events ?? [],
  ...menu.events ?? [],
];

/** Loads the extensions, each for itself: a bridge pays only for those that its player switches on. */
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
export const api: Api = { namespaces, events, extensions };
