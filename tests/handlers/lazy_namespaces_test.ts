import { assertEquals } from "@std/assert";
import { LazyNamespaces } from "../../handlers/core/lazy_namespaces.ts";
import { everyNamespace, operations } from "../../handlers/mod.ts";
import { type NamespaceModule, ServiceSet } from "../../handlers/core/namespace.ts";
import { namespaces } from "../../handlers/core/operation.ts";
import { operationNames } from "../../handlers/core/operation_names.ts";
import { silentDiagnostics } from "../../host_stdio/diagnostics.ts";
import { FakeClock } from "../support/fake_clock.ts";

/** The names of the operations that some namespaces bring. */
function namesOf(modules: readonly NamespaceModule[] | undefined): string[] | undefined {
  return modules?.flatMap((module) => module.operations.map(({ name }) => name)).sort();
}

/** The names of the services that some namespaces make. */
function servicesOf(modules: readonly NamespaceModule[]): string[] {
  const connection = {
    player: {
      request: () => Promise.reject(new Error("nobody is asked")),
      tell: () => {},
    },
    clock: new FakeClock(),
    emit: () => {},
    diagnostics: silentDiagnostics,
    isOutputFull: () => false,
  };
  const options = { operations: new Map(), version: "0", logDirectory: "/nonexistent" };
  const set = new ServiceSet(connection, options);
  for (const module of modules) set.add(module);
  return Object.keys(set.services).sort();
}

Deno.test("operationNames has every operation of the table, in its order", () => {
  assertEquals([...operationNames], operations.map(({ name }): string => name));
});

Deno.test("LazyNamespaces has nothing at the start", () => {
  assertEquals(new LazyNamespaces().initial, []);
});

for (const namespace of namespaces.filter((name) => name !== "system")) {
  Deno.test(`LazyNamespaces loads ${namespace} with all its operations at its first call, and once`, async () => {
    const source = new LazyNamespaces();
    const names = operationNames.filter((name) => name.startsWith(`${namespace}.`));
    assertEquals(namesOf(await source.load(`${namespace}.whatever`)), names.toSorted());
    for (const name of names) assertEquals(source.load(name), undefined);
  });
}

Deno.test("LazyNamespaces loads everything that is missing for system, whose introspection tells of every operation", async () => {
  const source = new LazyNamespaces();
  await source.load("log.write");
  const rest = operationNames.filter((name) => !name.startsWith("log.")).toSorted();
  assertEquals(namesOf(await source.load("system.listApis")), rest);
  for (const name of operationNames) assertEquals(source.load(name), undefined);
});

Deno.test("LazyNamespaces loads selection for the signal that panels hear of without a call, and nothing for others", async () => {
  const source = new LazyNamespaces();
  assertEquals(source.load("signal.playback.started"), undefined);
  assertEquals((await source.load("signal.selectionChanged"))?.length, 1);
  assertEquals(source.load("signal.selectionChanged"), undefined);
  assertEquals(source.load("selection.get"), undefined);
});

Deno.test("LazyNamespaces loads nothing for the operations of plugins and for what is no operation", () => {
  const source = new LazyNamespaces();
  for (
    const name of [
      "radio.play",
      "Queue.add",
      "",
      ".",
      ".queue.add",
      "__proto__.x",
      "constructor",
      "toString.x",
    ]
  ) {
    assertEquals(source.load(name), undefined, name);
  }
});

Deno.test("LazyNamespaces gives a namespace to one of two that wait for it", async () => {
  const source = new LazyNamespaces();
  const both = await Promise.all([source.load("queue.add"), source.load("queue.get")]);
  assertEquals(both.map((modules) => modules?.length), [1, 0]);
});

Deno.test("LazyNamespaces brings every service that the whole table has", async () => {
  const source = new LazyNamespaces();
  assertEquals(servicesOf(await source.load("system.x") ?? []), servicesOf([everyNamespace]));
});
