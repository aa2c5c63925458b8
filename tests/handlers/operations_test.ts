import "../support/deadline.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import * as v from "valibot";
import { allEvents, allEventTable, allNamespaces } from "../../handlers/all.ts";
import { api } from "../../handlers/api.ts";
import { documentedSchema } from "../../handlers/core/documented_schema.ts";
import { type Operation } from "../../handlers/core/operation.ts";
import { events, namespaceNames, namespaces, operations, operationTable } from "../../handlers/mod.ts";
import { statementsOf } from "../../tools/conformance/documents.ts";
import { root } from "../../tools/tree.ts";

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

Deno.test("what a bridge loads is what the tables have, in their order", async () => {
  assertEquals(Object.keys(api.namespaces), [...namespaceNames]);
  const loaded = await Promise.all(Object.values(api.namespaces).map((load) => load()));
  assertEquals(loaded, [...namespaces]);
  const sent = api.sending.flatMap((name) => loaded.find((each) => each.name === name)?.events ?? []);
  assertEquals(sent, events);
});

/** Returns the schema of each parameter. */
function entriesOf(operation: Operation): Readonly<Record<string, v.GenericSchema>> {
  const params = operation.params();
  const steps: readonly unknown[] = "pipe" in params && Array.isArray(params.pipe) ? params.pipe : [params];
  const entries = steps.map((step) => (step as { entries?: Record<string, v.GenericSchema> }).entries);
  return entries.find((found) => found !== undefined) ?? {};
}

Deno.test("every operation that the specification describes is in the table", async () => {
  const path = "docs/specification.md";
  const statements = statementsOf(path, await Deno.readTextFile(new URL(path, root)));
  const described = statements.flatMap(({ heading, parts }) => [...heading.split(", "), parts[0] ?? ""])
    .filter((name) => /^\w+\.\w+$/.test(name));
  assert(described.length > 0);
  for (const name of described) assert(operationTable.has(name), name);
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

Deno.test("a result has a success field unless its failures are errors", () => {
  for (const { name, result, failure } of all) {
    const schemas = "options" in result()
      ? (result() as unknown as { options: unknown[] }).options
      : [result()];
    const isAlways = schemas.every((schema) =>
      Object.hasOwn((schema as { entries: object }).entries, "success")
    );
    assertEquals(isAlways, failure !== "error", name);
  }
});

Deno.test("the table of events has every event of every namespace once", () => {
  const defined = allNamespaces.flatMap(({ events = [] }) => events.map(({ name }) => name));
  assertEquals([...allEventTable.keys()].sort(), defined.sort());
  assertEquals(allEvents.length, defined.length);
});
