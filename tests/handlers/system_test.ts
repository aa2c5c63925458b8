import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import type { ApiInfo } from "../../handlers/system/mod.ts";
import { operationTable } from "../../handlers/mod.ts";
import { Harness } from "../support/harness.ts";
import { assertPlayerFaults } from "../support/player_faults.ts";

/** The answer of the operations that list APIs. */
interface Listed {
  success: boolean;
  apis: ApiInfo[];
  count: number;
}

/** A bridge with two external plugins and an empty one. */
function withPlugins(): Harness {
  const harness = new Harness();
  const { plugins } = harness;
  plugins.register({
    name: "Radio",
    namespace: "radio",
    version: "2.1",
    author: "A. Author",
    description: "Plays the radio.",
    apis: [
      { method: "tune", description: "Tunes to a STATION." },
      { method: "list.all", description: "" },
      { method: "Zap", description: "" },
    ],
  });
  plugins.register({
    name: "Queue in capitals",
    namespace: "Queue",
    version: "",
    author: "",
    description: "",
    apis: [{ method: "__hidden", description: "Straße" }],
  });
  plugins.register({ name: "", namespace: "empty", version: "", author: "", description: "", apis: [] });
  return harness;
}

const external: ApiInfo[] = [
  {
    fullName: "Queue.__hidden",
    namespace: "Queue",
    method: "__hidden",
    description: "Straße",
    plugin: "Queue in capitals",
    version: "",
    isExternal: true,
  },
  ...[["Zap", ""], ["list.all", ""], ["tune", "Tunes to a STATION."]].map((
    [method = "", description = ""],
  ) => ({
    fullName: `radio.${method}`,
    namespace: "radio",
    method,
    description,
    plugin: "Radio",
    version: "2.1",
    isExternal: true,
  })),
];

/** Calls an operation of a bridge with plugins. */
async function call<Result = Record<string, unknown>>(name: string, params?: unknown): Promise<Result> {
  const harness = withPlugins();
  const result = await harness.call<Result>(name, params);
  assertEquals(harness.asked, []);
  await harness.close();
  return result;
}

const fullNames = ({ apis }: Listed) => apis.map(({ fullName }) => fullName);

// The four that list

Deno.test("system.listAvailableApis lists every operation of the table and of the plugins", async () => {
  const listed = await call<Listed>("system.listAvailableApis");
  const names = [...operationTable.keys(), ...external.map(({ fullName }) => fullName)];
  assertEquals(fullNames(listed), names.sort());
  assertEquals([listed.success, listed.count], [true, names.length]);
});

Deno.test("system.listAvailableApis sorts by UTF-16 code unit, capitals before small letters", async () => {
  const names = fullNames(await call<Listed>("system.listAvailableApis", { includeInternal: false }));
  assertEquals(names, ["Queue.__hidden", "radio.Zap", "radio.list.all", "radio.tune"]);
});

Deno.test("system.listAvailableApis tells of a built-in operation with the bridge's version and no plugin", async () => {
  const { apis } = await call<Listed>("system.listAvailableApis");
  assertEquals(apis.find(({ fullName }) => fullName === "test.ping"), {
    fullName: "test.ping",
    namespace: "test",
    method: "ping",
    description: operationTable.get("test.ping")?.description ?? "",
    plugin: "",
    version: "0.0.0-test",
    isExternal: false,
  });
});

Deno.test("system.listAvailableApis leaves out what it is told to leave out", async () => {
  const all = fullNames(await call<Listed>("system.listAvailableApis"));
  const internal = [...operationTable.keys()].sort();
  for (
    const [params, expected] of [
      [{ includeExternal: true, includeInternal: true }, all],
      [{ includeExternal: null, includeInternal: null }, all],
      [{ includeExternal: false }, internal],
      [{ includeInternal: false }, external.map(({ fullName }) => fullName)],
      [{ includeExternal: false, includeInternal: false }, []],
    ] as const
  ) {
    const listed = await call<Listed>("system.listAvailableApis", params);
    assertEquals(fullNames(listed), [...expected]);
    assertEquals(listed.count, expected.length);
  }
});

Deno.test("system.listAvailableApis refuses what is no boolean, includeExternal first", async () => {
  const name = "system.listAvailableApis";
  for (const wrong of [0, 1, "true", [], {}]) {
    assertEquals(await call(name, { includeInternal: wrong, includeExternal: wrong }), {
      success: false,
      error: "includeExternal must be a boolean",
    });
    assertEquals(await call(name, { includeInternal: wrong }), {
      success: false,
      error: "includeInternal must be a boolean",
    });
  }
});

Deno.test("system.listAvailableApis shows what is registered at the moment", async () => {
  const harness = withPlugins();
  const names = async () =>
    fullNames(await harness.call("system.listAvailableApis", { includeInternal: false }));
  assertEquals((await names()).length, 4);
  harness.plugins.unregister({ namespace: "radio" });
  assertEquals(await names(), ["Queue.__hidden"]);
  await harness.close();
  assertEquals(await names(), []);
});

Deno.test("system.getApisByNamespace lists the APIs of one namespace", async () => {
  const name = "system.getApisByNamespace";
  assertEquals(await call(name, { namespace: "radio" }), {
    success: true,
    apis: external.filter(({ namespace }) => namespace === "radio"),
    count: 3,
  });
  assertEquals(fullNames(await call<Listed>(name, { namespace: "test" })), ["test.echo", "test.ping"]);
  assertEquals(fullNames(await call<Listed>(name, { namespace: "Queue" })), ["Queue.__hidden"]);
});

Deno.test("system.getApisByNamespace lists nothing for a namespace without APIs", async () => {
  for (
    const namespace of ["empty", "Test", "test.", "test.echo", " ", "constructor", "__proto__", "menu.__"]
  ) {
    assertEquals(await call("system.getApisByNamespace", { namespace }), {
      success: true,
      apis: [],
      count: 0,
    });
  }
});

Deno.test("system.searchApis finds a part of the full name or of the description", async () => {
  for (
    const [query, expected] of [
      ["radio.tune", ["radio.tune"]],
      ["dio.tu", ["radio.tune"]],
      ["station", ["radio.tune"]],
      ["RADIO.", ["radio.Zap", "radio.list.all", "radio.tune"]],
      ["zAP", ["radio.Zap"]],
      ["st.ping", ["test.ping"]],
      ["STRASSE", ["Queue.__hidden"]],
      ["no such thing", []],
      ["radio.*", []],
      ["Queue in capitals", []],
    ] as const
  ) {
    const found = await call<Listed>("system.searchApis", { query });
    assertEquals(fullNames(found), [...expected], query);
    assertEquals([found.success, found.count], [true, expected.length]);
  }
});

Deno.test("system.searchApis finds every API by every part of its name in any case", async () => {
  const harness = withPlugins();
  const all = fullNames(await harness.call("system.listAvailableApis"));
  const part = fc.constantFrom(...all).chain((name) =>
    fc.tuple(fc.nat(name.length - 1), fc.nat(name.length - 1), fc.boolean()).map(([a, b, upper]) => {
      const query = name.slice(Math.min(a, b), Math.max(a, b) + 1);
      return { name, query: upper ? query.toUpperCase() : query.toLowerCase() };
    })
  );
  await fc.assert(fc.asyncProperty(part, async ({ name, query }) => {
    const found = fullNames(await harness.call("system.searchApis", { query }));
    assert(found.includes(name));
    assertEquals(found, [...found].sort());
  }));
  await harness.close();
});

for (
  const [name, key] of [
    ["system.getApisByNamespace", "namespace"],
    ["system.isPluginRegistered", "namespace"],
    ["system.searchApis", "query"],
  ] as const
) {
  Deno.test(`${name} requires a ${key}`, async () => {
    for (const params of [undefined, {}, { [key]: null }, { [key]: "" }]) {
      assertEquals(await call(name, params), { success: false, error: `${key} is required` });
    }
  });

  Deno.test(`${name} refuses a ${key} that is no string`, async () => {
    for (const wrong of [0, 1, false, [], {}, ["radio"]]) {
      assertEquals(await call(name, { [key]: wrong }), { success: false, error: `${key} must be a string` });
    }
  });
}

// Plugins

Deno.test("system.isPluginRegistered knows external plugins, in exactly their case, and nothing else", async () => {
  for (const namespace of ["radio", "Queue", "empty"]) {
    assertEquals(await call("system.isPluginRegistered", { namespace }), { success: true, registered: true });
  }
  for (const namespace of ["Radio", "queue", "test", "radio.tune", "toString", "__proto__", " "]) {
    assertEquals(await call("system.isPluginRegistered", { namespace }), {
      success: true,
      registered: false,
    });
  }
});

Deno.test("system.getRegisteredPlugins lists the plugins by namespace with the names of their APIs", async () => {
  assertEquals(await call("system.getRegisteredPlugins"), {
    success: true,
    registered: [
      {
        name: "Queue in capitals",
        namespace: "Queue",
        version: "",
        author: "",
        description: "",
        apiCount: 1,
        apis: ["Queue.__hidden"],
      },
      { name: "", namespace: "empty", version: "", author: "", description: "", apiCount: 0, apis: [] },
      {
        name: "Radio",
        namespace: "radio",
        version: "2.1",
        author: "A. Author",
        description: "Plays the radio.",
        apiCount: 3,
        apis: ["radio.Zap", "radio.list.all", "radio.tune"],
      },
    ],
  });
});

Deno.test("system.getRegisteredPlugins lists nothing when none is registered", async () => {
  const harness = new Harness();
  assertEquals(await harness.call("system.getRegisteredPlugins"), { success: true, registered: [] });
  await harness.close();
});

Deno.test("system.getApiStats counts the operations of the table alone when no plugin is registered", async () => {
  const harness = new Harness();
  const byNamespace: Record<string, number> = {};
  for (const name of operationTable.keys()) {
    const namespace = name.slice(0, name.indexOf("."));
    byNamespace[namespace] = (byNamespace[namespace] ?? 0) + 1;
  }
  assertEquals(await harness.call("system.getApiStats"), {
    success: true,
    registered: {
      total: operationTable.size,
      internal: operationTable.size,
      external: 0,
      plugins: 0,
      byNamespace,
    },
  });
  await harness.close();
});

Deno.test("system.getApiStats counts the plugins and their APIs", async () => {
  type Stats = { registered: Record<string, unknown> & { byNamespace: Record<string, number> } };
  const { registered } = await call<Stats>("system.getApiStats");
  const { byNamespace, ...counts } = registered;
  assertEquals(counts, {
    total: operationTable.size + 4,
    internal: operationTable.size,
    external: 4,
    plugins: 3,
  });
  assertEquals([byNamespace["radio"], byNamespace["Queue"], byNamespace["system"]], [3, 1, 9]);
  assertEquals(Object.hasOwn(byNamespace, "empty"), false);
  assertEquals(Object.values(byNamespace).reduce((sum, count) => sum + count), operationTable.size + 4);
});

Deno.test("system.getApiStats counts a namespace that JavaScript's objects have a meaning for", async () => {
  const harness = new Harness();
  harness.plugins.register({
    name: "",
    namespace: "constructor",
    version: "",
    author: "",
    description: "",
    apis: [{ method: "a", description: "" }],
  });
  const { registered } = await harness.call<{ registered: { byNamespace: Record<string, number> } }>(
    "system.getApiStats",
  );
  assertEquals(Object.getOwnPropertyDescriptor(registered.byNamespace, "constructor")?.value, 1);
  await harness.close();
});

// What the player knows

Deno.test("system.getDPI answers the dots per inch and their ratio to 96", async () => {
  for (const [dpi, scale] of [[96, 1], [144, 1.5], [192, 2], [120, 1.25], [1, 1 / 96]] as const) {
    const harness = new Harness({ player: { "player.system.display": { dpi } } });
    assertEquals(await harness.call("system.getDPI", {}, { panel: "p7" }), { dpi, scale });
    assertEquals(harness.asked, [{ name: "player.system.display", params: {}, panel: "p7" }]);
    await harness.close();
  }
});

Deno.test("system.getDPI asks for a call from no panel, too", async () => {
  const harness = new Harness({ player: { "player.system.display": { dpi: 96 } } });
  assertEquals(await harness.call("system.getDPI", {}, { panel: null }), { dpi: 96, scale: 1 });
  await harness.close();
});

Deno.test("system.getDPI answers a JSON-RPC error when the player fails", async () => {
  await assertPlayerFaults({
    operation: "system.getDPI",
    player: { "player.system.display": { dpi: 96 } },
    action: "player.system.display",
    misfits: [{}, { dpi: 0 }, { dpi: -96 }, { dpi: 96.5 }, { dpi: "96" }],
  });
});

Deno.test("system.getLocale answers the locale as the player gives it, with its names", async () => {
  for (
    const [locale, language, country] of [
      ["en-US", "English", "United States"],
      ["de-AT", "Deutsch", "Österreich"],
      ["EN-us", "English", "United States"],
      ["fr", "français", ""],
      ["not a locale", "", ""],
      ["", "", ""],
    ] as const
  ) {
    const harness = new Harness({ player: { "player.system.locale": { locale } } });
    assertEquals(await harness.call("system.getLocale"), { locale, language, country });
    await harness.close();
  }
});

Deno.test("system.getLocale answers a JSON-RPC error when the player fails", async () => {
  await assertPlayerFaults({
    operation: "system.getLocale",
    player: { "player.system.locale": { locale: "en" } },
    action: "player.system.locale",
    misfits: [{}, { locale: null }, { locale: 1 }],
  });
});

Deno.test("system.getTheme answers the theme with isDark equal to darkMode", async () => {
  for (const darkMode of [true, false]) {
    const theme = { darkMode, accentColor: "#0aB1c2", transparency: !darkMode };
    const harness = new Harness({ player: { "player.system.theme": theme } });
    assertEquals(await harness.call("system.getTheme"), { ...theme, isDark: darkMode });
    await harness.close();
  }
});

Deno.test("system.getTheme answers a JSON-RPC error when the player fails", async () => {
  const theme = { darkMode: true, accentColor: "#000000", transparency: false };
  await assertPlayerFaults({
    operation: "system.getTheme",
    player: { "player.system.theme": theme },
    action: "player.system.theme",
    misfits: [{}, { ...theme, accentColor: "red" }, { ...theme, accentColor: "#000" }, {
      ...theme,
      darkMode: 1,
    }],
  });
});
