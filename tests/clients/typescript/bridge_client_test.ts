import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import type { EventMessage, WireObserver } from "../../../clients/typescript/bridge_client.ts";
import { connectBridge } from "../../../clients/typescript/connected_bridge.ts";
import { BridgeError, BridgeGone } from "../../../clients/typescript/errors.ts";
import { nativeActions } from "../../../host_stdio/api/native_actions.ts";
import { frameOf, joined } from "../../../tools/support/frames.ts";
import { waitFor } from "../../support/deadline.ts";
import { ScriptedBridge } from "./scripted_bridge.ts";

Deno.test("invoke sends a request and returns the result of its response", async () => {
  const bridge = new ScriptedBridge();
  const first = bridge.client.invoke("test.echo", { message: 1 }, { panel: "p1" });
  const second = bridge.client.invoke("queue.clear");
  assertEquals(await bridge.read(), {
    jsonrpc: "2.0",
    id: 1,
    method: "test.echo",
    params: { message: 1 },
    panel: "p1",
  });
  assertEquals(await bridge.read(), { jsonrpc: "2.0", id: 2, method: "queue.clear" });
  await bridge.write({ jsonrpc: "2.0", id: 2, result: { success: true, clearedCount: 3 } });
  await bridge.write({ jsonrpc: "2.0", id: 1, result: { success: true, echo: 1, input: { message: 1 } } });
  assertEquals(await second, { success: true, clearedCount: 3 });
  assertEquals(await first, { success: true, echo: 1, input: { message: 1 } });
  await bridge.go();
});

Deno.test("invoke rejects with a BridgeError when the bridge answers an error", async () => {
  const bridge = new ScriptedBridge();
  const call = bridge.client.invokePlugin("no.such");
  await bridge.read();
  await bridge.write({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32601, message: "Method not found: no.such", data: 5 },
  });
  const error = await assertRejects(() => call, BridgeError);
  assertEquals([error.name, error.code, error.message, error.data], [
    "BridgeError",
    -32601,
    "Method not found: no.such",
    5,
  ]);
  await bridge.go();
});

Deno.test("invoke rejects with an internal error if the error of a response is invalid", async () => {
  const bridge = new ScriptedBridge();
  for (const error of ["x", 1, {}, { code: "1", message: "m" }, { code: 1 }]) {
    const call = bridge.client.invoke("test.ping");
    const request = await bridge.read();
    await bridge.write({ jsonrpc: "2.0", id: request?.["id"], error });
    assertEquals((await assertRejects(() => call, BridgeError)).code, -32603);
  }
  await bridge.go();
});

Deno.test("invoke rejects pending and later calls when the bridge has gone", async () => {
  const bridge = new ScriptedBridge();
  const waiting = bridge.client.invoke("test.ping");
  await bridge.go();
  await assertRejects(() => waiting, BridgeGone, "the bridge has gone");
  await assertRejects(() => bridge.client.invoke("test.ping"), BridgeGone, "the bridge has gone");
  assert(bridge.client.client.gone.aborted);
});

Deno.test("invoke sends nothing when its signal is aborted already", async () => {
  const bridge = new ScriptedBridge();
  const reason = new Error("not wanted");
  const call = bridge.client.invoke("test.ping", undefined, { signal: AbortSignal.abort(reason) });
  assertStrictEquals(await assertRejects(() => call), reason);
  const next = bridge.client.invoke("test.ping");
  assertEquals((await bridge.read())?.["id"], 1);
  await bridge.write({ jsonrpc: "2.0", id: 1, result: { pong: true, timestamp: 0 } });
  await next;
  await bridge.go();
});

Deno.test("invoke cancels the call and rejects with the reason when its signal is aborted", async () => {
  const strays: string[] = [];
  const bridge = new ScriptedBridge({ observer: { onStray: (text) => strays.push(text) } });
  const controller = new AbortController();
  const call = bridge.client.invoke("test.ping", undefined, { signal: controller.signal });
  await bridge.read();
  const reason = new Error("enough");
  controller.abort(reason);
  assertStrictEquals(await assertRejects(() => call), reason);
  assertEquals(await bridge.read(), { jsonrpc: "2.0", method: "bridge.cancel", params: { id: 1 } });
  // The answer to a cancelled call is expected, a second one is not.
  const cancelled = { jsonrpc: "2.0", id: 1, error: { code: -32800, message: "Request cancelled" } };
  await bridge.write(cancelled);
  await bridge.settle();
  assertEquals(strays, []);
  await bridge.write(cancelled);
  await bridge.settle();
  assertEquals(strays.length, 1);
  await bridge.go();
});

Deno.test("a signal that is aborted after the answer cancels nothing", async () => {
  const bridge = new ScriptedBridge();
  const controller = new AbortController();
  const call = bridge.client.invoke("test.ping", undefined, { signal: controller.signal });
  await bridge.answer({ pong: true, timestamp: 0 });
  await call;
  controller.abort();
  const next = bridge.client.invoke("test.ping");
  assertEquals((await bridge.answer({ pong: true, timestamp: 1 }))?.["method"], "test.ping");
  await next;
  await bridge.go();
});

Deno.test("a call over the frame limit is refused and not sent", async () => {
  const bridge = new ScriptedBridge({ maxFrameBytes: 1024 });
  await assertRejects(
    () => bridge.client.invoke("test.echo", { message: "x".repeat(1024) }),
    RangeError,
    "1024 bytes",
  );
  await assertRejects(() => bridge.client.invoke("test.echo", { message: "é".repeat(600) }), RangeError);
  assertThrows(() => bridge.client.panelClosed("p".repeat(1024)), RangeError);
  const next = bridge.client.invoke("test.ping");
  assertEquals((await bridge.answer({ pong: true, timestamp: 1 }))?.["method"], "test.ping");
  await next;
  await bridge.go();
});

Deno.test("a call with parameters that are not JSON is refused and not sent", async () => {
  const bridge = new ScriptedBridge();
  await assertRejects(() => bridge.client.invoke("test.echo", { message: 1n }), TypeError);
  const next = bridge.client.invoke("test.ping");
  assertEquals((await bridge.answer({ pong: true, timestamp: 1 }))?.["method"], "test.ping");
  await next;
  await bridge.go();
});

Deno.test("a native action is carried out with its checked parameters and its panel", async () => {
  const asked: unknown[] = [];
  const bridge = new ScriptedBridge({
    actions: {
      "player.media.info": ({ handle }, panel) => {
        asked.push(handle, panel);
        return Promise.resolve({ track: null });
      },
    },
  });
  assertEquals(await bridge.ask("player.media.info", { handle: { path: "/a" }, more: 1 }, "p1"), {
    jsonrpc: "2.0",
    id: "a",
    result: { track: null },
  });
  assertEquals(asked, [{ path: "/a", subsong: 0 }, "p1"]);
  await bridge.go();
});

Deno.test("a native action that returns nothing is answered with an empty object", async () => {
  const bridge = new ScriptedBridge({ actions: { "player.playback.stop": () => {} } });
  assertEquals((await bridge.ask("player.playback.stop"))?.["result"], {});
  assertEquals((await bridge.ask("player.playback.stop", null))?.["result"], {});
  await bridge.go();
});

Deno.test("a native action that is not implemented or unknown is answered as not supported", async () => {
  const bridge = new ScriptedBridge();
  for (const method of ["player.playback.stop", "player.no.such", "toString", "__proto__", "queue.add"]) {
    assertEquals((await bridge.ask(method, {}))?.["error"], {
      code: -32601,
      message: `Not supported: ${method}`,
    });
  }
  await bridge.go();
});

Deno.test("a native action with invalid parameters is answered with the place and not carried out", async () => {
  let asked = 0;
  const bridge = new ScriptedBridge({
    actions: {
      "player.playback.play": () => void asked++,
      "player.queue.append": () => ({ count: asked++, entries: [] }),
    },
  });
  const errorOf = async (method: string, params: unknown) => (await bridge.ask(method, params))?.["error"];
  assertEquals(await errorOf("player.playback.play", { playlist: 1, item: 0 }), {
    code: -32602,
    message: "Invalid params: playlist is not a string",
  });
  assertEquals(await errorOf("player.queue.append", { entries: [{ playlist: "a", item: 0 }, {}] }), {
    code: -32602,
    message: "Invalid params: entries[1].playlist is missing",
  });
  assertEquals(await errorOf("player.playback.play", 5), {
    code: -32602,
    message: "Invalid params: params is not an object",
  });
  assertEquals(asked, 0);
  await bridge.go();
});

Deno.test("a native action that throws is answered with the error's message, and its code if that is an integer", async () => {
  let thrown: unknown;
  const bridge = new ScriptedBridge({
    actions: {
      "player.queue.count": () => {
        throw thrown;
      },
    },
  });
  for (
    const [error, expected] of [
      [new Error("broken"), { code: -32000, message: "broken" }],
      [Object.assign(new Error("no tree"), { code: -32010 }), { code: -32010, message: "no tree" }],
      [Object.assign(new Error("gone"), { code: "ENOENT" }), { code: -32000, message: "gone" }],
      [Object.assign(new Error("half"), { code: 1.5 }), { code: -32000, message: "half" }],
      ["text", { code: -32000, message: "text" }],
      [undefined, { code: -32000, message: "undefined" }],
    ]
  ) {
    thrown = error;
    assertEquals((await bridge.ask("player.queue.count"))?.["error"], expected);
  }
  await bridge.go();
});

Deno.test("an answer that cannot be sent becomes an error", async () => {
  let entries: unknown = "x".repeat(2000);
  const bridge = new ScriptedBridge({
    maxFrameBytes: 1024,
    actions: { "player.plugin.invoke": () => entries },
  });
  const ask = async () =>
    (await bridge.ask("player.plugin.invoke", { namespace: "n", method: "m", params: {} }))?.["error"];
  assertEquals(await ask(), {
    code: -32000,
    message: "the message is over the frame limit of 1024 bytes",
  });
  entries = 1n;
  assertEquals((await ask() as { code: number }).code, -32000);
  await bridge.go();
});

Deno.test("the signal of a native action is aborted when the bridge has gone", async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  const bridge = new ScriptedBridge({
    actions: {
      "player.queue.count": (_params, _panel, signal) => {
        begun.resolve(signal);
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve({ count: 0 })));
      },
    },
  });
  await bridge.write({ jsonrpc: "2.0", id: 1, method: "player.queue.count" });
  const signal = await waitFor("the native action to begin", begun.promise);
  assertEquals(signal.aborted, false);
  await bridge.go();
  assertInstanceOf(signal.reason, BridgeGone);
});

Deno.test("implement adds actions, replaces those of the same name and returns the missing ones", async () => {
  const bridge = new ScriptedBridge({ actions: { "player.queue.count": () => ({ count: 1 }) } });
  const all = Object.keys(nativeActions);
  const missing: readonly string[] = bridge.client.implement({ "player.playback.stop": () => {} });
  assertEquals(missing, all.filter((name) => !["player.queue.count", "player.playback.stop"].includes(name)));
  bridge.client.implement({ "player.queue.count": () => ({ count: 2 }) });
  assertEquals((await bridge.ask("player.queue.count"))?.["result"], { count: 2 });
  assertEquals((await bridge.ask("player.playback.stop"))?.["result"], {});
  await bridge.go();
});

Deno.test("on receives the events of its name with their panel until the listener is removed", async () => {
  const bridge = new ScriptedBridge();
  const heard: unknown[] = [];
  const end = bridge.client.on("menu:select", (data, panel) => heard.push(data, panel));
  await bridge.event("menu:select", { menuId: "menu-1", itemId: "a" }, "p1");
  await bridge.event("menu:dismiss", { menuId: "menu-1", reason: "select" }, "p1");
  await bridge.event("menu:select", { menuId: "menu-2", itemId: "b" });
  assertEquals(heard, [
    { menuId: "menu-1", itemId: "a" },
    "p1",
    { menuId: "menu-2", itemId: "b" },
    undefined,
  ]);
  end();
  end();
  await bridge.event("menu:select", { menuId: "menu-3", itemId: "c" });
  assertEquals(heard.length, 4);
  await bridge.go();
});

Deno.test("onPluginEvent receives the events of its name and refuses names that no plugin's event can have", async () => {
  const bridge = new ScriptedBridge();
  const heard: unknown[] = [];
  const controller = new AbortController();
  bridge.client.onPluginEvent("lyrics:changed", (data, panel) => heard.push(data, panel), controller);
  await bridge.event("lyrics:changed", { line: 1 }, "p1");
  await bridge.event("lyrics:other", {});
  controller.abort();
  await bridge.event("lyrics:changed", { line: 2 });
  assertEquals(heard, [{ line: 1 }, "p1"]);
  for (const name of ["menu:select", "lyrics", ""]) {
    assertThrows(() => bridge.client.onPluginEvent(name, () => {}), TypeError);
  }
  await bridge.go();
});

Deno.test("a signal removes a listener of on, and with an aborted signal none is added", async () => {
  const bridge = new ScriptedBridge();
  const controller = new AbortController();
  const heard: string[] = [];
  bridge.client.on("menu:select", () => heard.push("a"), { signal: controller.signal });
  bridge.client.on("menu:select", () => heard.push("b"), { signal: AbortSignal.abort() });
  bridge.client.onEvent(({ event }) => heard.push(event), { signal: controller.signal });
  await bridge.event("menu:select", { menuId: "m", itemId: "i" });
  controller.abort();
  await bridge.event("menu:select", { menuId: "m", itemId: "i" });
  assertEquals(heard, ["a", "menu:select"]);
  await bridge.go();
});

Deno.test("a listener that is added twice is removed separately", async () => {
  const bridge = new ScriptedBridge();
  let heard = 0;
  const listener = () => void heard++;
  const ends = [bridge.client.onEvent(listener), bridge.client.onEvent(listener)];
  await bridge.event("menu:select", {});
  assertEquals(heard, 2);
  ends[0]?.();
  await bridge.event("menu:select", {});
  assertEquals(heard, 3);
  await bridge.go();
});

Deno.test("a listener that another one removes is not called, and one that another one adds is not called yet", async () => {
  const bridge = new ScriptedBridge();
  const heard: string[] = [];
  bridge.client.onEvent(() => {
    heard.push("first");
    endSecond();
    bridge.client.onEvent(() => heard.push("added"));
  });
  const endSecond = bridge.client.onEvent(() => heard.push("second"));
  await bridge.event("menu:select", {});
  assertEquals(heard, ["first"]);
  await bridge.go();
});

Deno.test("an error of a listener is reported as uncaught and does not stop the others", async () => {
  const bridge = new ScriptedBridge();
  const heard: string[] = [];
  const uncaught: unknown[] = [];
  const onError = (event: ErrorEvent): void => {
    event.preventDefault();
    uncaught.push(event.error);
  };
  globalThis.addEventListener("error", onError);
  const error = new Error("a listener's");
  bridge.client.onEvent(() => {
    throw error;
  });
  bridge.client.onEvent(() => heard.push("second"));
  await bridge.event("menu:select", {});
  await bridge.event("menu:select", {});
  globalThis.removeEventListener("error", onError);
  assertEquals(heard, ["second", "second"]);
  assertEquals(uncaught, [error, error]);
  await bridge.go();
});

Deno.test("an observer that throws does not disturb the connection", async () => {
  const broken = (): never => {
    throw new Error("an observer's");
  };
  const observer: WireObserver = {
    onAction: broken,
    onActionAnswered: broken,
    onEvent: broken,
    onStray: broken,
  };
  const bridge = new ScriptedBridge({ observer, actions: { "player.queue.count": () => ({ count: 1 }) } });
  let uncaught = 0;
  const onError = (event: ErrorEvent): void => {
    event.preventDefault();
    uncaught++;
  };
  globalThis.addEventListener("error", onError);
  const heard: EventMessage[] = [];
  bridge.client.onEvent((message) => heard.push(message));
  assertEquals((await bridge.ask("player.queue.count"))?.["result"], { count: 1 });
  await bridge.write("stray");
  await bridge.event("menu:select", 1);
  globalThis.removeEventListener("error", onError);
  assertEquals(heard, [{ event: "menu:select", panel: undefined, data: 1 }]);
  assertEquals(uncaught, 4);
  await bridge.go();
});

Deno.test("input that is not a message of the protocol is passed to the observer and has no other effect", async () => {
  const strays: string[] = [];
  const bridge = new ScriptedBridge({
    observer: { onStray: (text) => strays.push(text) },
    maxFrameBytes: 1024,
  });
  await bridge.writeBytes(joined(
    frameOf(5),
    frameOf([]),
    frameOf({ jsonrpc: "2.0", id: 99, result: {} }),
    frameOf({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } }),
    frameOf({ jsonrpc: "2.0", method: "event", params: 5 }),
    frameOf({ jsonrpc: "2.0", method: "event", params: { event: 5 } }),
    frameOf({ jsonrpc: "2.0", method: "other" }),
    new Uint8Array([2, 0, 0, 0, 0x7b, 0x5b]),
    new Uint8Array([1, 0, 0, 0, 0xff]),
    frameOf("x".repeat(2000)),
  ));
  await bridge.settle();
  assertEquals(strays.length, 10);
  assertEquals(strays.slice(-2), ["malformed", "tooLarge"]);
  const call = bridge.client.invoke("test.ping");
  await bridge.answer({ pong: true, timestamp: 0 });
  assertEquals(await call, { pong: true, timestamp: 0 });
  await bridge.go();
});

Deno.test("signal sends a notification with name and parameters", async () => {
  const bridge = new ScriptedBridge();
  bridge.client.signal({
    name: "signal.trackStarted",
    params: { handle: { path: "/a" }, playlist: null, item: null },
  });
  assertEquals(await bridge.read(), {
    jsonrpc: "2.0",
    method: "signal.trackStarted",
    params: { handle: { path: "/a" }, playlist: null, item: null },
  });
  await bridge.go();
});

Deno.test("an event right after an answer reaches a listener that is added when the answer arrives", async () => {
  const bridge = new ScriptedBridge();
  const order: string[] = [];
  const call = (async () => {
    await bridge.client.invoke("menu.show", {});
    // Far more awaits than a real program has.
    for (let layer = 0; layer < 20; layer++) await undefined;
    order.push("answer");
    bridge.client.on("menu:select", ({ itemId }) => order.push(itemId));
  })();
  const id = (await bridge.read())?.["id"];
  // Both frames arrive in one chunk.
  await bridge.writeBytes(joined(
    frameOf({ jsonrpc: "2.0", id, result: { success: true, menuId: "menu-1" } }),
    frameOf({
      jsonrpc: "2.0",
      method: "event",
      params: { event: "menu:select", data: { menuId: "menu-1", itemId: "a" } },
    }),
  ));
  await call;
  await bridge.settle();
  assertEquals(order, ["answer", "a"]);
  await bridge.go();
});

Deno.test("a message that the bridge would refuse for its shape is not sent, and the next call is served", async () => {
  const bridge = new ScriptedBridge();
  const refused = async (tracks: unknown, message: string): Promise<void> => {
    await assertRejects(
      () => bridge.client.client.invoke("queue.add", { tracks } as never),
      RangeError,
      message,
    );
  };
  await refused(Array<unknown>(262_145).fill([]), "the message has more than 262144 arrays and objects");
  await refused(
    JSON.parse("[".repeat(1000) + "]".repeat(1000)),
    "the message has more than 1000 levels of arrays and objects",
  );
  // Brackets in a string are not counted.
  const call = bridge.client.client.invoke("log.write", { message: "[".repeat(4_300_000) });
  assertEquals((await bridge.answer({ success: true }))?.["method"], "log.write");
  assertEquals(await call, { success: true });
  await bridge.go();
});

Deno.test("a native action that is a method is called as one", async () => {
  class Counter {
    #count = 0;
    "player.queue.count"(): { count: number } {
      return { count: ++this.#count };
    }
  }
  const bridge = new ScriptedBridge({ actions: new Counter() });
  bridge.client.implement({ "player.playback.stop": () => {} });
  assertEquals((await bridge.ask("player.queue.count"))?.["result"], { count: 1 });
  assertEquals((await bridge.ask("player.queue.count"))?.["result"], { count: 2 });
  assertEquals(
    (await bridge.ask("constructor"))?.["error"],
    { code: -32601, message: "Not supported: constructor" },
  );
  await bridge.go();
});

Deno.test("a native action fails with any thrown value", async () => {
  const thrown: unknown[] = [
    Object.create(null),
    { toString: () => assert(false) },
    Object.defineProperty(new Error(), "message", { get: () => assert(false) }),
    Symbol("s"),
  ];
  const bridge = new ScriptedBridge({
    actions: {
      "player.queue.count": () => {
        throw thrown.shift();
      },
    },
  });
  for (const message of [...Array<string>(3).fill("the action has failed"), "Symbol(s)"]) {
    assertEquals((await bridge.ask("player.queue.count"))?.["error"], { code: -32000, message });
  }
  await bridge.go();
});

Deno.test("a bridge that no longer reads but still writes is abandoned", async () => {
  const readable = new ReadableStream<Uint8Array>();
  const writable = new WritableStream<Uint8Array>({ write: () => Promise.reject(new Error("broken")) });
  const bridge = connectBridge({ readable, writable });
  await assertRejects(() => bridge.invoke("test.ping"), BridgeGone);
  await bridge.ended;
  await bridge.close();
});

Deno.test("a silent bridge whose connection is aborted is abandoned", async () => {
  const stop = new AbortController();
  const bridge = new ScriptedBridge({ signal: stop.signal });
  const call = bridge.client.invoke("test.ping");
  stop.abort("enough");
  await assertRejects(() => call, BridgeGone);
  await bridge.client.close();
  // The client ends the bridge's input after bridge.shutdown.
  assertEquals((await bridge.read())?.["method"], "test.ping");
  assertEquals((await bridge.read())?.["method"], "bridge.shutdown");
  assertEquals(await bridge.read(), undefined);
});

Deno.test("an action with an id that leaves no room for an answer is a stray, and the next one is answered", async () => {
  const strays: string[] = [];
  const bridge = new ScriptedBridge({
    maxFrameBytes: 1000,
    actions: { "player.queue.count": () => ({ count: 7 }) },
    observer: { onStray: (text) => strays.push(text) },
  });
  await bridge.write({ jsonrpc: "2.0", id: "x".repeat(960), method: "x" });
  assertEquals((await bridge.ask("player.queue.count"))?.["result"], { count: 7 });
  assertEquals(strays, ["an id of 960 characters"]);
  await bridge.go();
});

Deno.test("an error message that is too long for a frame is replaced", async () => {
  const long = "x".repeat(2000);
  const failures = {
    thrown: () => {
      throw new Error(long);
    },
    written: () => ({
      count: 7,
      toJSON() {
        throw new Error(long);
      },
    }),
  };
  const messages = {
    thrown: "the message is over the frame limit of 1000 bytes",
    written: "x".repeat(200),
  };
  for (const name of ["thrown", "written"] as const) {
    const bridge = new ScriptedBridge({
      maxFrameBytes: 1000,
      actions: { "player.queue.count": failures[name] },
    });
    const answer = await bridge.ask("player.queue.count");
    assertEquals(answer?.["error"], { code: -32000, message: messages[name] });
    await bridge.go();
  }
});
