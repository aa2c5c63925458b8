import "../support/deadline.ts";
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import * as fc from "fast-check";
import { RpcError } from "../../host_stdio/errors.ts";
import {
  checkLifecycle,
  isLifecycleName,
  lifecycle,
  type LifecycleName,
} from "../../host_stdio/lifecycle.ts";
import { PROTOCOL_VERSION } from "../../limits/wire.ts";

function refuses(name: LifecycleName, params: unknown, message: string): void {
  const error = assertThrows(() => checkLifecycle(name, params), RpcError);
  assertEquals(error.object, { code: -32602, message });
}

Deno.test("every lifecycle message has its own description", () => {
  const descriptions = Object.values(lifecycle).map(({ description }) => description);
  for (const description of descriptions) assertMatch(description, /^[A-Z].+\.$/);
  assertEquals(new Set(descriptions).size, descriptions.length);
});

Deno.test("bridge.initialize accepts the version and the player, and ignores other members", () => {
  const params = { protocolVersion: PROTOCOL_VERSION, player: { name: "", version: "2" } };
  assertEquals(
    checkLifecycle("bridge.initialize", { ...params, extra: 1, player: { ...params.player, more: [] } }),
    params,
  );
  assertEquals(checkLifecycle("bridge.initialize", { ...params, protocolVersion: 1.0 }), params);
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
