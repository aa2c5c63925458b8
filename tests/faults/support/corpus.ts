/** Valid calls, lifecycle requests and signals: the seeds of fuzzing and the traffic of load tests. */

import type * as v from "valibot";
import { operations } from "../../../handlers/mod.ts";
import { signals } from "../../../host_stdio/api/signals.ts";
import { schemaOf } from "../../../host_stdio/schema_check.ts";
import type { SeededRandom } from "../../../tools/support/random.ts";
import { drawFitting } from "./arbitraries.ts";

/** Parameters of a call. */
export type Params = Readonly<Record<string, unknown>>;

const file = "/music/Aurora/01 Dawn.flac";
const handles = [file, `${file}|subsong:2`, { path: file, subsong: 1 }, "https://radio.example/live", 5, ""];
const guid = "{0A1B2C3D-0000-4000-8000-000000000001}";
const urls = [file, "https://radio.example/a.mp3", "https://radio.example/b.mp3|subsong:3", "", 7];
const rows = [
  { id: "a", label: "Play" },
  { type: "separator" },
  { id: "b", label: "More", submenu: [{ id: "c", label: "Deep", checked: true }] },
  { id: "r", label: "Rating", type: "rating", value: 3 },
  { id: "s", label: "Volume", type: "slider", min: 0, max: 10, value: 4 },
  { id: "g", label: "Mode", type: "segmented", segments: [{ label: "x" }, { label: "y" }], value: 1 },
  { id: "n", type: "nowplaying", title: "Dawn", subtitle: "Aurora" },
];

/** Valid parameters, and some that an operation refuses. The other operations are called without parameters. */
const given: Readonly<Record<string, readonly Params[]>> = {
  "clipboard.write": [{ text: "hello" }, { text: "" }],
  "clipboard.writeFiles": [{ paths: [file] }, { paths: [file, "C:\\x.mp3"] }, { paths: ["../x"] }],
  "clipboard.writeHTML": [{ html: "<b>é</b>" }, { html: "<i>x</i>", plainText: "x" }],
  "console.log": [{ message: "hello" }, { message: { a: [1] } }, { args: ["a", 1, null] }],
  "console.warn": [{ message: "careful" }],
  "console.error": [{ args: ["bad"] }],
  "jitQueue.playNow": [{ trackId: "t1", url: file, title: "Dawn" }, { trackId: "t2", url: urls[1] }],
  "jitQueue.enqueueNext": [{ trackId: "t3", url: urls[2] }, { trackId: "t4", url: file }],
  "jitQueue.stop": [{}, { clearBuffer: false }],
  "jitQueue.preloadBatch": [
    { urls },
    { urls, startIndex: 1, replace: false },
    { urls: [] },
  ],
  "log.read": [{}, { lines: 3 }, { lines: -1 }],
  "log.write": [
    { message: "a line" },
    { message: "another", file: "other.log", level: "warn", append: false },
    { args: ["x", {}], timestamp: false },
    { message: "out", file: "../out.log" },
  ],
  "menu.close": [{}, { reason: "done" }],
  "menu.getContextMenu": [{}, { mode: "handles", handles }, { locale: "de" }, { mode: "nowPlaying" }],
  "menu.getMainMenu": [{}, { root: "File" }, { i18n: false, withAvailability: false }],
  "menu.runContextCommand": [{ command: "Play" }, { command: guid, subGuid: guid }, { command: "" }],
  "menu.runContextCommandById": [{ id: 1 }, { id: 2, mode: "handles", handles }],
  "menu.runMainMenuCommand": [{ command: "File/Exit" }, { command: guid }, { command: "Play" }],
  "menu.show": [{ items: rows }, { items: rows, x: 1, y: -1, css: "a{}", closeAnimationMs: 20 }, {}],
  "misc.showLibrarySearch": [{ query: "dawn" }],
  "misc.showPopupMessage": [{ message: "hi", title: "T" }, { msg: 5 }],
  "panel.setConfig": [{ panelName: "x" }, { grabFocus: true, enableDragDrop: false }],
  "queue.add": [{ tracks: [0, 1, 99] }, { playlist: 0, track: 2 }, { tracks: [] }],
  "queue.addPaths": [{ paths: urls }, { paths: [file], useQueuePlaylist: false, playlist: 0 }],
  "queue.moveToTop": [{ index: 1 }, { index: 0 }],
  "queue.remove": [{ index: 0 }, { indices: [1, 1, 7] }],
  "selection.get": [{}, { offset: 1, limit: 2 }, { limit: 0 }],
  "selection.getViewingTrack": [{}, { includeTrackInfo: true }],
  "selection.set": [{ handles: [file, 5, `${file}|subsong:x`] }],
  "selection.setPlaylistTracking": [{ mode: "playlist" }, {}],
  "system.getApisByNamespace": [{ namespace: "queue" }, { namespace: "ext" }],
  "system.isPluginRegistered": [{ namespace: "ext" }],
  "system.listAvailableApis": [{ includeExternal: false }],
  "system.searchApis": [{ query: "QUEUE" }],
  "test.echo": [{ message: { a: [1, "é😀"] } }, { x: null }, {}],
};

/** The parameters of calls of every operation, by its name. */
export const calls: Readonly<Record<string, readonly Params[]>> = Object.fromEntries(
  operations.map(({ name }) => [name, given[name] ?? [{}]]),
);

/** More than 1,000 items: the bridge writes long arrays in parts. */
const manyItems = Array.from({ length: 1030 }, (_, index) => index % 10);

/** Calls with long arrays. The URLs do not exist, so a jitQueue session tries all of them. */
export const longCalls: readonly Omit<CorpusCall, "panel">[] = [
  { method: "test.echo", params: { message: manyItems } },
  { method: "test.echo", params: { message: { a: [manyItems, manyItems] } } },
  { method: "queue.add", params: { tracks: manyItems } },
  {
    method: "jitQueue.preloadBatch",
    params: { urls: manyItems.map((item) => `a${item}://`), replace: false },
  },
];

/** The namespace of the plugin that {@linkcode pluginRegistration} registers. */
export const PLUGIN_NAMESPACE = "ext";

/** The parameters of a `bridge.registerPlugin`. */
export const pluginRegistration: Params = {
  name: "Extension",
  namespace: PLUGIN_NAMESPACE,
  version: "1",
  apis: [{ method: "run", description: "Runs." }, { method: "a.b" }],
};

/** Parameters of lifecycle requests, by method. `bridge.shutdown` is missing because it ends the conversation. */
export const lifecycleRequests: Readonly<Record<string, readonly Params[]>> = {
  "bridge.initialize": [
    { protocolVersion: 1, player: { name: "Torture", version: "1" } },
    { protocolVersion: 2, player: {} },
  ],
  "bridge.registerPlugin": [pluginRegistration],
  "bridge.unregisterPlugin": [{ namespace: PLUGIN_NAMESPACE }, { namespace: "none" }],
};

/** The panels that call. */
export const panels: readonly string[] = ["p1", "p2", "p3"];

/** A call of a panel. */
export interface CorpusCall {
  readonly method: string;
  readonly params: Params;
  readonly panel: string | undefined;
}

const operationNames = Object.keys(calls);

/** Chooses a call of an operation, of a plugin's operation, or of a lifecycle method. */
export function validCall(random: SeededRandom): CorpusCall {
  const panel = random.happens(0.8) ? random.pick(panels) : undefined;
  if (random.happens(0.03)) {
    const method = random.pick(Object.keys(lifecycleRequests));
    return { method, params: random.pick(lifecycleRequests[method] ?? [{}]), panel: undefined };
  }
  if (random.happens(0.03)) return { method: `${PLUGIN_NAMESPACE}.run`, params: { a: 1 }, panel };
  const method = random.pick(operationNames);
  return { method, params: random.pick(calls[method] ?? [{}]), panel };
}

/** Makes a signal that fits its schema. */
export function validSignal(random: SeededRandom): { readonly method: string; readonly params: unknown } {
  const [method, { params }] = random.pick(Object.entries(signals));
  return { method, params: drawFitting(random, schemaOf<v.GenericSchema>(params)) };
}
