import "../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { operationTable } from "../../handlers/mod.ts";
import { type ApiInfo, localeNames } from "../../handlers/system/mod.ts";
import { Harness } from "../support/harness.ts";

/** The result of the operations that list APIs. */
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

/** Calls an operation of a bridge with plugins. */
async function call<Result = Record<string, unknown>>(name: string, params?: unknown): Promise<Result> {
  const harness = withPlugins();
  const result = await harness.call<Result>(name, params);
  assertEquals(harness.asked, []);
  await harness.close();
  return result;
}

const fullNames = ({ apis }: Listed) => apis.map(({ fullName }) => fullName);

Deno.test("introspection lists and counts every operation of the table", async () => {
  const { apis, count } = await call<Listed>("system.listAvailableApis", { includeExternal: false });
  const names = [...operationTable.keys()].sort();
  assertEquals(apis.map(({ fullName }) => fullName), names);
  assertEquals(count, names.length);
  const { registered } = await new Harness().call<{ registered: { total: number; byNamespace: object } }>(
    "system.getApiStats",
  );
  assertEquals(registered.total, names.length);
  const byNamespace = Map.groupBy(names, (name) => name.slice(0, name.indexOf(".")));
  assertEquals(
    registered.byNamespace,
    Object.fromEntries([...byNamespace].map(([namespace, { length }]) => [namespace, length])),
  );
});

Deno.test("system.listAvailableApis lists the currently registered plugins", async () => {
  const harness = withPlugins();
  const names = async () =>
    fullNames(await harness.call("system.listAvailableApis", { includeInternal: false }));
  assertEquals((await names()).length, 4);
  harness.plugins.unregister({ namespace: "radio" });
  assertEquals(await names(), ["Queue.__hidden"]);
  await harness.close();
  assertEquals(await names(), []);
});

Deno.test("system.searchApis finds every API by every part of its name in any case", async () => {
  await using harness = withPlugins();
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
});

Deno.test("system.getApiStats counts a namespace called constructor", async () => {
  await using harness = new Harness();
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
});

Deno.test("localeNames falls back to English names, never to the machine's own language", () => {
  assertEquals(localeNames("xx-DE"), { language: "", country: "Germany" });
});

Deno.test("localeNames returns no names for an invalid language tag", () => {
  for (const tag of ["", " ", "en_US", "en_US.UTF-8", "C", "e", "en-", "🎵", "\u0000", "x".repeat(100_000)]) {
    assertEquals(localeNames(tag), { language: "", country: "" }, tag.slice(0, 20));
  }
});

Deno.test("localeNames never throws", () => {
  const subtag = fc.string({ unit: fc.constantFrom("a", "b", "Z", "1", "9"), maxLength: 9 });
  const tags = fc.oneof(fc.string(), fc.array(subtag).map((subtags) => subtags.join("-")));
  fc.assert(
    fc.property(tags, (tag) => {
      const { language, country } = localeNames(tag);
      assertEquals([typeof language, typeof country], ["string", "string"]);
    }),
    { numRuns: 300 },
  );
});
