import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import * as fc from "fast-check";
import { operationTable } from "../../handlers/mod.ts";
import { invokePlugin, PluginRegistry } from "../../handlers/core/plugins.ts";
import { RpcError } from "../../host_stdio/errors.ts";
import {
  CancelledError,
  NativeActionError,
  notAnswered,
  type Player,
  playerError,
} from "../../host_stdio/player.ts";

const isBuiltIn = (name: string): boolean => operationTable.has(name);

/** The checked parameters of `bridge.registerPlugin`. */
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

Deno.test("PluginRegistry.register tells how many methods the plugin has", () => {
  const registry = new PluginRegistry(isBuiltIn);
  assertEquals(registry.register(plugin("radio", "play", "stop")), { apiCount: 2 });
  assertEquals(registry.register(plugin("empty")), { apiCount: 0 });
  assertEquals(registry.size, 2);
});

Deno.test("PluginRegistry.register counts a repeated method once and keeps its last description", () => {
  const registry = new PluginRegistry(isBuiltIn);
  assertEquals(registry.register(plugin("radio", ["play", "first"], "stop", ["play", "last"])), {
    apiCount: 2,
  });
  assertEquals(registry.list()[0]?.methods.get("play"), "last");
});

Deno.test("PluginRegistry.register replaces what the namespace had", () => {
  const registry = new PluginRegistry(isBuiltIn);
  registry.register(plugin("radio", "play", "stop"));
  assertEquals(registry.register({ ...plugin("radio", "tune"), name: "Other", author: "me" }), {
    apiCount: 1,
  });
  assertEquals(registry.list(), [{
    name: "Other",
    namespace: "radio",
    version: "1.0",
    author: "me",
    description: "",
    methods: new Map([["tune", ""]]),
  }]);
  assertEquals(registry.find("radio.play"), undefined);
});

Deno.test("PluginRegistry.register takes methods in built-in namespaces, but none that the bridge has", () => {
  const registry = new PluginRegistry(isBuiltIn);
  for (const name of [...operationTable.keys(), "menu.__x"]) {
    const [namespace = "", method = ""] = name.split(".");
    const error = assertThrows(() => registry.register(plugin(namespace, "insertNext", method)), RpcError);
    assertEquals(error.object, {
      code: -32602,
      message: "Invalid params: apis[1].method must not be built in",
    });
  }
  assertEquals(registry.size, 0);
  for (const name of ["queue.insertNext", "queue.Add", "queue.__x", "event.fire", "Queue.add"]) {
    const [namespace = "", method = ""] = name.split(".");
    registry.register(plugin(namespace, method));
    assertEquals(registry.find(name), { namespace, method });
  }
  assertEquals(registry.find("queue.add"), undefined);
});

Deno.test("PluginRegistry.unregister forgets a plugin and tells whether there was one", () => {
  const registry = new PluginRegistry(isBuiltIn);
  registry.register(plugin("radio", "play"));
  assertEquals(registry.unregister({ namespace: "Radio" }), { removed: false });
  assertEquals(registry.unregister({ namespace: "radio" }), { removed: true });
  assertEquals(registry.unregister({ namespace: "radio" }), { removed: false });
  assertEquals(registry.unregister({ namespace: "queue" }), { removed: false });
  assertEquals([registry.has("radio"), registry.find("radio.play"), registry.size], [false, undefined, 0]);
});

Deno.test("PluginRegistry.find ends the namespace at the first dot", () => {
  const registry = new PluginRegistry(isBuiltIn);
  registry.register(plugin("radio", "play", "a.b", ".", "a.", " "));
  for (const method of ["play", "a.b", ".", "a.", " "]) {
    assertEquals(registry.find(`radio.${method}`), { namespace: "radio", method });
  }
  for (
    const name of [
      "radio",
      "radio.",
      "radio.a",
      "radio.b",
      "radio.Play",
      "radio.play.",
      ".play",
      "play",
      "",
      ".",
    ]
  ) {
    assertEquals(registry.find(name), undefined, name);
  }
});

Deno.test("PluginRegistry.find does not take a name without a dot apart", () => {
  const registry = new PluginRegistry(isBuiltIn);
  // What is left of `radiox` without its last character, and the whole of it.
  registry.register(plugin("radio", "radiox"));
  assertEquals(registry.find("radiox"), undefined);
});

Deno.test("PluginRegistry knows no names that JavaScript's objects inherit", () => {
  const registry = new PluginRegistry(isBuiltIn);
  registry.register(plugin("radio", "play"));
  for (
    const name of [
      "constructor.name",
      "__proto__.x",
      "radio.constructor",
      "radio.__proto__",
      "radio.toString",
    ]
  ) {
    assertEquals(registry.find(name), undefined, name);
  }
  registry.register(plugin("constructor", "__proto__", "constructor"));
  assertEquals(registry.has("constructor"), true);
  assertEquals(registry.find("constructor.__proto__"), { namespace: "constructor", method: "__proto__" });
  assertEquals(registry.find("constructor.toString"), undefined);
});

Deno.test("PluginRegistry.close forgets every plugin", () => {
  const registry = new PluginRegistry(isBuiltIn);
  registry.register(plugin("radio", "play"));
  registry.close();
  assertEquals([registry.size, registry.find("radio.play")], [0, undefined]);
});

Deno.test("PluginRegistry holds what a plain map would after any registrations", () => {
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

/** A player that answers one request and remembers it. */
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

Deno.test("invokePlugin passes namespace, method and the caller's params on", async () => {
  const { player, asked } = answering(() => ({}));
  const params = JSON.parse('{"__proto__":1,"constructor":null,"deep":[{"a":1}]}');
  await invokePlugin(player, entry, params);
  assertEquals(asked.length, 1);
  assertEquals(
    JSON.stringify(asked[0]),
    '{"name":"player.plugin.invoke","params":{"namespace":"radio","method":"a.b",' +
      '"params":{"__proto__":1,"constructor":null,"deep":[{"a":1}]}}}',
  );
});

Deno.test("invokePlugin hands the answer on as it is", async () => {
  const object = { success: false, error: "the plugin's own", __proto__: null };
  for (const answer of [object, null, false, 0, "", [1]]) {
    const { player } = answering(() => answer);
    assertStrictEquals(await invokePlugin(player, entry, {}), answer);
  }
});

Deno.test("invokePlugin turns a player that fails into a JSON-RPC error", async () => {
  for (
    const [failure, code, message] of [
      [notAnswered(), -32001, "Player did not answer"],
      [
        playerError("player.plugin.invoke", { code: -32000, message: "it broke" }),
        -32002,
        "Player action failed: it broke",
      ],
      [
        playerError("player.plugin.invoke", { code: -32601, message: "?" }),
        -32002,
        "Not supported by this player: player.plugin.invoke",
      ],
      [new NativeActionError(-32002, "text"), -32002, "text"],
    ] as const
  ) {
    const { player } = answering(() => {
      throw failure;
    });
    const error = await assertRejects(() => invokePlugin(player, entry, {}), RpcError);
    assertEquals(error.object, { code, message });
  }
});

Deno.test("invokePlugin throws on what is no failure of the player", async () => {
  for (const failure of [new CancelledError(), new TypeError("a defect")]) {
    const { player } = answering(() => {
      throw failure;
    });
    assertStrictEquals(await assertRejects(() => invokePlugin(player, entry, {})), failure);
  }
});
