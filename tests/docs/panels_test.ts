import { assertEquals, assertLessOrEqual, assertRejects } from "@std/assert";
import type { PanelApi } from "../../mod.ts";

const document = (await Deno.readTextFile(new URL("../../docs/panels.md", import.meta.url))).replaceAll(
  "\r\n",
  "\n",
);

/** The code blocks of the document, in their order. */
const blocks = [...document.matchAll(/```js ignore\n(.*?)```/gs)].map(([, text]) => text ?? "");

interface Channel {
  post(message: unknown): void;
  listen(receive: (message: unknown) => void): void;
}

/** Runs a block as a module and gives what it defines. */
async function defined<Value>(block: string | undefined, name: string): Promise<Value> {
  const source = `${block}\nexport { ${name} };\n// ${crypto.randomUUID()}`;
  const module = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  return module[name];
}

type ConnectPanel = (channel: Channel) => PanelApi & {
  invoke(name: string, params?: unknown): Promise<unknown>;
  on(name: string, listener: (data: unknown) => void): void;
  off(name: string, listener: (data: unknown) => void): void;
};

const connectPanel = await defined<ConnectPanel>(blocks[0], "connectPanel");

/** A page and the player's end of its channel. */
function connected() {
  const posted: unknown[] = [];
  let receive: (message: unknown) => void = () => {};
  const panel = connectPanel({
    post: (message) => posted.push(structuredClone(message)),
    listen: (listener) => receive = listener,
  });
  return { panel, posted, receive: (message: unknown) => receive(message) };
}

Deno.test("the script of docs/panels.md has about forty lines", () => {
  assertLessOrEqual(blocks[0]?.trim().split("\n").length ?? Infinity, 45);
});

Deno.test("the page's invoke posts a call and gives the result of the answer with its id", async () => {
  const { panel, posted, receive } = connected();
  const first = panel.invoke("queue.add", { tracks: [1] });
  const second = panel.invoke("queue.clear");
  assertEquals(posted, [
    { id: 1, method: "queue.add", params: { tracks: [1] } },
    { id: 2, method: "queue.clear", params: {} },
  ]);
  receive({ id: 2, result: { success: true, clearedCount: 0 } });
  receive({ id: 1, result: { success: true, addedCount: 1, queueCount: 1 } });
  assertEquals(await second, { success: true, clearedCount: 0 });
  assertEquals(await first, { success: true, addedCount: 1, queueCount: 1 });
});

Deno.test("the page's invoke rejects with the protocol's error, its code included", async () => {
  const { panel, receive } = connected();
  const call = panel.invoke("no.such");
  receive({ id: 1, error: { code: -32601, message: "Method not found: no.such" } });
  const error = await assertRejects(() => call, Error, "Method not found: no.such");
  assertEquals("code" in error && error.code, -32601);
});

Deno.test("the page's invoke rejects when the channel refuses the message", async () => {
  const panel = connectPanel({
    post() {
      throw new TypeError("cannot be cloned");
    },
    listen() {},
  });
  await assertRejects(() => panel.invoke("test.echo", {}), TypeError);
});

Deno.test("an answer to nothing, or a second one, is passed over", async () => {
  const { panel, receive } = connected();
  const call = panel.invoke("test.ping");
  receive({ id: 7, result: {} });
  receive({});
  receive({ id: 1, result: "first" });
  receive({ id: 1, result: "second" });
  assertEquals<unknown>(await call, "first");
});

Deno.test("on hears the events of its name in every listener until off, each listener once", () => {
  const { panel, receive } = connected();
  const heard: unknown[] = [];
  const listener = (data: unknown) => heard.push(data);
  const once = (data: unknown) => {
    heard.push(["once", data]);
    panel.off("menu:select", once);
  };
  panel.off("menu:select", listener);
  panel.on("menu:select", once);
  panel.on("menu:select", listener);
  panel.on("menu:select", listener);
  receive({ event: "menu:select", data: 1 });
  receive({ event: "menu:dismiss", data: 2 });
  receive({ event: "menu:select", data: 3 });
  panel.off("menu:select", listener);
  receive({ event: "menu:select", data: 4 });
  assertEquals(heard, [["once", 1], 1, 3]);
});

/** Runs a channel of the document in a world that the test makes, and gives the channel. */
async function channelIn(block: string | undefined, world: Record<string, unknown>): Promise<Channel> {
  Object.assign(globalThis, world);
  return await defined<Channel>(block, "channel");
}

/** Takes a world away again. */
function forget(...names: string[]): void {
  for (const name of names) Reflect.deleteProperty(globalThis, name);
}

Deno.test("the channel for WebView2 posts to the host and hears from it", async () => {
  const [posted, webview] = [[] as unknown[], new EventTarget()];
  const channel = await channelIn(blocks[1], {
    chrome: { webview: Object.assign(webview, { postMessage: (message: unknown) => posted.push(message) }) },
  });
  const heard: unknown[] = [];
  channel.listen((message) => heard.push(message));
  channel.post({ id: 1 });
  webview.dispatchEvent(new MessageEvent("message", { data: { id: 1, result: 2 } }));
  forget("chrome");
  assertEquals([posted, heard], [[{ id: 1 }], [{ id: 1, result: 2 }]]);
});

Deno.test("the channel for WebKit posts to the handler and hears through a function of the page", async () => {
  const posted: unknown[] = [];
  const channel = await channelIn(blocks[2], {
    webkit: { messageHandlers: { tonearm: { postMessage: (message: unknown) => posted.push(message) } } },
  });
  const heard: unknown[] = [];
  channel.listen((message) => heard.push(message));
  channel.post({ id: 1 });
  (globalThis as unknown as { tonearmReceive(message: unknown): void }).tonearmReceive({ id: 1, result: 2 });
  forget("webkit", "tonearmReceive");
  assertEquals([posted, heard], [[{ id: 1 }], [{ id: 1, result: 2 }]]);
});

Deno.test("the channel for text writes and reads JSON", async () => {
  const [posted, socket] = [[] as unknown[], new EventTarget()];
  const channel = await channelIn(blocks[3], {
    socket: Object.assign(socket, { send: (text: string) => posted.push(text) }),
  });
  const heard: unknown[] = [];
  channel.listen((message) => heard.push(message));
  channel.post({ id: 1 });
  socket.dispatchEvent(new MessageEvent("message", { data: '{"id":1,"result":2}' }));
  forget("socket");
  assertEquals([posted, heard], [['{"id":1}'], [{ id: 1, result: 2 }]]);
});

Deno.test("the example of docs/panels.md calls and hears what the API knows", async () => {
  const { panel, posted, receive } = connected();
  const logged: unknown[] = [];
  const example = (blocks[4] ?? "").replace(/^const \{ invoke, on \} = .*$/m, "");
  const source = `export async function run({ invoke, on }, console) {\n${example}\n}`;
  const { run } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const done = run(panel, {
    log: (text: string) => logged.push(text),
    warn: (text: string) => logged.push(text),
  });
  assertEquals((posted[0] as { method: string }).method, "menu.show");
  receive({ id: 1, result: { success: false, error: "it did not work" } });
  await done;
  receive({ event: "menu:select", data: { menuId: "menu-1", itemId: "copy" } });
  assertEquals(logged, ["it did not work", "chosen: copy"]);
});
