import { assert, assertEquals } from "@std/assert";
import { operationTable } from "../../handlers/mod.ts";
import { setDeadline } from "../support/deadline.ts";
import { callText, lacking, type Message, RawBridge } from "./support.ts";

setDeadline(120_000);

function registration(namespace: string, ...methods: string[]): object {
  return {
    jsonrpc: "2.0",
    id: 1,
    method: "bridge.registerPlugin",
    params: { name: "N", namespace, version: "1", apis: methods.map((method) => ({ method })) },
  };
}

Deno.test("a plugin cannot register methods of the bridge, reserved prefixes or names that are not identifiers", async () => {
  await using bridge = new RawBridge();
  const refused = [
    "player",
    "signal",
    "bridge",
    "",
    "a.b",
    "__proto__",
    "_a",
    "1a",
    "a b",
    "é",
    "a\u0000",
    "\u212a",
    "queue\n",
  ];
  for (const namespace of refused) {
    const [reply] = await bridge.ask(registration(namespace, "x"));
    assertEquals(reply.error?.code, -32602, JSON.stringify(namespace));
  }
  for (const name of operationTable.keys()) {
    const [namespace = "", method = ""] = name.split(".");
    const [reply] = await bridge.ask(registration(namespace, method));
    assertEquals(reply.error?.code, -32602, name);
  }
  const [listed] = await bridge.ask(callText(1, "system.getRegisteredPlugins", "{}"));
  assertEquals(listed.result.registered, []);
});

Deno.test("a plugin cannot hide built-in operations or those of another plugin", async () => {
  await using bridge = new RawBridge({
    answer: ({ id, params }: Message) => JSON.stringify({ jsonrpc: "2.0", id, result: params }),
  });
  const methods = [
    "ping",
    "test.ping",
    "../test.ping",
    "constructor",
    "__proto__",
    "toString",
    "x.y",
    ".",
    "bridge.shutdown",
  ];
  await bridge.ask(registration("constructor", ...methods), registration("Test", ...methods));
  const [ping] = await bridge.ask(callText(1, "test.ping", "{}"));
  assertEquals(ping.result.pong, true);
  for (const namespace of ["constructor", "Test"]) {
    for (const method of methods) {
      const [reply] = await bridge.ask(callText(1, `${namespace}.${method}`, '{"a":1}'));
      assertEquals(reply.result, { namespace, method, params: { a: 1 } });
    }
  }
  for (
    const unknown of [
      "toString.call",
      "test.test.ping",
      "Test",
      "Test.",
      "hasOwnProperty.x",
      "constructor.prototype",
    ]
  ) {
    assertEquals((await bridge.ask(callText(1, unknown, "{}")))[0].error.code, -32601, unknown);
  }
});

Deno.test("a plugin's answer is passed on unchanged and has no other effect", async () => {
  const results = [
    '{"__proto__":{"polluted":1}}',
    '{"toJSON":1,"then":2}',
    '{"jsonrpc":"2.0","id":99,"method":"player.app.run"}',
    '{"success":false,"error":"forged","code":"X"}',
    "null",
    "[]",
    '"\\ud800"',
    "1e400",
  ];
  let next = "";
  await using bridge = new RawBridge({
    answer: ({ id }: Message) => `{"jsonrpc":"2.0","id":${id},"result":${next}}`,
  });
  await bridge.ask(registration("ext", "run"));
  for (const result of results) {
    next = result;
    const [reply] = await bridge.ask(callText(7, "ext.run", "{}"));
    assertEquals([reply.id, JSON.stringify(reply.result)], [7, JSON.stringify(JSON.parse(result))]);
  }
  assertEquals(Reflect.get({}, "polluted"), undefined);
});

Deno.test("a plugin that fails, lacks its method or answers nothing fails its own call only", async () => {
  const answers = [
    lacking,
    ({ id }: Message) => JSON.stringify({ jsonrpc: "2.0", id, error: { code: 1, message: "broken" } }),
    ({ id }: Message) => JSON.stringify({ jsonrpc: "2.0", id, error: 5 }),
    ({ id }: Message) => JSON.stringify({ jsonrpc: "2.0", id }),
    () => JSON.stringify({ jsonrpc: "2.0", id: 12345, result: 1 }),
  ];
  for (const answer of answers) {
    await using bridge = new RawBridge({ answer, limits: { actionTimeoutMs: 30 } });
    await bridge.ask(registration("ext", "run"));
    const [reply] = await bridge.ask(callText(1, "ext.run", "{}"));
    assert(reply.error.code === -32002 || reply.error.code === -32001);
    assertEquals((await bridge.ask(callText(2, "test.ping", "{}")))[0].id, 2);
  }
});

Deno.test("texts of a plugin are compared as texts, not as patterns", async () => {
  await using bridge = new RawBridge();
  const description = "(a+)+$ [ * ${x} <script>";
  const params = { name: "\u202e", namespace: "ext", version: "\n", apis: [{ method: ".*", description }] };
  await bridge.ask({ jsonrpc: "2.0", id: 1, method: "bridge.registerPlugin", params });
  for (const [query, count] of [["(a+)+$ [", 1], ["ext..*", 1], ["ext.x", 0], ["${X}", 1]] as const) {
    const [{ result }] = await bridge.ask(callText(1, "system.searchApis", JSON.stringify({ query })));
    assertEquals(result.count, count, query);
  }
});
