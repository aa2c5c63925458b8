import "../support/deadline.ts";
import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import * as fc from "fast-check";
import { invokePlugin, PluginRegistry } from "../../handlers/core/plugins.ts";
import { operationTable } from "../../handlers/mod.ts";
import { CancelledError, type Player } from "../../host_stdio/player.ts";

const isBuiltIn = (name: string): boolean => operationTable.has(name);

/** Returns parameters of `bridge.registerPlugin` as they are after the check. */
function plugin(namespace: string, ...methods: (string | [string, string])[]) {
  return {
    name: `The ${namespace}`,
    namespace,
    version: "1.0",
    author: "",
    description: "",
    apis: methods.map((entry) => {
      const [method, description] = typeof entry === "string" ? [entry, ""] : entry;
      return { method, description };
    }),
  };
}

Deno.test("PluginRegistry agrees with a plain map after any registrations", () => {
  const namespace = fc.constantFrom("a", "b", "C");
  const step = fc.oneof(
    fc.record({ namespace, methods: fc.array(fc.constantFrom("x", "y", "x.y", "__m")) }),
    fc.record({ namespace, methods: fc.constant(undefined) }),
  );
  fc.assert(fc.property(fc.array(step), (steps) => {
    const registry = new PluginRegistry(isBuiltIn);
    const model = new Map<string, Set<string>>();
    for (const { namespace, methods } of steps) {
      if (methods) {
        model.set(namespace, new Set(methods));
        assertEquals(registry.register(plugin(namespace, ...methods)), { apiCount: new Set(methods).size });
      } else {
        assertEquals(registry.unregister({ namespace }), { removed: model.delete(namespace) });
      }
    }
    for (const namespace of ["a", "b", "C"]) {
      assertEquals(registry.has(namespace), model.has(namespace));
      for (const method of ["x", "y", "x.y", "__m"]) {
        const expected = model.get(namespace)?.has(method) ? { namespace, method } : undefined;
        assertEquals(registry.find(`${namespace}.${method}`), expected);
      }
    }
  }));
});

/** A player that answers one request and records it. */
function answering(answer: () => unknown): { player: Player; asked: unknown[] } {
  const asked: unknown[] = [];
  const player: Player = {
    request: (name, params) => {
      asked.push({ name, params });
      return Promise.resolve().then(answer) as never;
    },
  };
  return { player, asked };
}

const entry = { namespace: "radio", method: "a.b" };

Deno.test("invokePlugin rethrows errors other than the player's", async () => {
  for (const failure of [new CancelledError(), new TypeError("a defect")]) {
    const { player } = answering(() => {
      throw failure;
    });
    assertStrictEquals(await assertRejects(() => invokePlugin(player, entry, {})), failure);
  }
});
