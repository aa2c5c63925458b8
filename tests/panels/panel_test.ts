import { assert, assertEquals, assertLess, assertRejects } from "@std/assert";
import { operationTable } from "../../handlers/mod.ts";
import { connectPanel } from "../../panels/panel.js";
import { setDeadline } from "../support/deadline.ts";

setDeadline(300_000);

/**
 * A page and the player's end of its channel.
 *
 * @param operations The names that the host injects with the script.
 */
function connected(operations?: readonly string[]) {
  const posted: unknown[] = [];
  let receive: (message: unknown) => void = () => {};
  let end: () => void = () => {};
  const panel = connectPanel({
    post: (message) => void posted.push(structuredClone(message)),
    listen(listener, ended) {
      receive = listener;
      end = ended;
    },
  }, operations);
  // Accepts names that are not in the API.
  const invoke = panel.invoke as (name: string, params?: unknown) => Promise<unknown>;
  return { panel, invoke, posted, receive: (message: unknown) => receive(message), end: () => end() };
}

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const error = await assertRejects(() => call, Error);
  return "code" in error && error.code;
}

Deno.test("panel.js has less than 7 KB", async () => {
  const { size } = await Deno.stat(new URL("../../panels/panel.js", import.meta.url));
  assertLess(size, 7 * 1024);
});

/** A panel with members that are not in its types. */
type AnyPanel = Record<string, Record<string, (params?: unknown) => Promise<unknown>> | undefined>;

/** The functions of all namespaces, as names of operations. */
function functionsOf(panel: object): string[] {
  return Object.entries(panel).flatMap(([namespace, members]) =>
    Object.keys(members).map((method) => `${namespace}.${method}`)
  ).sort();
}

Deno.test("the operations that the host names are functions of their namespaces, and no others", async () => {
  const { panel, posted, receive } = connected(["queue.add", "scrobbler.submit", "scrobbler.a.b"]);
  const { queue, scrobbler, audio } = panel as unknown as AnyPanel;
  const added = queue?.["add"]?.({ tracks: [1] });
  const own = scrobbler?.["submit"]?.();
  void scrobbler?.["a.b"]?.().catch(() => {});
  assertEquals(posted, [
    { id: 1, method: "queue.add", params: { tracks: [1] } },
    { id: 2, method: "scrobbler.submit", params: {} },
    { id: 3, method: "scrobbler.a.b", params: {} },
  ]);
  receive({ id: 2, error: { code: -32601, message: "Method not found: scrobbler.submit" } });
  receive({ id: 1, result: { success: true, addedCount: 1, queueCount: 1 } });
  assertEquals(await added, { success: true, addedCount: 1, queueCount: 1 });
  assertEquals(await codeOf(own ?? Promise.resolve()), -32601);
  assertEquals([audio, queue?.["clear"], "test" in panel], [undefined, undefined, false]);
});

Deno.test("without names there are the operations of the specification; listAvailableApis adds the others", async () => {
  const { panel, receive } = connected();
  assertEquals(functionsOf(panel), [...operationTable.keys()].sort());
  const { queue } = panel as unknown as AnyPanel;
  const replacement = () => Promise.resolve("mine");
  if (queue) queue["add"] = replacement;
  const listed = panel.system.listAvailableApis();
  const names = ["queue.add", "playback.play", "scrobbler.submit"];
  receive({ id: 1, result: { success: true, apis: names.map((fullName) => ({ fullName })), count: 3 } });
  await listed;
  assertEquals(functionsOf(panel), [...operationTable.keys(), "playback.play", "scrobbler.submit"].sort());
  assertEquals([panel.queue as unknown, queue?.["add"] as unknown], [queue, replacement]);
});

Deno.test("names like those of the panel's own members and of every object change nothing but their namespace", () => {
  const odd = [
    "on.x",
    "invoke.call",
    "__proto__.x",
    "constructor.x",
    "toString.x",
    "queue.__proto__",
    "queue.constructor",
    ".",
    "",
  ];
  const { panel, posted } = connected(odd);
  const { on, constructor, toString, queue } = panel as unknown as Record<string, unknown>;
  assertEquals([typeof on, constructor, toString], ["function", Object, Object.prototype.toString]);
  assertEquals([typeof (queue as { constructor: unknown }).constructor, `${panel}`], [
    "function",
    "[object Object]",
  ]);
  assertEquals(["x" in {}, "x" in Object, posted], [false, false, []]);
});

Deno.test("a result with a member of any name stays as it is", async () => {
  const { invoke, receive } = connected(["titleformat.evalFields"]);
  const call = invoke("titleformat.evalFields", { fields: { undefined: "%title%" } });
  receive({ id: 1, result: { undefined: "Low Water", success: true } });
  assertEquals<unknown>(await call, { undefined: "Low Water", success: true });
});

Deno.test("playlist.getAll is an array with the members of the result, in every way to call it; a failure stays", async () => {
  const { panel, invoke, receive } = connected(["playlist.getAll"]);
  const result = () => ({ success: true, playlists: [{ name: "A" }, { name: "B" }], count: 2 });
  const calls: Promise<unknown>[] = [
    panel.playlist.getAll(),
    invoke("playlist.getAll"),
    panel.playlist.getAll(),
  ];
  receive({ id: 1, result: result() });
  receive({ id: 2, result: result() });
  receive({ id: 3, result: { success: false, error: "no" } });
  for (const call of calls.slice(0, 2)) {
    const list = await call;
    assert(Array.isArray(list));
    assertEquals(list.map(({ name }) => name), ["A", "B"]);
    const { success, playlists, count } = list as unknown as ReturnType<typeof result>;
    assertEquals([success, playlists === list as unknown, count], [true, true, 2]);
    assertEquals(JSON.stringify(list), JSON.stringify(result().playlists));
  }
  assertEquals<unknown>(await calls[2], { success: false, error: "no" });
  const types = invoke("artwork.getAvailableTypes");
  receive({ id: 4, result: { success: true, types: ["front"] } });
  assertEquals(JSON.stringify(await types), '["front"]');
});

Deno.test("a panel can be written as JSON, awaited and printed without a call, and keeps what a page adds", async () => {
  const { panel, posted } = connected(["queue.add"]);
  assertEquals(Object.keys(panel), ["invoke", "on", "off", "once", "queue"]);
  assertEquals(JSON.stringify({ fb2k: panel }), '{"fb2k":{"queue":{}}}');
  assert(await Promise.resolve(panel) === panel);
  assert(await Promise.resolve(panel.queue) === panel.queue);
  Object.assign(panel.queue, { mine: 7 });
  assertEquals((panel.queue as unknown as { mine: number }).mine, 7);
  assertEquals([`${panel}`, posted], ["[object Object]", []]);
});

Deno.test("invoke posts a call and returns the result of its answer", async () => {
  const { invoke, posted, receive } = connected();
  const first = invoke("queue.add", { tracks: [1] });
  const second = invoke("queue.clear");
  assertEquals(posted, [
    { id: 1, method: "queue.add", params: { tracks: [1] } },
    { id: 2, method: "queue.clear", params: {} },
  ]);
  receive({ id: 2, result: { success: true, clearedCount: 0 } });
  receive({ id: 1, result: { success: true, addedCount: 1, queueCount: 1 } });
  assertEquals(await second, { success: true, clearedCount: 0 });
  assertEquals(await first, { success: true, addedCount: 1, queueCount: 1 });
});

// Shows: A rejected call has its number in `code`.
Deno.test("invoke rejects with the protocol's error, its code and data included", async () => {
  const { invoke, receive } = connected();
  const call = invoke("no.such");
  receive({ id: 1, error: { code: -32601, message: "Method not found: no.such", data: 7 } });
  const error = await assertRejects(() => call, Error, "Method not found: no.such");
  assertEquals("code" in error && error.code, -32601);
  assertEquals("reason" in error && error.reason, "METHOD_NOT_FOUND");
  assertEquals("data" in error && error.data, 7);
});

Deno.test("invoke rejects when the channel refuses the message, and the next call is served", async () => {
  let refuses = true;
  let receive: (message: unknown) => void = () => {};
  const panel = connectPanel({
    post() {
      if (refuses) throw new TypeError("cannot be cloned");
    },
    listen: (listener) => void (receive = listener),
  });
  await assertRejects(() => panel.invoke("test.echo", {}), TypeError);
  refuses = false;
  const call = panel.invoke("test.ping");
  receive({ id: 2, result: "pong" });
  assertEquals<unknown>(await call, "pong");
});

Deno.test("invoke accepts an answer that arrives during post", async () => {
  let receive: (message: unknown) => void = () => {};
  const panel = connectPanel({
    post: ({ id, method }) => receive({ id, result: method }),
    listen: (listener) => void (receive = listener),
  });
  assertEquals<unknown>(await panel.invoke("test.ping"), "test.ping");
});

Deno.test("a call without the name of an operation is rejected, and the player gets nothing", async () => {
  const { panel, posted } = connected();
  const untyped = panel.invoke as (method?: unknown) => Promise<unknown>;
  for (const name of [undefined, null, 3, {}]) {
    await assertRejects(() => untyped(name), TypeError, "The name of an operation must be a string");
  }
  assertEquals(posted, []);
});

Deno.test("a call that could not be posted is forgotten", async () => {
  let receive: (message: unknown) => void = () => {};
  let end: () => void = () => {};
  const refusal = new TypeError("cannot be cloned");
  let rejections = 0;
  const panel = connectPanel({
    post() {
      throw refusal;
    },
    listen(listener, ended) {
      receive = listener;
      end = ended;
    },
  });
  // A call that is still pending would read the error of its answer.
  const call = panel.invoke("test.ping").catch((error: unknown) => {
    rejections++;
    return error;
  });
  receive({
    id: 1,
    get error() {
      rejections += 10;
      return { code: 1, message: "late" };
    },
  });
  end();
  assertEquals(await call, refusal);
  assertEquals(rejections, 1);
});

Deno.test("unexpected and repeated answers and invalid messages are ignored", async () => {
  const { invoke, receive } = connected();
  const call = invoke("test.ping");
  for (const message of [{ id: 7, result: {} }, {}, null, "text", 1, [], undefined]) receive(message);
  receive({ id: 1, result: "first" });
  receive({ id: 1, result: "second" });
  assertEquals(await call, "first");
});

Deno.test("on calls every listener of the event once until off", () => {
  const { panel, receive } = connected();
  const heard: unknown[] = [];
  const listener = (data: unknown) => void heard.push(data);
  panel.off("menu:select", listener);
  panel.on("menu:select", listener);
  panel.on("menu:select", listener);
  receive({ event: "menu:select", data: 1 });
  receive({ event: "menu:dismiss", data: 2 });
  receive({ event: "menu:select", data: 3 });
  panel.off("menu:select", listener);
  receive({ event: "menu:select", data: 4 });
  assertEquals(heard, [1, 3]);
});

Deno.test("once receives one event, or none after off", () => {
  const { panel, receive } = connected();
  const heard: unknown[] = [];
  const never = (data: unknown) => void heard.push(["never", data]);
  panel.once("menu:select", (data) => heard.push(data));
  panel.once("menu:select", never);
  panel.off("menu:select", never);
  receive({ event: "menu:select", data: 1 });
  receive({ event: "menu:select", data: 2 });
  assertEquals(heard, [1]);
});

Deno.test("on and once return a function that removes the listener", () => {
  const { panel, receive } = connected();
  const heard: unknown[] = [];
  const listener = (data: unknown) => void heard.push(data);
  const stopOnce = panel.once("menu:select", listener);
  stopOnce();
  receive({ event: "menu:select", data: 1 });
  const stop = panel.on("menu:select", listener);
  // The listener was added again meanwhile, so this function must not remove it.
  stopOnce();
  receive({ event: "menu:select", data: 2 });
  stop();
  stop();
  receive({ event: "menu:select", data: 3 });
  assertEquals(heard, [2]);
});

Deno.test("on and once of one function are two listeners, which off removes both", () => {
  const { panel, receive } = connected();
  const heard: unknown[] = [];
  const listener = (data: unknown) => void heard.push(data);
  panel.on("menu:select", listener);
  panel.once("menu:select", listener);
  panel.once("menu:select", listener);
  receive({ event: "menu:select", data: 1 });
  receive({ event: "menu:select", data: 2 });
  assertEquals(heard, [1, 1, 2]);
  panel.once("menu:select", listener);
  panel.off("menu:select", listener);
  receive({ event: "menu:select", data: 3 });
  assertEquals(heard, [1, 1, 2]);
});

Deno.test("a listener that another one removes is not called any more, one that is added waits for the next event", () => {
  const { panel, receive } = connected();
  const heard: string[] = [];
  const later = () => void heard.push("later");
  const removed = () => void heard.push("removed");
  panel.on("menu:select", () => {
    heard.push("first");
    panel.off("menu:select", removed);
    stopOther();
    panel.on("menu:select", later);
  });
  panel.on("menu:select", removed);
  const stopOther = panel.once("menu:select", () => void heard.push("other"));
  receive({ event: "menu:select", data: {} });
  assertEquals(heard, ["first"]);
  receive({ event: "menu:select", data: {} });
  assertEquals(heard, ["first", "first", "later"]);
});

// Shows: In a page, `reason` has the text: INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR, TIMEOUT, or OPERATION_FAILED for any other number.
Deno.test("a call rejects with an Error whatever members the player's error has", async () => {
  const { invoke, receive } = connected();
  const call = invoke("queue.getCount");
  receive(
    JSON.parse(
      '{"id":1,"error":{"code":-1,"message":"no","data":[1],"__proto__":{"x":1},"stack":"s","name":"n"}}',
    ),
  );
  const error = await assertRejects(() => call, Error, "no");
  assert("code" in error && "data" in error);
  assertEquals([error.code, error.data, error.name, "x" in error], [-1, [1], "Error", false]);
  assert("reason" in error && error.reason === "OPERATION_FAILED");
});

Deno.test("each event is also a CustomEvent on window, after the listeners of on", () => {
  const { panel, receive } = connected();
  const heard: unknown[] = [];
  const listener = (event: Event) =>
    void heard.push([event.type, event instanceof CustomEvent && event.detail]);
  addEventListener("fb2k:menu:select", listener);
  panel.on("menu:select", () => heard.push("on"));
  receive({ event: "menu:select", data: { itemId: "a" } });
  receive({ event: "menu:dismiss", data: {} });
  removeEventListener("fb2k:menu:select", listener);
  receive({ event: "menu:select", data: {} });
  assertEquals(heard, ["on", ["fb2k:menu:select", { itemId: "a" }], "on"]);
});

Deno.test("a listener that throws or removes another does not stop the others", async () => {
  const { panel, receive } = connected();
  const heard: string[] = [];
  const uncaught: unknown[] = [];
  const onError = (event: ErrorEvent): void => {
    event.preventDefault();
    uncaught.push(event.error.message);
  };
  addEventListener("error", onError);
  const second = () => void heard.push("second");
  panel.on("menu:select", () => {
    panel.off("menu:select", second);
    throw new Error("mine");
  });
  panel.on("menu:select", second);
  panel.on("menu:select", () => void heard.push("third"));
  receive({ event: "menu:select", data: {} });
  receive({ event: "menu:select", data: {} });
  // Each error is thrown in a microtask of its own.
  await Promise.resolve();
  removeEventListener("error", onError);
  assertEquals(heard, ["third", "third"]);
  assertEquals(uncaught, ["mine", "mine"]);
});

Deno.test("names of inherited properties are ordinary event names", async () => {
  const { panel, invoke, receive } = connected();
  const heard: unknown[] = [];
  const on = panel.on as (name: string, listener: (data: unknown) => void) => void;
  receive({ event: "constructor", data: 0 });
  on("__proto__", (data) => heard.push(data));
  receive({ event: "__proto__", data: 1 });
  const call = invoke("toString");
  receive({ id: "constructor", result: 1 });
  receive({ id: 1, result: 2 });
  assertEquals([heard, await call], [[1], 2]);
});

Deno.test("a result of another form rejects its call, and the others go on", async () => {
  const { invoke, receive } = connected();
  const [first, second] = [invoke("system.listAvailableApis"), invoke("test.ping")];
  receive({ id: 1, result: { apis: [null] } });
  receive({ id: 2, result: 2 });
  await assertRejects(() => first, TypeError);
  assertEquals(await second, 2);
});

Deno.test("when the connection ends, pending and later calls reject with code 0", async () => {
  const { invoke, end, posted } = connected();
  const call = invoke("test.ping");
  end();
  assertEquals(await codeOf(call), 0);
  assertEquals(await codeOf(invoke("test.ping")), 0);
  assertEquals(posted.length, 1);
});

Deno.test("a message port carries objects", async () => {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = ({ data }) => {
    port2.postMessage({ id: data.id, result: data });
    port2.postMessage({ event: "menu:select", data: { itemId: "a" } });
  };
  const panel = connectPanel(port1);
  const heard = new Promise<unknown>((resolve) => panel.once("menu:select", resolve));
  assertEquals<unknown>(await panel.invoke("test.ping"), { id: 1, method: "test.ping", params: {} });
  assertEquals(await heard, { itemId: "a" });
  port1.close();
  port2.close();
});

Deno.test("the chrome.webview of WebView2 works as a port", async () => {
  const posted: unknown[] = [];
  const webview = Object.assign(new EventTarget(), {
    postMessage: (message: unknown) => void posted.push(message),
  });
  // Listeners of `chrome.webview` receive message events.
  const panel = connectPanel(webview as unknown as Parameters<typeof connectPanel>[0]);
  const call = panel.invoke("test.ping");
  webview.dispatchEvent(new MessageEvent("message", { data: { id: 1, result: 2 } }));
  assertEquals([posted, await call], [[{ id: 1, method: "test.ping", params: {} }], 2 as unknown]);
});

/** A WebSocket that the test controls. */
class Socket extends EventTarget {
  readyState = 0;
  readonly sent: string[] = [];
  send(text: string): void {
    if (this.readyState === 0) throw new DOMException("not open", "InvalidStateError");
    this.sent.push(text);
  }
  to(readyState: number, event: string): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event(event));
  }
}

Deno.test("a socket carries JSON, and calls before it is open are queued in order", async () => {
  const socket = new Socket();
  const panel = connectPanel(socket as unknown as WebSocket);
  const first = panel.invoke("test.ping");
  void panel.invoke("queue.clear").catch(() => {});
  assertEquals(socket.sent, []);
  socket.to(1, "open");
  assertEquals(socket.sent.map((text) => JSON.parse(text).method), ["test.ping", "queue.clear"]);
  socket.dispatchEvent(new MessageEvent("message", { data: '{"id":1,"result":[1]}' }));
  assertEquals<unknown>(await first, [1]);
  socket.to(3, "close");
});

Deno.test("a socket that closes, never opens or is closed already rejects every call with code 0", async () => {
  const socket = new Socket();
  const panel = connectPanel(socket as unknown as WebSocket);
  const call = panel.invoke("test.ping");
  socket.to(3, "close");
  assertEquals(await codeOf(call), 0);
  assertEquals(await codeOf(connectPanel(socket as unknown as WebSocket).invoke("test.ping")), 0);
});

Deno.test("parameters that are not JSON reject the call", async () => {
  const socket = new Socket();
  const invoke = connectPanel(socket as unknown as WebSocket).invoke as (
    name: string,
    params: unknown,
  ) => Promise<unknown>;
  await assertRejects(() => invoke("test.echo", { message: 1n }), TypeError);
});
