/**
 * Tests every operation with wrong parameters and with a player that fails. The calls are generated from the documented
 * parameters (docs/openrpc.json) and from the native actions that each operation requests.
 */

import "../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { allOperations, allOperationTable } from "../../handlers/all.ts";
import { extensionOf, type FailureCode, type Operation } from "../../handlers/core/operation.ts";
import type { NativeAction } from "../../host_stdio/api/definitions.ts";
import { type ActionName, nativeActions } from "../../host_stdio/api/native_actions.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { defaultWireLimits } from "../../limits/wire.ts";
import { root } from "../../tools/tree.ts";
import { type Answer, type Outcome, PipedBridge } from "../support/piped_bridge.ts";

type OperationName = (typeof allOperations)[number]["name"];
type Params = Readonly<Record<string, unknown>>;
type Call = readonly [method: OperationName, params: Params];

/** A call that succeeds with the reference player, and the calls that it needs first. */
interface Sample {
  readonly params?: Params;
  readonly before?: readonly Call[];
  /** Whether the panel has a window of its own. */
  readonly detached?: boolean;
}

const file = "/music/Harbour Lights/Tidewater/01 Low Water.flac";
const queued: Call = ["queue.add", { playlist: 0, tracks: [0, 1] }];
const playing: Call = ["jitQueue.playNow", { trackId: "a", url: "http://radio.example:8000/live" }];
const enqueued: Call = ["jitQueue.enqueueNext", {
  trackId: "b",
  url: "https://cdn.example/sessions/live.mp3",
}];
const connected: Call = ["port.connect", { name: "a" }];
const started: Call = ["playback.play", {}];
const selected: Call = ["selection.set", { handles: [file] }];

/** The calls of operations that need parameters or a state of the player. The others are called without parameters. */
const samples: Partial<Record<OperationName, Sample>> = {
  "artwork.getAvailableTypes": { params: { path: file } },
  "artwork.getCurrent": { before: [playing] },
  "artwork.getFb2kUrl": { before: [playing] },
  "artwork.getByPath": { params: { path: file } },
  "artwork.getForTrack": { params: { path: file } },
  "artwork.getFb2kUrlByPath": { params: { path: file } },
  "artwork.getFb2kUrlByPathBatch": { params: { paths: [file] } },
  "discovery.executeMainMenuCommand": { params: { guid: "{5A3C7E10-030B-4D2B-8F61-000000000000}" } },
  "discovery.searchCommands": { params: { query: "x" } },
  "library.getAlbumTracks": { params: { album: "Tidewater" } },
  "library.getArtistTracks": { params: { artist: "Harbour Lights" } },
  "library.search": { params: { query: "water" } },
  "library.browseDirectory": { params: { path: "/music" } },
  "library.getFieldValues": { params: { field: "genre" } },
  "library.browseTree": { params: { rootId: "/music" } },
  "library.query": { params: { query: "water" } },
  "lyrics.exists": { params: { path: file } },
  "lyrics.get": { params: { path: file } },
  "metadata.read": { params: { path: file } },
  "metadata.readBatch": { params: { paths: [file] } },
  "metadata.readByPath": { params: { path: file } },
  "rating.get": { params: { path: file } },
  "titleformat.eval": { params: { path: file, pattern: "%title%" } },
  "titleformat.evalBatch": { params: { paths: [file], pattern: "%title%" } },
  "titleformat.evalFields": { params: { path: file, fields: { a: "%title%" } } },
  "titleformat.evalFieldsBatch": { params: { paths: [file], fields: { a: "%title%" } } },
  "clipboard.write": { params: { text: "x" } },
  "clipboard.writeFiles": { params: { paths: [file] } },
  "clipboard.writeHTML": { params: { html: "x" } },
  "console.log": { params: { message: "x" } },
  "console.warn": { params: { message: "x" } },
  "console.error": { params: { message: "x" } },
  "jitQueue.clear": { before: [playing, enqueued] },
  "jitQueue.enqueueNext": { params: enqueued[1], before: [playing] },
  "jitQueue.getState": { before: [playing] },
  "jitQueue.notifyEmpty": { before: [playing] },
  "jitQueue.playNow": { params: playing[1] },
  "jitQueue.preloadBatch": { params: { urls: [file] } },
  "jitQueue.skip": { before: [playing, enqueued] },
  "jitQueue.stop": { before: [playing, enqueued] },
  "log.read": { before: [["log.write", { message: "x" }]] },
  "log.write": { params: { message: "x", timestamp: false } },
  "menu.close": { before: [["menu.show", {}]] },
  "menu.runContextCommand": { params: { command: "Properties" }, before: [selected] },
  "menu.runContextCommandById": { params: { id: 2, mode: "playlist" } },
  "menu.runMainMenuCommand": { params: { command: "Console" } },
  "menu.show": { params: { items: [{ id: "a", label: "A" }] } },
  "misc.showLibrarySearch": { params: { query: "x" } },
  "misc.showPopupMessage": { params: { message: "x" } },
  "panel.setConfig": { params: { grabFocus: true, transparentBackground: true, enableDragDrop: true } },
  "playback.pause": { before: [started] },
  "playback.play": { before: [started, ["playback.pause", {}]] },
  "playback.playOrPause": { before: [started] },
  "playback.playPause": { before: [started] },
  "playback.playPath": { params: { path: file } },
  "playback.playPaths": { params: { paths: [file] } },
  "playback.setPlaybackOrder": { params: { order: 3 } },
  "playback.setPosition": { params: { position: 1 }, before: [started] },
  "playback.setVolume": { params: { volume: 50 } },
  "playlist.addHandles": { params: { playlist: 0, handles: [file] } },
  "playlist.insertTracks": { params: { playlist: 0, handles: [file] } },
  "playlist.addPaths": { params: { playlist: 0, paths: [file] } },
  "playlist.addPathsAsync": { params: { playlist: 0, paths: [file] } },
  "playlist.clear": { params: { playlist: 0 } },
  "playlist.create": { params: { name: "x", position: 1 } },
  "playlist.createAutoplaylist": { params: { name: "x", query: "water", sort: "%title%" } },
  "playlist.duplicate": { params: { playlist: 0, name: "x" } },
  "playlist.getMatchingRows": { params: { playlist: 0, query: "water" } },
  "playlist.getSelectedTracks": {
    params: { playlist: 0 },
    before: [["playlist.setSelection", { indices: [1] }]],
  },
  "playlist.getTracks": { params: { playlist: 0 } },
  "playlist.getTracksAt": { params: { playlist: 0, rows: [0] } },
  "playlist.moveTracks": { params: { playlist: 0, items: [0], delta: 1 } },
  "playlist.playPaths": { params: { paths: [file] } },
  "playlist.playTrack": { params: { playlist: 0, track: 1 } },
  "playlist.remove": { params: { playlist: 0 } },
  "playlist.removeTracks": { params: { playlist: 0, items: [0] } },
  "playlist.rename": { params: { playlist: 0, name: "x" } },
  "playlist.removeSelectedTracks": {
    params: { playlist: 0 },
    before: [["playlist.setSelection", { playlist: 0, indices: [1] }]],
  },
  "playlist.reorder": { params: { playlist: 3, newOrder: [3, 2, 1, 0] } },
  "playlist.replaceAllAndPlay": { params: { playlist: 3, paths: [file] }, before: [selected] },
  "playlist.reverse": { params: { playlist: 0 } },
  "playlist.setActive": { params: { playlist: 1 } },
  "playlist.setFocusedTrack": { params: { playlist: 0, index: 1 } },
  "playlist.setSelection": { params: { playlist: 0, indices: [1] } },
  "playlist.shuffle": { params: { playlist: 0 } },
  "playlist.sort": { params: { playlist: 0, pattern: "%title%" } },
  "port.disconnect": { params: { portId: "port-1" }, before: [connected] },
  "port.postMessage": { params: { portId: "port-1", message: 1 }, before: [connected, connected] },
  "port.postMessageTo": {
    params: { portId: "port-1", targetPortId: "port-2", message: 1 },
    before: [connected, connected],
  },
  "queue.add": { params: { playlist: 0, tracks: [0] } },
  "queue.addPaths": { params: { paths: [file], playlist: 0, useQueuePlaylist: false } },
  "queue.clear": { before: [queued] },
  "queue.flush": { before: [queued] },
  "queue.get": { before: [queued] },
  "queue.moveToTop": { params: { index: 1 }, before: [queued] },
  "queue.remove": { params: { index: 0 }, before: [queued] },
  "queue.insertNext": { params: { items: [{ playlist: 0, item: 2 }], paths: [file] } },
  "queue.playNow": { params: { index: 1 }, before: [queued, playing] },
  "queue.setContents": { params: { items: [{ queueIndex: 1 }, { playlist: 0, item: 2 }] }, before: [queued] },
  "selection.set": { params: { handles: [file] } },
  "selection.setPlaylistTracking": { params: { mode: "playlist" } },
  "system.getApisByNamespace": { params: { namespace: "queue" } },
  "system.isPluginRegistered": { params: { namespace: "queue" } },
  "system.searchApis": { params: { query: "queue" } },
  "window.close": { detached: true },
  "window.maximize": { detached: true },
  "window.minimize": { detached: true },
  "window.restore": { detached: true },
  "window.startDrag": { detached: true },
  "window.toggleMaximize": { detached: true },
};

/** The parameters of a call that succeeds. Without a sample, an operation that needs some has those of its example. */
function sampleParams(method: OperationName): Params {
  const sample = samples[method];
  if (sample) return sample.params ?? {};
  const { params, examples = [] } = documentedOperation(method);
  if (!params.some(({ required }) => required)) return {};
  return Object.fromEntries((examples[0]?.params ?? []).map(({ name, value }) => [name, value]));
}

/** The native actions and the outcome of a call. */
interface Trial {
  readonly outcome: Outcome;
  readonly asked: readonly ActionName[];
}

interface TrialOptions {
  /** The parameters; those of the sample when left out. */
  readonly params?: Params;
  /** Answers the call's native actions in place of the player. */
  readonly answer?: (bridge: PipedBridge) => Answer;
}

/** Makes a call on a new bridge, after the calls that its sample needs first. */
async function trial(
  method: OperationName,
  { params = sampleParams(method), answer }: TrialOptions = {},
): Promise<Trial> {
  const [made] = await trials(method, [params], answer);
  assert(made);
  return made;
}

/** Makes calls one after the other on a new bridge, after the calls that the sample needs first. */
async function trials(
  method: OperationName,
  calls: readonly Params[],
  answer?: TrialOptions["answer"],
): Promise<Trial[]> {
  const directory = method.startsWith("log.") ? await Deno.makeTempDir({ prefix: "tonearm-test-" }) : "/none";
  try {
    await using bridge = new PipedBridge(directory);
    const operation = allOperationTable.get(method);
    const extension = operation && extensionOf(operation);
    if (extension) await bridge.initialize({ extensions: [extension] });
    if (samples[method]?.detached) bridge.player.user.detachPanel("p1");
    for (const [before, given] of samples[method]?.before ?? []) await bridge.call(before, given);
    await macrotask();
    if (answer) bridge.answer = answer(bridge);
    const made: Trial[] = [];
    for (const params of calls) {
      bridge.asked.length = 0;
      const outcome = await bridge.call(method, params);
      assertEquals(bridge.defects, []);
      // The log directory differs between trials, so it is removed from the path.
      if (outcome.path !== undefined) outcome.path = outcome.path.replace(directory, "");
      if (method === "library.getRandomTracks" && outcome.tracks) outcome.tracks = outcome.tracks.length;
      made.push({ outcome, asked: [...new Set(bridge.asked.map(({ method }) => method))] });
    }
    return made;
  } finally {
    if (directory !== "/none") await Deno.remove(directory, { recursive: true });
  }
}

/** Waits until the work of the earlier calls has finished. */
async function macrotask(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

function isSuccess(operation: Operation, outcome: Outcome): boolean {
  return operation.failure === "error" ? outcome.code === undefined : outcome.success === true;
}

/** The outcome of a failed call: a result, or a JSON-RPC error when the operation has no `success` field. */
function failed(operation: Operation, error: string, code: number): Outcome {
  return operation.failure === "error" ? { code, message: error } : failedResult(
    operation,
    error,
    code === rpcErrors.playerDidNotAnswer.code ? "TIMEOUT" : "OPERATION_FAILED",
  );
}

/** A failed result, with the code that those of extensions have. */
function failedResult(operation: Operation, error: string, code: FailureCode): Outcome {
  const isUnsupported = error.startsWith("Not supported by this player");
  return {
    success: false,
    ...operation.failureDefaults,
    error,
    ...extensionOf(operation) && { code: isUnsupported ? "NOT_SUPPORTED" : code },
  };
}

const openrpc: { readonly methods: readonly DocumentedOperation[] } = JSON.parse(
  await Deno.readTextFile(new URL("docs/openrpc.json", root)),
);

function documentedOperation(method: string): DocumentedOperation {
  const found = openrpc.methods.find(({ name }) => name === method);
  assert(found, `docs/openrpc.json has no ${method}: \`deno task docs\` writes it`);
  return found;
}

/** A parameter as docs/openrpc.json documents it. */
interface DocumentedParam {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: DocumentedSchema;
}

/** An operation as docs/openrpc.json documents it. */
interface DocumentedOperation {
  readonly name: string;
  readonly params: readonly DocumentedParam[];
  readonly examples?: readonly { readonly params: readonly { name: string; value: unknown }[] }[];
}

interface DocumentedSchema {
  readonly type?: string;
  readonly anyOf?: readonly DocumentedSchema[];
  readonly enum?: readonly unknown[];
  readonly items?: DocumentedSchema;
}

const prototypeNames = ["constructor", "__proto__", "toString", "hasOwnProperty"];
const anyJson = ["text", "5", true, 5, 1.5, 2 ** 53, [], [5], {}, { length: 1 }];

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "an integer",
  boolean: "a boolean",
  number: "a number",
  array: "an array",
  object: "an object",
};

/** By parameter, the other parameters that make the operation ignore it. */
const excludes: Readonly<Record<string, readonly string[]>> = {
  "artwork.getFb2kUrlByPathBatch items": ["paths"],
  "console.error args": ["message"],
  "console.log args": ["message"],
  "console.warn args": ["message"],
  "log.write args": ["message"],
  "playback.setPosition seconds": ["position"],
  "playlist.getTrackCount index": ["playlist"],
  "playlist.getSelectedTracks index": ["playlist"],
  "playlist.getTracks index": ["playlist"],
  "playlist.moveTracks index": ["playlist"],
  "playlist.removeTracks index": ["playlist"],
  "playlist.setSelection index": ["playlist"],
  "playlist.shuffle index": ["playlist"],
  "playlist.sort index": ["playlist"],
  "queue.add track": ["tracks"],
  "queue.remove indices": ["index"],
};

/** Error texts for a wrong type other than `<name> must be a …`. */
const ownTexts: Readonly<Record<string, string>> = {
  "artwork.getFb2kUrlByPathBatch items": "paths or items array is required",
  "artwork.getFb2kUrlByPathBatch paths": "paths or items array is required",
  "clipboard.writeFiles paths": "paths array is required",
  "jitQueue.preloadBatch urls": "Empty URL list",
  "log.write file": "Invalid log file name",
  "menu.runContextCommandById id": "id is required",
  "playback.playPaths paths": "paths array is required",
  "playlist.playPaths paths": "paths array is required",
  "playback.setPlaybackOrder order": "Invalid order",
  "selection.set handles": "handles array is required",
};

/** Error texts for a missing parameter other than `<name> is required`. */
const missingTexts: Readonly<Record<string, string>> = {
  ...ownTexts,
  "playback.setPlaybackOrder order": "order is required",
  "playlist.addHandles handles": "No paths specified",
  "playlist.insertTracks handles": "No paths specified",
  "playlist.addPaths paths": "No paths specified",
  "playlist.addPathsAsync paths": "No paths specified",
  "playlist.createAutoplaylist query": "Query is required",
  "playlist.replaceAllAndPlay paths": "No paths specified",
  "playlist.setActive playlist": "Invalid playlist index",
  "queue.addPaths paths": "No paths specified",
  "queue.moveToTop index": "Invalid index or already at top",
};

/** Returns the native action that an operation may request before it checks its parameters. */
function checkedFirst(method: string): ActionName | undefined {
  if (method === "queue.remove") return "player.queue.ids";
  const checksLock = method === "playback.playPaths" || method.startsWith("playlist.");
  return checksLock ? "player.playlist.list" : undefined;
}

/** Returns the parameters of a sample without those that make the operation ignore the named one. */
function alone(method: string, sample: Params, name: string): Params {
  const left = excludes[`${method} ${name}`] ?? [];
  return Object.fromEntries(Object.entries(sample).filter(([key]) => !left.includes(key)));
}

function typesOf({ type, anyOf }: DocumentedSchema): readonly string[] {
  return anyOf ? anyOf.flatMap(typesOf) : type === undefined ? [] : [type];
}

/** Whether a value has the documented type. A schema without a type accepts any value. */
function fits(schema: DocumentedSchema, value: unknown): boolean {
  const types = typesOf(schema);
  const type = Number.isSafeInteger(value) ? "integer" : Array.isArray(value) ? "array" : typeof value;
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Whether a value of a wrong type counts as a missing parameter. */
function hasDefault({ failure }: Operation, { name, schema }: DocumentedParam): boolean {
  const isChoice = [schema, ...schema.anyOf ?? []].some((each) => each.enum !== undefined);
  return failure !== undefined || isChoice || name === "closeAnimationMs";
}

/** Returns values that the operation refuses for a parameter, each with the error text. */
function misfits(method: string, operation: Operation, param: DocumentedParam): [unknown, string][] {
  const { name, schema, required } = param;
  const found: [unknown, string][] = [];
  const text = `${method} ${name}`;
  if (required) {
    for (const value of [undefined, null]) found.push([value, missingTexts[text] ?? `${name} is required`]);
  }
  if (hasDefault(operation, param)) return found;
  const [type] = typesOf(schema);
  if (type === undefined) return found;
  for (const value of anyJson) {
    if (!fits(schema, value)) found.push([value, ownTexts[text] ?? `${name} must be ${typeNames[type]}`]);
  }
  const items = [schema, ...schema.anyOf ?? []].find((each) => each.items)?.items;
  if (items?.type === "integer" || method === "clipboard.writeFiles") {
    const [first, item] = items?.type === "integer" ? [0, "an integer"] : [file, "a string"];
    for (const value of anyJson) {
      if (items && !fits(items, value)) found.push([[first, value], `${name}[1] must be ${item}`]);
    }
  }
  return found;
}

/** Returns values that count as a missing parameter. */
function defaulted(operation: Operation, param: DocumentedParam): unknown[] {
  // For a parameter that accepts any JSON, null is a value.
  if (typesOf(param.schema).length === 0) return [];
  if (!hasDefault(operation, param)) return [null];
  return [null, ...anyJson.filter((value) => !fits(param.schema, value))];
}

for (const method of allOperations.map(({ name }) => name)) {
  const operation = allOperationTable.get(method);
  assert(operation);

  const { params } = documentedOperation(method);

  if (params.length > 0 && method !== "test.echo") {
    Deno.test(`${method} names a wrong or missing parameter and does not ask the player`, async () => {
      const sample = sampleParams(method);
      const wrong = params.flatMap((param) =>
        misfits(method, operation, param).map(([value, error]) => ({
          given: { ...alone(method, sample, param.name), [param.name]: value },
          error,
        }))
      );
      // Refused calls change nothing, so one bridge serves them all.
      const made = await trials(method, wrong.map(({ given }) => given));
      for (const [at, { given, error }] of wrong.entries()) {
        const { code } = made[at]?.outcome ?? {};
        const isIndex = code === "INVALID_INDEX" && error === "Invalid playlist index";
        const expected = failedResult(operation, error, isIndex ? code : "INVALID_PARAMS");
        assertEquals(made[at]?.outcome, expected, JSON.stringify(given));
        const others = made[at]?.asked.filter((action) => action !== checkedFirst(method));
        assertEquals(others, [], JSON.stringify(given));
      }
    });

    Deno.test(`${method} treats null, and a wrong value with a default, as a missing parameter`, async () => {
      const sample = sampleParams(method);
      for (const param of params) {
        if (param.required) continue;
        const base = alone(method, sample, param.name);
        const { [param.name]: _left, ...without } = base;
        const absent = await trial(method, { params: without });
        for (const value of defaulted(operation, param)) {
          const given = { ...base, [param.name]: value };
          assertEquals(await trial(method, { params: given }), absent, JSON.stringify(given));
        }
      }
    });

    Deno.test(`${method} treats the texts "constructor" and "__proto__" like any other`, async () => {
      const sample = sampleParams(method);
      for (const param of params) {
        if (!fits(param.schema, "text")) continue;
        const outcomes: string[] = [];
        for (const name of ["no such name", ...prototypeNames]) {
          const given = { ...alone(method, sample, param.name), [param.name]: name };
          const { outcome } = await trial(method, { params: given });
          outcomes.push(JSON.stringify(outcome).replaceAll(name, ""));
        }
        assertEquals(new Set(outcomes).size, 1, `${param.name}: ${outcomes.join("\n")}`);
      }
    });
  }

  if (method !== "test.echo" && method !== "test.ping") {
    Deno.test(`${method} ignores parameters that it does not have`, async () => {
      const sample = sampleParams(method);
      const unknown = Object.fromEntries(
        [...prototypeNames, "unknown"].map((name, at) => [name, [at, null]]),
      );
      const known = await trial(method);
      assert(isSuccess(operation, known.outcome), `the sample fails: ${JSON.stringify(known.outcome)}`);
      assertEquals(await trial(method, { params: { ...unknown, ...sample } }), known);
    });
  }
}

/** The ways in which a native action fails. */
const faults = ["an error", "no such action", "an unusable result", "silence", "an exit"] as const;

type Fault = (typeof faults)[number];

const broken = { error: { code: -32000, message: "it broke" } };
const lacking = { error: { code: -32601, message: "no such action" } };

/** Answers some native actions in place of the player. */
function failing(fault: Fault, ...actions: readonly ActionName[]): (bridge: PipedBridge) => Answer {
  return (bridge) => ({ method }) => {
    if (!actions.includes(method)) return undefined;
    switch (fault) {
      case "an error":
        return broken;
      case "no such action":
        return lacking;
      case "an unusable result":
        return { result: null };
      case "silence":
        setTimeout(() => bridge.clock.advance(defaultWireLimits.actionTimeoutMs), 0);
        return "silence";
      case "an exit":
        bridge.leave();
        return "silence";
    }
  };
}

/** Returns the error text for a fault, and the error code for operations that fail with a JSON-RPC error. */
function faultText(fault: Fault, action: ActionName): [text: string, code: number] {
  switch (fault) {
    case "an error":
      return ["Player action failed: it broke", -32002];
    case "no such action":
      return [`Not supported by this player: ${action}`, -32002];
    case "an unusable result":
      return [
        `Player action failed: ${action} answered a result that is not an object`,
        -32002,
      ];
    case "silence":
    case "an exit":
      return ["Player did not answer", -32001];
  }
}

/** The native actions whose failure does not change the answer. */
const optionalActions: Partial<Record<OperationName, readonly ActionName[]>> = {
  "jitQueue.clear": ["player.playback.setOrder", "player.playlist.list", "player.playlist.lock"],
  "jitQueue.preloadBatch": ["player.playlist.lock"],
  "jitQueue.skip": ["player.playlist.remove"],
  "jitQueue.stop": ["player.playback.setOrder", "player.playlist.list", "player.playlist.lock"],
  "menu.close": ["player.overlay.close"],
  "menu.getContextMenu": ["player.playback.nowPlaying", "player.selection.get"],
  "menu.runContextCommandById": ["player.selection.get"],
  "menu.showNativePopup": ["player.playback.nowPlaying", "player.selection.get"],
  "misc.showPopupMessage": ["player.app.showPopup"],
  // Requested for the events about the started track.
  "playback.playPath": ["player.playback.nowPlaying"],
  "playback.playPaths": ["player.playback.nowPlaying"],
  "playlist.addPathsAsync": ["player.media.authorize", "player.media.resolve", "player.playlist.append"],
  "playlist.remove": ["player.selection.get"],
  "playlist.setActive": ["player.selection.get"],
  "playlist.selectAll": ["player.selection.get"],
  "playlist.setSelection": ["player.selection.get"],
  // The session of its sample is interrupted.
  "queue.playNow": ["player.playback.setOrder", "player.playlist.list"],
  "selection.getViewingTrack": ["player.selection.get", "player.playback.nowPlaying"],
  "selection.set": ["player.selection.get"],
  "selection.setPlaylistTracking": ["player.selection.get"],
  "ui.showContextMenu": ["player.playback.nowPlaying", "player.selection.get"],
};

/** The native actions for whose answer the operation waits only a second. */
const brieflyAwaited: Partial<Record<OperationName, ActionName>> = {
  "jitQueue.clear": "player.playlist.remove",
  "jitQueue.stop": "player.playlist.remove",
};

/** The native action whose failure is reported in an entry of a successful result; fixtures show it. */
const toldInEntry: Partial<Record<OperationName, ActionName>> = {
  "artwork.getFb2kUrlByPathBatch": "player.artwork.get",
};

/** The native actions that the operation can do without when the player does not support them. */
const replaceableActions: Partial<Record<OperationName, ActionName>> = {
  "config.getComponents": "player.app.components",
  "discovery.executeMainMenuCommand": "player.menu.build",
  "discovery.getComponents": "player.app.components",
  "menu.getMainMenu": "player.menu.build",
  "menu.runContextCommand": "player.playback.nowPlaying",
  "menu.runMainMenuCommand": "player.menu.build",
};

/** The native actions that the sample needs although not every call of the operation does. */
const sometimesNeeded: Partial<Record<OperationName, readonly ActionName[]>> = {
  "jitQueue.clear": ["player.playlist.remove"],
  "jitQueue.playNow": ["player.playlist.create"],
  "jitQueue.preloadBatch": ["player.playlist.create"],
  "jitQueue.stop": ["player.playlist.remove"],
  "artwork.getAvailableTypes": ["player.media.authorize"],
  "lyrics.exists": ["player.media.authorize"],
  "lyrics.get": ["player.media.authorize"],
  "titleformat.eval": ["player.media.authorize"],
  "titleformat.evalFields": ["player.media.authorize"],
  "playback.pause": ["player.playback.pause"],
  "playback.play": ["player.playback.pause"],
  "playback.playOrPause": ["player.playback.pause"],
  "playback.playPause": ["player.playback.pause"],
  "ui.showContextMenu": ["player.menu.popup"],
  "menu.runContextCommand": ["player.selection.get", "player.menu.build"],
  "playlist.replaceAllAndPlay": ["player.playback.stop", "player.playback.play"],
  "queue.get": ["player.playlist.list"],
  "queue.insertNext": ["player.playlist.create"],
};

/** Returns the operation's own error text for a fault; undefined when it uses the general one. */
function ownFaultText(method: OperationName, action: ActionName, fault: Fault): string | undefined {
  if (method.includes("Context") && action === "player.menu.build") {
    return "Failed to initialize context menu";
  }
  if (method === "selection.set" && fault === "an error") return "Failed to acquire selection holder";
  return undefined;
}

for (const method of allOperations.map(({ name }) => name)) {
  const operation = allOperationTable.get(method);
  assert(operation);

  Deno.test(`${method} reports a player that fails, for each native action and each failure`, async () => {
    const sound = await trial(method);
    assert(isSuccess(operation, sound.outcome), `the sample fails: ${JSON.stringify(sound.outcome)}`);
    const mayFail = (action: ActionName) => optionalActions[method]?.includes(action) ?? false;
    for (const [at, action] of sound.asked.entries()) {
      if (toldInEntry[method] === action) continue;
      const { waitsForUser }: NativeAction = nativeActions[action];
      for (const fault of faults) {
        if (fault === "silence" && waitsForUser) continue;
        const { outcome } = await trial(method, { answer: failing(fault, action) });
        if (fault === "no such action" && replaceableActions[method] === action) {
          assert(isSuccess(operation, outcome), `${action}: ${fault}`);
          continue;
        }
        // After an exit, the next action that is not optional fails.
        const reported = fault === "an exit" ? sound.asked.slice(at).find((each) => !mayFail(each)) : action;
        const isLeft = fault === "silence" && brieflyAwaited[method] === action;
        if (reported === undefined || mayFail(reported) || isLeft) {
          assertEquals(outcome, sound.outcome, `${action}: ${fault}`);
          continue;
        }
        const [text, code] = faultText(fault, reported);
        const expected = failed(operation, ownFaultText(method, reported, fault) ?? text, code);
        assertEquals(outcome, expected, `${action}: ${fault}`);
      }
    }
  });

  Deno.test(`${method} needs the native actions that its definition lists`, async () => {
    const { asked } = await trial(method);
    const isRefused = async (...actions: readonly ActionName[]) =>
      !isSuccess(operation, (await trial(method, { answer: failing("no such action", ...actions) })).outcome);
    const refused: ActionName[] = [];
    for (const action of asked) if (await isRefused(action)) refused.push(action);
    const needs = allOperationTable.get(method)?.needs ?? [];
    const listed: readonly ActionName[] = needs.filter((need) => typeof need === "string");
    assertEquals(refused.filter((action) => !listed.includes(action)), sometimesNeeded[method] ?? []);
    // A jitQueue session and playlist.addPathsAsync also request actions after the answer.
    if (!method.startsWith("jitQueue.") && method !== "playlist.addPathsAsync") {
      assertEquals(listed.filter((action) => !refused.includes(action)), []);
    }
    for (const need of needs) {
      if (typeof need !== "string") assert(await isRefused(...need), `all of ${need}`);
    }
  });
}
