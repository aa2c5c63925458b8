import { assert, assertEquals, assertMatch } from "@std/assert";
import { Ajv, type ValidateFunction } from "ajv";
import * as v from "valibot";
import { allEvents, allOperations } from "../../../handlers/all.ts";
import { documentedSchema } from "../../../handlers/core/documented_schema.ts";
import { resultSchema } from "../../../handlers/core/error_texts.ts";
import { noParams, type Operation } from "../../../handlers/core/operation.ts";
import { extensionNames } from "../../../host_stdio/api/extension_names.ts";
import { nativeActions } from "../../../host_stdio/api/native_actions.ts";
import { signals } from "../../../host_stdio/api/signals.ts";
import { lifecycle } from "../../../host_stdio/lifecycle.ts";
import { embedBridge } from "../../../mod.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { examplesIn } from "../../../tools/docs/examples.ts";
import {
  bridgeDocument,
  type Method,
  type OpenRpcDocument,
  playerDocument,
} from "../../../tools/docs/open_rpc.ts";
import { findFixtures, fixturesFolder, loadFixture } from "../../../tools/fixtures/load_fixtures.ts";
import { jsonSchemaPackage, openRpcPackage } from "../../../tools/packages/meta_schemas.ts";
import { setDeadline } from "../../support/deadline.ts";
import { slowTest } from "../../support/test_all.ts";

// Some tests read all fixtures.
setDeadline(120_000);

// The packages' types do not describe their exports.
const { openrpcDocument } = openRpcPackage as unknown as { openrpcDocument: Record<string, unknown> };
const { jsonSchema } = jsonSchemaPackage as unknown as {
  jsonSchema: {
    [key: string]: unknown;
    definitions: { JSONSchemaObject: { properties: { $ref: unknown } } };
  };
};

const all: readonly Operation[] = allOperations;
const bridge = bridgeDocument(new Map());
const player = playerDocument();
const documents = { bridge, player };

/** A validator with its errors. */
function validator(document: OpenRpcDocument): (schema: object) => ValidateFunction {
  // Strict: a misspelt or useless keyword is an error.
  const ajv = new Ajv({ strict: true, strictTuples: false, allErrors: true });
  const local = (schema: object): object =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"https://shapes.invalid/'));
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(local(schema), `https://shapes.invalid/${name}`);
  }
  return (schema) => ajv.compile(local(schema));
}

/**
 * Prepares a meta-schema for ajv: removes the name of its own meta-schema, which ajv does not know (it is draft-07),
 * unifies the two spellings of the other one's name, and inlines the schema of the property `$ref`, which ajv takes for
 * a reference.
 */
function readable({ $schema: _version, ...schema }: Record<string, unknown>): object {
  const text = JSON.stringify(schema)
    .replaceAll(
      '{"$ref":"https://meta.json-schema.tools/#/definitions/JSONSchemaObject/properties/$ref"}',
      JSON.stringify(jsonSchema.definitions.JSONSchemaObject.properties.$ref),
    )
    .replaceAll("https://meta.json-schema.tools/", "https://meta.json-schema.tools");
  return JSON.parse(text);
}

function method({ methods }: OpenRpcDocument, name: string): Method {
  const found = methods.find((each) => each.name === name);
  assert(found, name);
  return found;
}

function paramsSchema({ params }: Method): object {
  return {
    type: "object",
    properties: Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
    required: params.filter(({ required }) => required).map(({ name }) => name),
  };
}

for (const [name, document] of Object.entries(documents)) {
  Deno.test(`the OpenRPC document of the ${name} fits the meta schema of OpenRPC`, () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema(readable(jsonSchema));
    const validate = ajv.compile(readable(openrpcDocument));
    assert(validate(document), ajv.errorsText(validate.errors));
    assertEquals(validate({ ...document, methods: [{ name: "incomplete" }] }), false);
  });

  Deno.test(`every schema in the OpenRPC document of the ${name} is a valid JSON Schema`, () => {
    const compile = validator(document);
    for (const each of document.methods) {
      for (const { schema } of each.params) compile(schema);
      if (each.result) compile(each.result.schema);
    }
    for (const schema of Object.values(document.components.schemas)) compile(schema);
    for (const { payload } of Object.values(document["x-events"] ?? {})) compile(payload);
  });

  Deno.test(`every reference in the OpenRPC document of the ${name} is valid, and every shape is used`, () => {
    const text = JSON.stringify({ ...document, components: { schemas: document.components.schemas } });
    const used = new Set<string>();
    for (const [, kind = "", part = ""] of text.matchAll(/"\$ref":\s*"#\/components\/(\w+)\/(\w+)"/g)) {
      assert(kind === "schemas" || kind === "errors", kind);
      assert(Object.hasOwn(document.components[kind], part), part);
      if (kind === "schemas") used.add(part);
    }
    assertEquals([...used].sort(), Object.keys(document.components.schemas).sort());
  });

  Deno.test(`every method in the OpenRPC document of the ${name} has a unique name and a summary`, () => {
    const names = document.methods.map(({ name }) => name);
    assertEquals(new Set(names).size, names.length);
    for (const { summary } of document.methods) assertMatch(summary, /^[A-Z].+\.$/);
  });
}

Deno.test("the OpenRPC document of the bridge has every operation, lifecycle message, signal and event", () => {
  assertEquals(bridge.methods.map(({ name }) => name), [
    ...all.map(({ name }) => name),
    ...Object.keys(lifecycle),
    ...Object.keys(signals),
  ]);
  assertEquals(Object.keys(bridge["x-events"] ?? {}), allEvents.map(({ name }) => name));
});

Deno.test("the OpenRPC document of the player has every native action and the events", () => {
  assertEquals(player.methods.map(({ name }) => name), [...Object.keys(nativeActions), "event"]);
});

Deno.test("exactly the methods with answers have results", () => {
  for (const { name, result } of bridge.methods) {
    const isNotification = name.startsWith("signal.") || name === "bridge.cancel" ||
      name === "bridge.panelClosed";
    assertEquals(result === undefined, isNotification, name);
  }
  assertEquals(player.methods.filter(({ result }) => !result).map(({ name }) => name), ["event"]);
});

Deno.test("every parameter of every operation is described", () => {
  for (const { name, params } of all) {
    if (params === noParams) {
      assertEquals(method(bridge, name).params, []);
      continue;
    }
    const { entries } = documentedSchema(params()) as unknown as { entries: object };
    assertEquals(method(bridge, name).params.map((each) => each.name), Object.keys(entries), name);
    for (const { name: parameter, description = "" } of method(bridge, name).params) {
      assertMatch(description, /^(`\w+` |[A-Z]).+\.$/, `${name} ${parameter}`);
    }
  }
});

Deno.test("every description ends like a sentence", () => {
  for (const document of Object.values(documents)) {
    for (const [, text = ""] of JSON.stringify(document).matchAll(/"description":"((?:[^"\\]|\\.)*)"/g)) {
      assertMatch(text, /\.$/);
    }
  }
});

/**
 * Parameters with which operations succeed with a reference player, in an order that makes them succeed. The operations
 * that are not here are called with the parameters of their example, after these.
 */
const calls: readonly (readonly [name: string, params?: Record<string, unknown>])[] = [
  ["clipboard.write", { text: "t" }],
  ["clipboard.writeFiles", { paths: ["/music/a.flac"] }],
  ["clipboard.writeHTML", { html: "<b>h</b>", plainText: "h" }],
  ["clipboard.read"],
  ["console.log", { message: { any: "JSON" } }],
  ["console.warn", { args: [1, "two", null] }],
  ["console.error", { message: "m", args: null }],
  ["log.write", { message: "m", file: "a.log", level: "debug", append: true, timestamp: false }],
  ["log.read", { lines: 5 }],
  ["log.clear"],
  ["queue.add", { playlist: 0, tracks: [0, 1, 2] }],
  ["queue.add", { track: 100000 }],
  ["queue.addPaths", { paths: ["https://radio.example/a", "https://radio.example/b|subsong:1"] }],
  ["queue.get"],
  ["queue.getCount"],
  ["queue.moveToTop", { index: 1 }],
  ["queue.remove", { index: 0 }],
  ["queue.remove", { indices: [0, 0, 99999] }],
  ["queue.flush"],
  ["queue.clear"],
  ["selection.set", { handles: ["https://radio.example/a"] }],
  ["selection.get", { offset: 0, limit: 1 }],
  ["selection.get"],
  ["selection.getType"],
  ["selection.getViewerMode"],
  ["selection.getViewingTrack", { includeTrackInfo: true }],
  ["selection.getViewingTrack"],
  ["selection.setPlaylistTracking", { mode: "playlist" }],
  ["jitQueue.playNow", { trackId: "t1", url: "https://radio.example/a", title: "A" }],
  ["jitQueue.enqueueNext", { trackId: "t2", url: "https://radio.example/b" }],
  ["jitQueue.getState"],
  ["jitQueue.skip"],
  ["jitQueue.preloadBatch", { urls: ["https://radio.example/c", ""], startIndex: 0, replace: true }],
  ["jitQueue.notifyEmpty"],
  ["jitQueue.stop", { clearBuffer: true }],
  ["jitQueue.clear"],
  ["menu.getContextMenu", {
    mode: "playlist",
    handles: ["/a", { path: "/b", subsong: null }],
    i18n: true,
    locale: "de",
  }],
  ["menu.getContextMenu", { withAvailability: false }],
  ["menu.getMainMenu", { locale: "ja", root: "" }],
  ["menu.runContextCommandById", { id: 0, mode: "playlist" }],
  ["menu.runContextCommand", { command: "no such command" }],
  ["menu.runMainMenuCommand", { command: "Stop" }],
  ["menu.runMainMenuCommand", { command: "no such command" }],
  ["menu.show", {
    items: [{ id: "a", label: "A", submenu: [{ type: "slider", value: 1, min: 0, max: 2 }] }, {
      type: "separator",
    }],
    x: 1,
    y: -1,
    backdrop: "mica",
    closeAnimationMs: 10,
  }],
  ["menu.show", { items: Array.from({ length: 513 }, () => ({})) }],
  ["menu.close", { reason: "r" }],
  ["menu.showNativePopup", { mode: "playlist" }],
  ["misc.showConsole"],
  ["misc.showPreferences"],
  ["misc.getComponentPath"],
  ["misc.getFoobarPath"],
  ["misc.getProfilePath"],
  ["misc.showLibrarySearch", { query: "q" }],
  ["misc.showPopupMessage", { message: "m", msg: "old", title: "T" }],
  ["panel.getConfig"],
  ["panel.setConfig", { panelName: "Other", grabFocus: null }],
  ["system.getApiStats"],
  ["system.getApisByNamespace", { namespace: "queue" }],
  ["system.getDPI"],
  ["system.getLocale"],
  ["system.getRegisteredPlugins"],
  ["system.getTheme"],
  ["system.isPluginRegistered", { namespace: "notes" }],
  ["system.listAvailableApis", { includeExternal: true, includeInternal: false }],
  ["system.searchApis", { query: "queue" }],
  ["test.echo", { message: null, more: 1 }],
  ["test.ping"],
  ["misc.restart"],
  ["misc.exit"],
  ["artwork.getCurrent"],
  ["artwork.getForTrack", { path: "/music/Harbour Lights/Tidewater/01 Low Water.flac" }],
  ["artwork.getForTrack", { path: "/nothing" }],
  ["artwork.getFb2kUrl", { type: "banner" }],
  ["artwork.getFb2kUrlByPath", { path: "/music/Harbour Lights/Tidewater/01 Low Water.flac" }],
  ["artwork.getFb2kUrlByPathBatch", { paths: ["/music/Harbour Lights/Tidewater/01 Low Water.flac", ""] }],
  ["audio.getStreamInfo"],
  ["discovery.executeMainMenuCommand", { guid: "x" }],
  ["discovery.getComponents"],
  ["discovery.searchCommands", { query: "play" }],
  ["library.search", { query: "water", offset: 1, limit: 1 }],
  ["library.search", { query: "(" }],
  ["library.getAlbums", { sort: "year", query: "a", offset: 0, limit: 2 }],
  ["library.getAlbumTracks", { album: "Tidewater", artist: "Harbour Lights", limit: 1 }],
  ["library.getArtists", { sort: "albumCount", limit: 2 }],
  ["library.getArtistTracks", { artist: "Harbour Lights", limit: 1 }],
  ["library.getGenres"],
  ["library.getAll", { start: 1, count: 1 }],
  ["library.getAll", { offset: 1, limit: 1 }],
  ["library.getCount"],
  ["library.getStats"],
  ["library.getRandomTracks", { count: 1 }],
  ["library.getRecentlyAdded", { limit: 1 }],
  ["library.getRecentlyAdded", { limit: 1, sortBy: "modified" }],
  ["library.refresh"],
  ["lyrics.get", { path: "/music/Harbour Lights/Tidewater/01 Low Water.flac" }],
  ["playback.getCurrentTrack"],
  ["playback.play"],
  ["playback.getCurrentTrack"],
  ["playback.getCurrentTrackIndex", { includeTrackInfo: true }],
  ["playback.getPlaybackOrder"],
  ["playback.getPosition"],
  ["playback.getState"],
  ["playback.getStopAfterCurrent"],
  ["playback.getVolume"],
  ["playback.next"],
  ["playback.pause"],
  ["playback.playOrPause"],
  ["playback.playPath", { path: "/music/Harbour Lights/Tidewater/01 Low Water.flac" }],
  ["playback.playPath", { path: "/nothing" }],
  ["playback.playPaths", { paths: ["/music/Harbour Lights/Tidewater/01 Low Water.flac", ""] }],
  ["playback.previous"],
  ["playback.random"],
  ["playback.setPlaybackOrder", { order: "random" }],
  ["playback.setPosition", { position: 5 }],
  ["playback.setVolume", { volume: 50 }],
  ["playback.stop"],
  ["playback.toggleMute"],
  ["playback.toggleStopAfterCurrent"],
  ["playback.volumeDown"],
  ["playback.volumeUp"],
  ["playlist.getAll"],
  ["playlist.getActive"],
  ["playlist.setActive", { playlist: 1 }],
  ["playlist.getTracks", { playlist: 0, start: 1, count: 1 }],
  ["playlist.getTracks", { playlist: 99 }],
  ["playlist.create", { name: "x", position: 0 }],
  ["playlist.rename", { playlist: 0, name: "y" }],
  ["playlist.clear", { playlist: 2 }],
  ["playlist.clear"],
  ["playlist.duplicate", { playlist: 1 }],
  ["playlist.addPathsAsync", {
    playlist: 0,
    paths: ["https://radio.example/a", ""],
  }],
  ["playlist.addPathsAsync", { playlist: 0, paths: [""] }],
  ["playlist.moveTracks", { index: 0, items: [1], delta: -1 }],
  ["playlist.sort", { index: 0, pattern: "%path%", descending: true }],
  ["playlist.shuffle", { index: 0 }],
  ["playlist.reverse", { playlist: 0 }],
  ["playlist.removeTracks", { index: 0, items: [0] }],
  ["playlist.playPaths", { paths: ["https://radio.example/a"], replace: true }],
  ["playlist.playTrack", { playlist: 0, track: 0 }],
  ["playlist.replaceAllAndPlay", { playlist: 0, paths: ["https://radio.example/a"], autoPlay: false }],
  ["playlist.createAutoplaylist", { query: "water", sort: "%title%" }],
  ["playlist.remove", { playlist: 0, indices: [0] }],
  ["playlist.remove", { playlist: 0 }],
  ["ui.showContextMenu"],
  ["window.close"],
  ["window.isMaximized"],
  ["window.minimize"],
  ["window.startDrag"],
  ["window.toggleMaximize"],
];

/** Yields each object in a value with one member removed and one added. */
function* mutations(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.slice(0, 3).entries()) {
      for (const other of mutations(item)) yield value.with(index, other);
    }
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, unheardOf: 1 };
    for (const [key, member] of Object.entries(value)) {
      const { [key]: _dropped, ...rest } = value as Record<string, unknown>;
      yield rest;
      yield { ...rest, [key]: typeof member === "string" ? 5 : "five" };
      for (const other of mutations(member)) yield { ...value, [key]: other };
    }
  }
}

Deno.test("the JSON Schemas accept and refuse the same parameters and results as the bridge", async () => {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
  const reference = new ReferencePlayer({
    slowMilliseconds: 0,
    collectionSize: 100,
    dialogUser: () => ({ paths: ["/music"], button: 0, value: "x" }),
  });
  const connected = await embedBridge({ directory, actions: reference.actions });
  reference.onSignal((signal) => connected.signal(signal));
  await connected.initialize({ name: "test", version: "0" }, { extensions: extensionNames });
  await connected.registerPlugin({
    name: "Notes",
    namespace: "notes",
    version: "1",
    apis: [{ method: "add" }],
  });
  const compile = validator(bridge);
  const heard: [string, unknown][] = [];
  connected.onEvent(({ event, data }) => heard.push([event, data]));
  const others = all.filter(({ name }) => !calls.some(([called]) => called === name));
  const documented: OpenRpcDocument = JSON.parse(
    await Deno.readTextFile(new URL("../../../docs/openrpc.json", import.meta.url)),
  );
  const otherCalls = others.map(({ name }): [string, Record<string, unknown>] => {
    const [example] = method(documented, name).examples ?? [];
    return [name, Object.fromEntries(example?.params.map(({ name, value }) => [name, value]) ?? [])];
  });
  for (const [name, params = {}] of [...calls, ...otherCalls]) {
    const { result } = method(bridge, name);
    const operation = all.find((each) => each.name === name);
    assert(result && operation);
    const fitsParams = compile(paramsSchema(method(bridge, name)));
    assert(fitsParams(params), `${name} ${JSON.stringify(fitsParams.errors)}`);
    const answer = JSON.parse(JSON.stringify(await connected.invokePlugin(name, params, { panel: "p1" })));
    const fitsResult = compile(result.schema);
    assert(fitsResult(answer), `${name} ${JSON.stringify(answer)} ${JSON.stringify(fitsResult.errors)}`);
    const strict = resultSchema(operation);
    for (const other of mutations(answer)) {
      assertEquals(fitsResult(other), v.is(strict, other), `${name} ${JSON.stringify(other)}`);
    }
  }
  await connected.close();
  for (const [event, data] of heard) {
    const payload = bridge["x-events"]?.[event]?.payload;
    assert(payload && compile(payload)(data), event);
  }
  reference.close();
  await Deno.remove(directory, { recursive: true });
});

slowTest(
  "every result in the fixtures matches its JSON Schema, and its error is one that the operation may answer",
  "it expands all fixtures",
  async () => {
    const compile = validator(bridge);
    const validators = new Map<string, ValidateFunction>();
    let count = 0;
    for (const file of await findFixtures([fixturesFolder])) {
      for (
        const { method: name, result } of examplesIn(await loadFixture(file), file)
      ) {
        const documented = bridge.methods.find((each) => each.name === name)?.result;
        if (!documented) continue;
        const validate = validators.get(name) ?? compile(documented.schema);
        validators.set(name, validate);
        const text = `${file}: ${name} ${JSON.stringify(result)}`;
        assert(validate(result), text);
        const operation = all.find((each) => each.name === name);
        if (operation) assert(v.is(resultSchema(operation), result), text);
        count++;
      }
    }
    assert(count >= all.length);
  },
);
