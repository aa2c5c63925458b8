import "../../support/deadline.ts";
import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { BridgeError, BridgeGone } from "../../../clients/typescript/errors.ts";
import { ScriptedBridge } from "./scripted_bridge.ts";

Deno.test("close sends bridge.shutdown, carries out further native actions, and then ends the connection", async () => {
  const bridge = new ScriptedBridge({ actions: { "player.queue.count": () => ({ count: 7 }) } });
  const call = bridge.client.invoke("queue.getCount");
  const closed = bridge.client.close();
  assertEquals((await bridge.read())?.["method"], "queue.getCount");
  assertEquals(await bridge.read(), { jsonrpc: "2.0", id: 2, method: "bridge.shutdown" });
  assertEquals((await bridge.ask("player.queue.count"))?.["result"], { count: 7 });
  await bridge.write({ jsonrpc: "2.0", id: 1, result: { count: 7, hasItems: true } });
  assertEquals(await call, { count: 7, hasItems: true });
  await bridge.write({ jsonrpc: "2.0", id: 2, result: {} });
  assertEquals(await bridge.read(), undefined);
  await bridge.go();
  await closed;
});

Deno.test("close refuses later calls at once and may be called again", async () => {
  const bridge = new ScriptedBridge();
  const closed = bridge.client.close();
  await assertRejects(() => bridge.client.invoke("test.ping"), BridgeGone, "the bridge is closed");
  await assertRejects(() => bridge.client.invokePlugin("a.b"), BridgeGone);
  await assertRejects(() => bridge.client.initialize({ name: "n", version: "v" }), BridgeGone);
  const again = bridge.client.close();
  assertEquals((await bridge.answer({}))?.["method"], "bridge.shutdown");
  assertEquals(await bridge.read(), undefined);
  await bridge.go();
  await Promise.all([closed, again]);
});

Deno.test("close settles if the bridge has gone or goes meanwhile", async () => {
  const gone = new ScriptedBridge();
  await gone.go();
  await gone.client.close();

  const going = new ScriptedBridge();
  const closed = going.client.close();
  await going.read();
  await going.go();
  await closed;
});

Deno.test("close works with a bridge that does not know bridge.shutdown", async () => {
  const bridge = new ScriptedBridge();
  const closed = bridge.client.close();
  const request = await bridge.read();
  await bridge.write({
    jsonrpc: "2.0",
    id: request?.["id"],
    error: { code: -32601, message: "Method not found" },
  });
  assertEquals(await bridge.read(), undefined);
  await bridge.go();
  await closed;
});

Deno.test("close rejects with the reason of its signal, and the bridge is still closed", async () => {
  const bridge = new ScriptedBridge();
  const controller = new AbortController();
  const reason = new Error("too slow");
  const closed = bridge.client.close({ signal: controller.signal });
  controller.abort(reason);
  assertStrictEquals(await assertRejects(() => closed), reason);
  assertStrictEquals(
    await assertRejects(() => bridge.client.close({ signal: AbortSignal.abort(reason) })),
    reason,
  );
  await bridge.answer({});
  assertEquals(await bridge.read(), undefined);
  await bridge.go();
  await bridge.client.close();
});

Deno.test("await using closes the bridge", async () => {
  const bridge = new ScriptedBridge();
  const end = (async () => {
    await bridge.answer({});
    assertEquals(await bridge.read(), undefined);
    await bridge.go();
  })();
  {
    await using client = bridge.client;
    assertEquals(typeof client.invoke, "function");
  }
  await end;
});

Deno.test("await using abandons a bridge that has not gone after ten seconds", async () => {
  const bridge = new ScriptedBridge();
  const call = bridge.client.invoke("test.ping");
  const rejected = assertRejects(() => call, BridgeGone);
  const { setTimeout } = globalThis;
  const delays: unknown[] = [];
  globalThis.setTimeout = Object.assign((callback: () => void, delay?: number) => {
    delays.push(delay);
    return setTimeout(callback, 0);
  }, setTimeout);
  try {
    await using client = bridge.client;
    assertEquals(typeof client.invoke, "function");
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  assertEquals(delays, [10_000]);
  await rejected;
  await bridge.client.ended;
});

Deno.test("the lifecycle messages are sent with their parameters and return their answers", async () => {
  const bridge = new ScriptedBridge();
  const { client } = bridge;
  const answers = [
    { protocolVersion: 1 },
    { apiCount: 1 },
    { removed: true },
  ];
  const calls = [
    client.initialize({ name: "n", version: "v" }),
    client.registerPlugin({ name: "N", namespace: "n", version: "1", apis: [{ method: "m" }] }),
    client.unregisterPlugin("n"),
  ];
  const messages = [
    await bridge.answer(answers[0]),
    await bridge.answer(answers[1]),
    await bridge.answer(answers[2]),
  ];
  assertEquals(messages.map((message) => [message?.["method"], message?.["params"]]), [
    ["bridge.initialize", { protocolVersion: 1, player: { name: "n", version: "v" } }],
    ["bridge.registerPlugin", { name: "N", namespace: "n", version: "1", apis: [{ method: "m" }] }],
    ["bridge.unregisterPlugin", { namespace: "n" }],
  ]);
  assertEquals<unknown[]>(await Promise.all(calls), answers);
  client.panelClosed("p1");
  assertEquals(await bridge.read(), {
    jsonrpc: "2.0",
    method: "bridge.panelClosed",
    params: { panel: "p1" },
  });
  await bridge.go();
});

Deno.test("initialize is rejected when the bridge speaks another version", async () => {
  const bridge = new ScriptedBridge();
  const call = bridge.client.initialize({ name: "n", version: "v" });
  await bridge.read();
  await bridge.write({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32003, message: "Unsupported protocol version: 1" },
  });
  assertEquals((await assertRejects(() => call, BridgeError)).code, -32003);
  await bridge.go();
});

Deno.test("every request can be cancelled by a signal", async () => {
  const bridge = new ScriptedBridge();
  const { client } = bridge;
  const reason = new Error("no");
  const options = { signal: AbortSignal.abort(reason) };
  for (
    const call of [
      client.invoke("test.ping", undefined, options),
      client.invokePlugin("a.b", {}, options),
      client.initialize({ name: "n", version: "v" }, options),
      client.registerPlugin({ name: "N", namespace: "n", version: "1", apis: [] }, options),
      client.unregisterPlugin("n", options),
    ]
  ) {
    assertStrictEquals(await assertRejects(() => call), reason);
  }
  await bridge.go();
});

Deno.test("connectBridge closes the bridge when its signal is aborted, and throws if it is aborted already", async () => {
  const controller = new AbortController();
  const bridge = new ScriptedBridge({ signal: controller.signal });
  controller.abort();
  await assertRejects(() => bridge.client.invoke("test.ping"), BridgeGone, "the bridge is closed");
  assertEquals((await bridge.answer({}))?.["method"], "bridge.shutdown");
  assertEquals(await bridge.read(), undefined);
  await bridge.go();
  await bridge.client.ended;
  assertThrows(
    () => new ScriptedBridge({ signal: AbortSignal.abort(new Error("too late")) }),
    Error,
    "too late",
  );
});
