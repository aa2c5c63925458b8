import "../support/deadline.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import * as v from "valibot";
import { allEvents, allEventTable, allNamespaces } from "../../handlers/all.ts";
import { documentedSchema } from "../../handlers/core/documented_schema.ts";
import { type Operation } from "../../handlers/core/operation.ts";
import { type NamespaceName, namespaceNames, operations, operationTable } from "../../handlers/mod.ts";

/** Every operation of the specification, by namespace. */
const contents: Record<NamespaceName, readonly string[]> = {
  clipboard: ["read", "write", "writeFiles", "writeHTML"],
  console: ["log", "warn", "error"],
  jitQueue: [
    "clear",
    "getState",
    "notifyEmpty",
    "skip",
    "enqueueNext",
    "playNow",
    "preloadBatch",
    "stop",
  ],
  log: ["clear", "read", "write"],
  menu: [
    "close",
    "getContextMenu",
    "getMainMenu",
    "runContextCommand",
    "runContextCommandById",
    "runMainMenuCommand",
    "show",
    "showNativePopup",
  ],
  misc: [
    "exit",
    "restart",
    "showConsole",
    "showPreferences",
    "getComponentPath",
    "getFoobarPath",
    "getProfilePath",
    "showLibrarySearch",
    "showPopupMessage",
  ],
  panel: ["getConfig", "setConfig"],
  queue: ["add", "addPaths", "clear", "flush", "get", "getCount", "moveToTop", "remove"],
  selection: ["get", "getType", "getViewerMode", "getViewingTrack", "set", "setPlaylistTracking"],
  system: [
    "getApiStats",
    "getDPI",
    "getLocale",
    "getRegisteredPlugins",
    "getTheme",
    "getApisByNamespace",
    "isPluginRegistered",
    "listAvailableApis",
    "searchApis",
  ],
  test: ["echo", "ping"],
};

/** The default values in the specification. */
const defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "jitQueue.preloadBatch": { startIndex: 0, replace: true },
  "jitQueue.stop": { clearBuffer: true },
  "log.read": { lines: 100 },
  "log.write": { file: "webview_ui.log", level: "info", append: true, timestamp: true },
  "menu.close": { reason: "api" },
  "menu.getContextMenu": { i18n: true, locale: "auto", mode: "auto", withAvailability: true },
  "menu.getMainMenu": { i18n: true, locale: "auto", withAvailability: true },
  "menu.runContextCommandById": { mode: "auto" },
  "menu.show": {
    windowMode: "fullscreen",
    cssReplace: false,
    backdrop: "acrylic",
    backdropDarkMode: true,
    closeAnimationMs: 0,
  },
  "menu.showNativePopup": { mode: "auto" },
  "misc.showLibrarySearch": { query: "" },
  "misc.showPopupMessage": { title: "Message" },
  "queue.addPaths": { useQueuePlaylist: true },
  "selection.get": { offset: 0 },
  "selection.getViewingTrack": { includeTrackInfo: false },
  "selection.setPlaylistTracking": { mode: "selection" },
  "system.listAvailableApis": { includeExternal: true, includeInternal: true },
};

const all: readonly Operation[] = operations;

/** The namespaces in the operation table. */
const present = namespaceNames.filter((namespace) =>
  all.some(({ name }) => name.startsWith(`${namespace}.`))
);

/** Returns the schema of each parameter. */
function entriesOf(operation: Operation): Readonly<Record<string, v.GenericSchema>> {
  const params = operation.params();
  const steps: readonly unknown[] = "pipe" in params && Array.isArray(params.pipe) ? params.pipe : [params];
  const entries = steps.map((step) => (step as { entries?: Record<string, v.GenericSchema> }).entries);
  return entries.find((found) => found !== undefined) ?? {};
}

Deno.test("the specification has 62 operations in eleven namespaces", () => {
  assertEquals(Object.keys(contents).sort(), [...namespaceNames].sort());
  assertEquals(Object.values(contents).flat().length, 62);
});

Deno.test("the table has exactly the operations of the specification", () => {
  for (const namespace of present) {
    const names = all.map(({ name }) => name).filter((name) => name.startsWith(`${namespace}.`));
    assertEquals(names.sort(), contents[namespace].map((method) => `${namespace}.${method}`).sort());
  }
  const inSpecification = new Set(
    Object.entries(contents).flatMap(([namespace, methods]) =>
      methods.map((method) => `${namespace}.${method}`)
    ),
  );
  for (const { name } of all) assert(inSpecification.has(name), `${name} is in the specification`);
});

Deno.test("the table has every operation once under its name, and no internal one", () => {
  assertEquals(operationTable.size, all.length);
  for (const [name, operation] of operationTable) {
    assertEquals(operation.name, name);
    assert(!name.startsWith("menu.__"), name);
  }
});

Deno.test("the table has the namespaces in alphabetical order", () => {
  const order = all.map(({ name }) => name.slice(0, name.indexOf(".")));
  assertEquals(order, [...order].sort());
});

Deno.test("every operation is described by a sentence of its own", () => {
  for (const { name, description } of all) {
    assertMatch(description, /^[A-Z][^\n]{15,}[^.\s]\.$/, name);
    assert(!description.includes("TODO"), name);
  }
  assertEquals(new Set(all.map(({ description }) => description)).size, all.length);
});

Deno.test("every default of the specification is in the schema of its parameter", () => {
  for (const [name, expected] of Object.entries(defaults)) {
    const operation = operationTable.get(name);
    if (!operation) continue;
    const documented = documentedSchema(operation.params());
    const entries = entriesOf({ ...operation, params: () => documented });
    for (const [key, value] of Object.entries(expected)) {
      const schema = entries[key];
      assert(schema, `${name} has ${key}`);
      assertEquals(v.getDefault(schema), value, `${name} ${key}`);
    }
  }
});

Deno.test("an operation has a success field exactly when its result reports failures", () => {
  const without = new Set([
    "jitQueue.getState",
    "misc.getComponentPath",
    "misc.getFoobarPath",
    "misc.getProfilePath",
    "queue.get",
    "queue.getCount",
    "selection.get",
    "selection.getType",
    "selection.getViewerMode",
    "system.getDPI",
    "system.getLocale",
    "system.getTheme",
    "test.ping",
  ]);
  for (const { name, failure } of all) {
    if (without.has(name)) assert(failure !== undefined, name);
    else if (failure !== undefined) assertEquals(failure, "never", name);
  }
});

Deno.test("the table of events has every event of every namespace once", () => {
  const defined = allNamespaces.flatMap(({ events = [] }) => events.map(({ name }) => name));
  assertEquals([...allEventTable.keys()].sort(), defined.sort());
  assertEquals(allEvents.length, defined.length);
});
