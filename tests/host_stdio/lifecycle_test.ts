import "../support/deadline.ts";
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import * as fc from "fast-check";
import { RpcError } from "../../host_stdio/errors.ts";
import {
  checkLifecycle,
  isLifecycleName,
  lifecycle,
  type LifecycleName,
  reservedPrefixes,
} from "../../host_stdio/lifecycle.ts";
import { PROTOCOL_VERSION } from "../../limits/wire.ts";

function refuses(name: LifecycleName, params: unknown, message: string, code = -32602): void {
  const error = assertThrows(() => checkLifecycle(name, params), RpcError);
  assertEquals(error.object, { code, message });
}

const plugin = { name: "Radio", namespace: "radio", version: "1.0", apis: [] };

/** Asserts that a plugin with these members is refused with this message. */
function refusesPlugin(members: Record<string, unknown>, message: string): void {
  refuses("bridge.registerPlugin", { ...plugin, ...members }, `Invalid params: ${message}`);
}

Deno.test("the lifecycle has exactly the messages of the protocol", () => {
  assertEquals(Object.keys(lifecycle), [
    "bridge.initialize",
    "bridge.registerPlugin",
    "bridge.unregisterPlugin",
    "bridge.panelClosed",
    "bridge.cancel",
    "bridge.shutdown",
  ]);
});

Deno.test("only notifications have no answer", () => {
  const silent = Object.entries(lifecycle).filter(([, { answer }]) => answer === undefined).map(([name]) =>
    name
  );
  assertEquals(silent, ["bridge.panelClosed", "bridge.cancel"]);
});

Deno.test("every lifecycle message has its own description", () => {
  const descriptions = Object.values(lifecycle).map(({ description }) => description);
  for (const description of descriptions) assertMatch(description, /^[A-Z].+\.$/);
  assertEquals(new Set(descriptions).size, descriptions.length);
});

Deno.test("isLifecycleName accepts only lifecycle messages", () => {
  assert(isLifecycleName("bridge.initialize"));
  for (
    const method of ["bridge.", "bridge.Initialize", "constructor", "__proto__", "toString", "", "queue.add"]
  ) {
    assert(!isLifecycleName(method), method);
  }
});

Deno.test("bridge.initialize accepts the version and the player, and ignores other members", () => {
  const params = { protocolVersion: PROTOCOL_VERSION, player: { name: "", version: "2" } };
  assertEquals(
    checkLifecycle("bridge.initialize", { ...params, extra: 1, player: { ...params.player, more: [] } }),
    params,
  );
  assertEquals(checkLifecycle("bridge.initialize", { ...params, protocolVersion: 1.0 }), params);
});

Deno.test("bridge.initialize refuses another version before it checks other parameters", () => {
  for (const version of [0, 2, -1, Number.MAX_SAFE_INTEGER]) {
    for (const player of [{ name: "p", version: "1" }, undefined, null, 5]) {
      refuses(
        "bridge.initialize",
        { protocolVersion: version, player },
        `Unsupported protocol version: ${version}, this bridge speaks 1`,
        -32003,
      );
    }
  }
});

Deno.test("bridge.initialize refuses parameters that do not fit", () => {
  const player = { name: "p", version: "1" };
  const init = (params: unknown, message: string) =>
    refuses("bridge.initialize", params, `Invalid params: ${message}`);
  init({}, "protocolVersion is required");
  init({ player }, "protocolVersion is required");
  for (const protocolVersion of ["1", 1.5, null, true, 2 ** 53]) {
    init({ protocolVersion, player }, "protocolVersion must be an integer");
  }
  init({ protocolVersion: 1 }, "player is required");
  init({ protocolVersion: 1, player: null }, "player must be an object");
  init({ protocolVersion: 1, player: "p" }, "player must be an object");
  init({ protocolVersion: 1, player: { version: "1" } }, "player.name is required");
  init({ protocolVersion: 1, player: { name: "p", version: 1 } }, "player.version must be a string");
  init(null, "params must be an object");
});

Deno.test("bridge.registerPlugin fills in defaults and drops unknown members", () => {
  assertEquals(
    checkLifecycle("bridge.registerPlugin", {
      ...plugin,
      author: null,
      extra: 1,
      apis: [{ method: "a.b", more: 1 }, { method: " ", description: "d" }, {
        method: "c",
        description: null,
      }],
    }),
    {
      ...plugin,
      author: "",
      description: "",
      apis: [
        { method: "a.b", description: "" },
        { method: " ", description: "d" },
        { method: "c", description: "" },
      ],
    },
  );
});

Deno.test("bridge.registerPlugin requires name, namespace, version and apis", () => {
  for (const key of ["name", "namespace", "version", "apis"]) {
    refusesPlugin({ [key]: undefined }, `${key} ${key === "apis" ? "must be an array" : "must be a string"}`);
    const { [key]: _, ...lacking } = plugin as Record<string, unknown>;
    refuses("bridge.registerPlugin", lacking, `Invalid params: ${key} is required`);
  }
});

Deno.test("bridge.registerPlugin refuses wrong types with their place", () => {
  for (const key of ["name", "namespace", "version"]) {
    for (const wrong of [1, null, true, [], {}]) refusesPlugin({ [key]: wrong }, `${key} must be a string`);
  }
  for (const key of ["author", "description"]) {
    for (const wrong of [1, true, [], {}]) refusesPlugin({ [key]: wrong }, `${key} must be a string`);
  }
  for (const apis of [null, "a", {}, { length: 0 }]) refusesPlugin({ apis }, "apis must be an array");
  const ok = { method: "ok" };
  refusesPlugin({ apis: [ok, "x"] }, "apis[1] must be an object");
  refusesPlugin({ apis: [null] }, "apis[0] must be an object");
  refusesPlugin({ apis: [ok, {}] }, "apis[1].method is required");
  refusesPlugin({ apis: [{ method: 1 }] }, "apis[0].method must be a string");
  refusesPlugin({ apis: [{ method: "" }] }, "apis[0].method must not be empty");
  refusesPlugin({ apis: [ok, { method: "a", description: 1 }] }, "apis[1].description must be a string");
});

Deno.test("bridge.registerPlugin refuses an invalid namespace", () => {
  for (const namespace of ["", "1a", "_a", "a.b", "a-b", "a b", " a", "a\n", "ä", "aé", "__proto__", "ſ"]) {
    refusesPlugin({ namespace }, "namespace must match [A-Za-z][A-Za-z0-9_]*");
  }
  for (const namespace of ["a", "Z", "a1_", "constructor", "a".repeat(1000)]) {
    assertEquals(checkLifecycle("bridge.registerPlugin", { ...plugin, namespace }).namespace, namespace);
  }
});

Deno.test("bridge.registerPlugin refuses the reserved prefixes, case-sensitively", () => {
  assertEquals([...reservedPrefixes], ["player", "signal", "bridge"]);
  for (const namespace of reservedPrefixes) {
    refusesPlugin({ namespace }, "namespace must not be a reserved prefix");
  }
  for (const namespace of ["Player", "EVENT", "event", "events", "player_", "bridge1"]) {
    assertEquals(checkLifecycle("bridge.registerPlugin", { ...plugin, namespace }).namespace, namespace);
  }
});

Deno.test("bridge.unregisterPlugin accepts any text as a namespace", () => {
  for (const namespace of ["radio", "", "no name", "queue"]) {
    assertEquals(checkLifecycle("bridge.unregisterPlugin", { namespace }), { namespace });
  }
  refuses("bridge.unregisterPlugin", {}, "Invalid params: namespace is required");
  refuses("bridge.unregisterPlugin", { namespace: null }, "Invalid params: namespace must be a string");
});

Deno.test("bridge.panelClosed accepts a panel", () => {
  assertEquals(checkLifecycle("bridge.panelClosed", { panel: "" }), { panel: "" });
  refuses("bridge.panelClosed", {}, "Invalid params: panel is required");
  refuses("bridge.panelClosed", { panel: 1 }, "Invalid params: panel must be a string");
});

Deno.test("bridge.cancel accepts strings and safe integers", () => {
  for (const id of ["", "a", 0, -1, Number.MAX_SAFE_INTEGER]) {
    assertEquals(checkLifecycle("bridge.cancel", { id }), { id });
  }
  refuses("bridge.cancel", {}, "Invalid params: id is required");
  for (const id of [null, 1.5, 2 ** 53, true, [], {}]) {
    refuses("bridge.cancel", { id }, "Invalid params: id must be a string or an integer");
  }
});

Deno.test("bridge.shutdown ignores its parameters", () => {
  assertEquals(checkLifecycle("bridge.shutdown", { anything: 1 }), {});
});

Deno.test("checkLifecycle refuses misfits with -32602 or -32003 and never repeats a value", () => {
  const names = fc.constantFrom(...Object.keys(lifecycle).filter(isLifecycleName));
  const secret = "s3cr3t";
  const value = fc.oneof(
    fc.constant(secret),
    fc.constant([secret]),
    fc.constant({ a: secret }),
    fc.jsonValue(),
  );
  const keys = fc.constantFrom(
    "name",
    "namespace",
    "version",
    "apis",
    "protocolVersion",
    "player",
    "panel",
    "id",
  );
  fc.assert(fc.property(names, fc.oneof(value, fc.dictionary(keys, value)), (name, params) => {
    try {
      checkLifecycle(name, params);
    } catch (error) {
      assert(error instanceof RpcError);
      assert([-32602, -32003].includes(error.object.code));
      assert(!error.message.includes(secret));
    }
  }));
});
