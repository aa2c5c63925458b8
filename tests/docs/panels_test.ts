import { assertEquals } from "@std/assert";
import { connectPanel } from "../../panels/panel.js";
import { waitFor } from "../support/deadline.ts";
import { blocksOf, sectionOf } from "../support/tutorial.ts";

const document = await Deno.readTextFile(new URL("../../docs/panels.md", import.meta.url));

/** The code blocks of the section, in order. */
const blocks = blocksOf(sectionOf(document, "The script")).map(({ text }) => text);

interface Channel {
  post(message: unknown): void;
  listen(receive: (message: unknown) => void): void;
}

/** Runs a code block as a module and returns the value of one of its names. */
async function defined<Value>(block: string | undefined, name: string): Promise<Value> {
  const source = `${block}\nexport { ${name} };\n// ${crypto.randomUUID()}`;
  const module = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  return module[name];
}

/** Runs the code block of a channel with the test's global objects and returns the channel. */
async function channelIn(block: string | undefined, world: Record<string, unknown>): Promise<Channel> {
  Object.assign(globalThis, world);
  return await defined<Channel>(block, "channel");
}

/** Removes the global objects. */
function forget(...names: string[]): void {
  for (const name of names) Reflect.deleteProperty(globalThis, name);
}

Deno.test("the channel for WebKit posts to the handler and receives through a function of the page", async () => {
  const posted: unknown[] = [];
  const channel = await channelIn(blocks[1], {
    webkit: { messageHandlers: { tonearm: { postMessage: (message: unknown) => posted.push(message) } } },
  });
  const heard: unknown[] = [];
  channel.listen((message) => heard.push(message));
  channel.post({ id: 1 });
  (globalThis as unknown as { tonearmReceive(message: unknown): void }).tonearmReceive({ id: 1, result: 2 });
  forget("webkit", "tonearmReceive");
  assertEquals([posted, heard], [[{ id: 1 }], [{ id: 1, result: 2 }]]);
});

Deno.test("the channel for a query function posts text and receives answers and events", async () => {
  let answer: (text: string) => void = () => {};
  const asked: string[] = [];
  const channel = await channelIn(blocks[2], {
    query(text: string, done: (text: string) => void) {
      asked.push(text);
      answer = done;
    },
  });
  const heard: unknown[] = [];
  channel.listen((message) => heard.push(message));
  channel.post({ id: 1 });
  answer('{"id":1,"result":2}');
  (globalThis as unknown as { tonearmEvent(message: unknown): void }).tonearmEvent({ event: "x" });
  forget("query", "tonearmEvent");
  assertEquals([asked, heard], [['{"id":1}'], [{ id: 1, result: 2 }, { event: "x" }]]);
});

Deno.test("the script for pages of WebView2 answers what they post, and tells them the events", async () => {
  const fb2k = connected();
  Object.assign(globalThis, { window: globalThis, fb2k: fb2k.panel });
  const webview = await defined<EventTarget & { postMessage(message: unknown): void }>(blocks[3], "webview");
  const heard: unknown[] = [];
  const all = Promise.withResolvers<void>();
  webview.addEventListener("message", (event) => {
    heard.push((event as MessageEvent).data);
    if (heard.length === 3) all.resolve();
  });
  webview.postMessage({ type: "windowReady", source: "explicit" });
  webview.postMessage({ type: "invoke", id: 7, method: "test.ping", params: {} });
  webview.postMessage({ type: "invoke", id: 8, method: "no.such", params: {} });
  assertEquals(fb2k.posted.map(({ method }) => method), ["test.ping", "no.such"]);
  fb2k.receive({ event: "playback:stateChanged", data: { state: "playing" } });
  fb2k.receive({ id: 1, result: { pong: true } });
  fb2k.receive({ id: 2, error: { code: -32601, message: "Method not found: no.such" } });
  await waitFor("the answers", all.promise);
  assertEquals((globalThis as { chrome?: { webview: unknown } }).chrome?.webview, webview);
  forget("window", "fb2k", "chrome");
  assertEquals(heard, [
    { type: "event", event: "playback:stateChanged", data: { state: "playing" } },
    { type: "response", id: 7, result: { pong: true } },
    { type: "response", id: 8, error: "Method not found: no.such" },
  ]);
});

/** A page, what it has posted, and the player's end of its channel. */
function connected() {
  const posted: { readonly method: string }[] = [];
  let receive: (message: unknown) => void = () => {};
  const panel = connectPanel({
    post: (message) => void posted.push(message),
    listen: (listener) => void (receive = listener),
  });
  return { panel, posted, receive: (message: unknown) => receive(message) };
}
