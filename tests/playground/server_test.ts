import {
  assert,
  assertEquals,
  assertGreater,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { basename } from "@std/path";
import { MAX_CONNECTIONS } from "../../playground/cookie_filter.ts";
import { MAX_MESSAGE, MAX_UNREAD_BYTES, servePanel } from "../../playground/panel_socket.ts";
import type { OpenPanel } from "../../playground/panels.ts";
import type { Playground } from "../../playground/playground.ts";
import { readFixture } from "../../tools/fixtures/fixture.ts";
import { replay } from "../../tools/fixtures/replay.ts";
import { eventually, waitFor } from "../support/deadline.ts";
import { tempDirectory } from "../support/temp_directory.ts";
import { closed, rawRequest, TestPlayground, token } from "./support.ts";

const upgrade = [
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

// tests/playground/request_guard_test.ts has every request that is refused.
Deno.test("the server refuses requests and sockets without the token, with another Host or without an Origin", async () => {
  await using test = await TestPlayground.start();
  const { host, origin, server: { port } } = test;
  const status = async (...head: string[]) => (await rawRequest(port, ...head)).status;
  const page = `GET /${token}/ HTTP/1.1`;
  const control = `GET /${token}/control HTTP/1.1`;
  assertEquals(await status(page, `Host: ${host}`), 200);
  const refused = await rawRequest(port, "GET / HTTP/1.1", `Host: ${host}`);
  assertEquals([refused.status, refused.text.includes(token)], [403, false]);
  assertEquals(await status(page, `Host: evil.example:${port}`), 421);
  assertEquals(await status(page, `Host: ${host}.`), 400);
  assertEquals(await status(`GET http://${host}/${token}/ HTTP/1.1`, "Host: evil.example"), 421);
  assertEquals(await status(control, `Host: ${host}`, ...upgrade), 403);
  assertEquals(await status("GET /control HTTP/1.1", `Host: ${host}`, `Origin: ${origin}`, ...upgrade), 403);
  assertEquals(
    await status(
      `GET /${token}/panel/${"0".repeat(32)} HTTP/1.1`,
      `Host: ${host}`,
      `Origin: ${origin}`,
      ...upgrade,
    ),
    404,
  );
  assertEquals(
    await status(`GET /${token}/panel HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, ...upgrade),
    404,
  );
});

Deno.test("cookies are removed from every request, however many, and also from that of a socket", async () => {
  await using test = await TestPlayground.start();
  const { host, origin, server: { port } } = test;
  const cookies = `COOKIE: ${"a".repeat(700_000)}`;
  const status = async (...head: string[]) => (await rawRequest(port, ...head)).status;
  assertEquals(await status(`GET /${token}/ HTTP/1.1`, cookies, `Host: ${host}`), 200);
  const control = [`GET /${token}/control HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`];
  assertEquals(await status(...control, ...upgrade, cookies), 101);
  // Two requests in one write, one after a request that may have a body, and bytes that come one by one.
  const page = `GET /${token}/ HTTP/1.1\r\nHost: ${host}`;
  const answers = async (first: string) =>
    (await rawRequest(port, `${first}\r\n\r\n${page}`)).text.match(/(?<=^HTTP\/1.1 )\d+/gm);
  assertEquals(await answers(`${page}\r\n${cookies}`), ["200", "200"]);
  assertEquals(await answers(`POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0`), ["405"]);
  using slow = await Deno.connect({ hostname: "127.0.0.1", port });
  for (
    const byte of new TextEncoder().encode(`GET /${token}/ HTTP/1.1\r\nHost: ${host}\r\nCookie: a\r\n\r\n`)
  ) {
    await slow.write(new Uint8Array([byte]));
  }
  const start = new Uint8Array(15);
  await slow.read(start);
  assertEquals(new TextDecoder().decode(start), "HTTP/1.1 200 OK");
});

Deno.test("a connection over the limit waits until another one has ended", async () => {
  await using test = await TestPlayground.start();
  const { port } = test.server;
  const open = (): Promise<Deno.Conn> => Deno.connect({ hostname: "127.0.0.1", port });
  using stack = new DisposableStack();
  const [first] = await Promise.all(
    Array.from({ length: MAX_CONNECTIONS }, async () => stack.use(await open())),
  );
  const answer = rawRequest(port, `GET /${token}/ HTTP/1.1`, `Host: ${test.host}`);
  const waited = new Promise((resolve) => setTimeout(() => resolve("no answer"), 300));
  assertEquals(await Promise.race([answer, waited]), "no answer");
  await first?.closeWrite();
  assertEquals((await answer).status, 200);
});

Deno.test("the server serves the files of the page and nothing else of the tree", async () => {
  await using test = await TestPlayground.start();
  const get = (path: string) =>
    rawRequest(test.server.port, `GET /${token}${path} HTTP/1.1`, `Host: ${test.host}`);
  for (
    const path of [
      "/",
      "/playground/page/main.ts",
      "/playground/protocol.ts",
      "/panels/panel.js",
      "/vendor/preact.js",
      "/vendor/levenshtein_distance.js",
      "/limits/names.ts",
    ]
  ) {
    assertEquals((await get(path)).status, 200, path);
  }
  const foreign = [
    "/deno.json",
    "/playground/serve.ts",
    "/playground/page/../serve.ts",
    "/playground/page/%2e%2e/serve.ts",
    "/playground/page/..%2fserve.ts",
    "/playground/page/none.ts",
    "/limits/wire.ts",
    "/panels/panel.d.ts",
    "/vendor/../deno.json",
    "/constructor",
    "/__proto__",
  ];
  for (const path of foreign) assertEquals((await get(path)).status, 404, path);
});

Deno.test("the page has a policy that allows no other host, and is not cached", async () => {
  await using test = await TestPlayground.start();
  const { text } = await rawRequest(test.server.port, `GET /${token}/ HTTP/1.1`, `Host: ${test.host}`);
  const policy = /content-security-policy: (.*)/i.exec(text)?.[1] ?? "";
  assertStringIncludes(policy, "default-src 'none'");
  assertStringIncludes(policy, "frame-ancestors 'none'");
  assertStringIncludes(policy, "require-trusted-types-for 'script'");
  assertEquals(/script-src[^;]*(?:unsafe|http|\*)/.test(policy), false);
  for (
    const header of [
      "cache-control: no-store",
      "referrer-policy: no-referrer",
      "x-content-type-options: nosniff",
    ]
  ) {
    assertStringIncludes(text.toLowerCase(), header);
  }
  assertEquals(text.includes(token), false, "the page does not contain its token");
});

Deno.test("panels call the bridge by panel.js, and the rows of the wire have their call ids", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const { api, socket, name } = await test.panel(control, "one");
  assertEquals(await api.invoke("queue.add", { tracks: [0, 1] }), {
    success: true,
    addedCount: 2,
    queueCount: 2,
  });
  assertEquals(await api.invoke("queue.getCount"), { count: 2, hasItems: true });
  const row = await control.until(() =>
    control.rows.find((row) => row.name === "queue.getCount" && row.kind === "result")
  );
  const call = control.rows.find(({ seq }) => seq === row.answers);
  assertEquals([call?.panel, call?.callId], [name, 2]);
  const asked = control.rows.filter(({ causes }) => causes?.includes(call?.seq ?? 0));
  assertEquals(asked.map(({ name }) => name), ["player.queue.count"]);
  await closed(socket);
});

Deno.test("a protocol error rejects with its code, and panels may not send lifecycle messages", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const { api, socket } = await test.panel(control, "one");
  const codeOf = async (method: string, params?: unknown) => {
    const error = await assertRejects(
      () => (api.invoke as (...args: unknown[]) => Promise<unknown>)(method, params),
      Error,
    );
    return "code" in error ? error.code : undefined;
  };
  assertEquals(await codeOf("no.such"), -32601);
  assertEquals(await codeOf("queue.get", [1]), -32602);
  const reserved = [
    "bridge.shutdown",
    "bridge.registerPlugin",
    "player.app.run",
    "signal.playbackStopped",
    "event",
  ];
  for (const method of reserved) assertEquals(await codeOf(method), -32601, method);
  // The bridge has not shut down.
  assertEquals(await api.invoke("queue.getCount"), { count: 0, hasItems: false });
  const shown = await control.until(() => {
    const rows = control.rows.filter(({ kind }) => kind === "refused");
    return rows.length === reserved.length ? rows : undefined;
  });
  assertEquals(shown.map(({ name }) => name), reserved);
  await closed(socket);
});

Deno.test("a message of a panel that is too deep or has too many parts is refused under its id, unparsed", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const { socket, api } = await test.panel(control, "one");
  const answered = Promise.withResolvers<unknown>();
  socket.addEventListener("message", ({ data }) => {
    const { id, error } = JSON.parse(data);
    if (id === 100) answered.resolve(error);
  });
  // The message and its params are two levels.
  socket.send(`{"params":{"a":${"[".repeat(999)}${"]".repeat(999)}},"id":100,"method":"test.echo"}`);
  assertEquals(await waitFor("the answer", answered.promise), {
    code: -32000,
    message: "Frame too large: more than 1000 levels of arrays and objects",
  });
  const fitting: unknown = JSON.parse("[".repeat(998) + "]".repeat(998));
  const answer: unknown = await api.invoke("test.echo", { message: fitting } as never);
  assertEquals(answer, { success: true, echo: fitting, input: { message: fitting } });
  await closed(socket);
});

Deno.test("a socket whose message is too deep and has no id is closed", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const { socket } = await test.panel(control, "one");
  const ended = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
  socket.send("[".repeat(1001));
  assertEquals((await ended).reason, "the message has more than 1000 levels of arrays and objects");
});

/** A panel's socket that the test controls, with the messages that it sent. */
class PanelSocket extends EventTarget {
  readyState: number = WebSocket.OPEN;
  bufferedAmount = 0;
  readonly sent: { readonly id: number; readonly error?: { readonly code: number } }[] = [];
  closedWith: number | undefined;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(code: number): void {
    this.closedWith = code;
    this.readyState = WebSocket.CLOSING;
  }
  hear(message: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}

/** A controlled socket, and a playground that answers when the test says so. */
function servedByHand(result: unknown = {}) {
  const socket = new PanelSocket();
  const waiting: (() => void)[] = [];
  const playground = {
    call: (_panel: OpenPanel, { id }: { id: number }) =>
      new Promise((resolve) => waiting.push(() => resolve({ id, result }))),
    pageGone() {},
  };
  const panel: OpenPanel = { name: "one", key: "", framed: false, send: undefined };
  servePanel(socket as unknown as WebSocket, playground as unknown as Playground, panel);
  return { socket, waiting, panel };
}

Deno.test("further calls of a panel with too many bytes in pending calls are refused until those are answered", async () => {
  const { socket, waiting } = servedByHand();
  const params = "x".repeat(MAX_MESSAGE / 2);
  for (const id of [1, 2, 3]) socket.hear({ id, method: "test.echo", params });
  assertEquals([waiting.length, socket.sent.map(({ id, error }) => [id, error?.code])], [1, [[2, -32004], [
    3,
    -32004,
  ]]]);
  waiting[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 0));
  socket.hear({ id: 4, method: "test.echo", params });
  assertEquals([waiting.length, socket.sent.length], [2, 3]);
});

Deno.test("the names of all messages of a panel in a second are counted together", () => {
  const { now } = performance;
  performance.now = () => 1000;
  try {
    const { socket, waiting } = servedByHand();
    const hear = (id: number) => {
      const list = Array.from({ length: 40_000 }, (_, index) => ({ [`${id}x${index}`]: 1 }));
      socket.hear({ id, method: "test.echo", params: { list } });
    };
    for (const id of [1, 2]) hear(id);
    assertEquals([waiting.length, socket.sent.map(({ id, error }) => [id, error?.code])], [1, [[2, -32000]]]);
    performance.now = () => 2000;
    hear(3);
    assertEquals(waiting.length, 2);
  } finally {
    performance.now = now;
  }
});

Deno.test("a panel that does not read is closed, and an event that cannot be written is reported", () => {
  const { socket, panel } = servedByHand();
  let deep: unknown = 1;
  for (let depth = 0; depth < 20_000; depth++) deep = { 1: deep };
  assertEquals(panel.send?.({ event: "menu:select", data: deep }), false);
  assertEquals(panel.send?.({ event: "menu:select", data: {} }), true);
  socket.bufferedAmount = MAX_UNREAD_BYTES + 1;
  panel.send?.({ event: "menu:select", data: {} });
  assertEquals([socket.closedWith, socket.sent.length], [1013, 1]);
});

Deno.test("problems of a panel are reported once, cut, and limited until its files change", async () => {
  const folder = await Deno.makeTempDir();
  await using test = await TestPlayground.start({ folder });
  await Deno.remove(folder);
  const { playground, reported } = test;
  const { problems } = playground;
  const panel = playground.openPanel("framed", true);
  playground.takeProblem(panel, { problem: "a" });
  playground.takeProblem(panel, { problem: "a" });
  playground.takeProblem(playground.openPanel("other", true), { problem: "a".repeat(2000) });
  assertEquals(reported, ["framed: a", `other: ${"a".repeat(1000)}`]);
  for (let number = 0; number < 100; number++) problems.add("framed", `${number}`);
  assertEquals(reported.length, 50);
  playground.reloadFrames();
  problems.add("framed", "a");
  assertEquals(reported.at(-1), "framed: a");
  await using control = await test.control();
  const told = await control.until((messages) => messages.find((message) => message.kind === "problems"));
  assertEquals(told.kind === "problems" && told.problems, [{ panel: "framed", text: "a" }]);
});

Deno.test("calls of forms cause no problems, and events may be those of plugins unless they are nearly known", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const { api, socket } = await test.panel(control, "one");
  await assertRejects(() => api.invoke("queue.ad" as "queue.add"));
  await closed(socket);
  const { problems } = test.playground;
  problems.checkEvent("one", "scrobbler:submitted", true);
  problems.checkEvent("one", "bridge:restarted", false);
  problems.checkCall("one", "test.echo", { anything: 1 });
  problems.checkCall("one", "scrobbler.submit", { title: 1 });
  problems.checkCall("one", "queue.add", null);
  assertEquals(problems.list, []);
  problems.checkEvent("one", "playback:trackchange", true);
  problems.checkEvent("one", "scrobbler:submitted", false);
  assertEquals(problems.list.map(({ text }) => text), [
    'there is no event "playback:trackchange"; did you mean "playback:trackChanged"?',
    'there is no event "scrobbler:submitted"',
  ]);
});

Deno.test("an event reaches only its panel, and an event without a panel reaches all", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const [one, two] = [await test.panel(control, "one"), await test.panel(control, "two")];
  const heard: string[] = [];
  const selectionHeard = [one, two].map(({ api }) =>
    new Promise((resolve) => api.on("selection:changed", resolve))
  );
  const dismissed = new Promise((resolve) => two.api.on("menu:dismiss", resolve));
  one.api.on("menu:dismiss", () => heard.push("one"));
  const shown = await two.api.invoke("menu.show", { items: [{ id: "a", label: "A" }] });
  assert(shown.success);
  await control.ask("act", { do: "dismiss", menuId: shown.menuId, reason: "escape" });
  assertEquals(await dismissed, { menuId: shown.menuId, reason: "escape" });
  await control.ask("act", { do: "select", items: [1] });
  await Promise.all(selectionHeard);
  // An event for the other panel would have arrived earlier.
  assertEquals(heard, []);
  await Promise.all([closed(one.socket), closed(two.socket)]);
});

Deno.test("a panel has one socket at a time; a second one is refused until the first is closed", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const { key, socket, api } = await test.panel(control, "one");
  await assertRejects(() => test.socket(`panel/${key}`), Error, "no socket");
  const shown = await api.invoke("menu.show", { items: [{ id: "a", label: "A" }] });
  assert(shown.success);
  await closed(socket);
  // The menu of the closed page is closed.
  await control.until(() =>
    control.rows.find(({ name, kind }) => name === "player.overlay.close" && kind === "action")
  );
  const again = await test.socket(`panel/${key}`);
  await closed(again);
});

Deno.test("the server chooses a panel's name: a message cannot change it, and a number is appended to a taken name", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const one = await test.panel(control, "one");
  const two = await test.panel(control, "one");
  assertEquals([one.name, two.name], ["one", "one 2"]);
  const answered = new Promise<string>((resolve) =>
    two.socket.addEventListener("message", ({ data }) => resolve(data), { once: true })
  );
  two.socket.send(JSON.stringify({ id: 1, method: "panel.getConfig", params: {}, panel: "one" }));
  assertEquals(JSON.parse(await answered).result.config.panelName, "one 2");
  await Promise.all([closed(one.socket), closed(two.socket)]);
});

Deno.test("a control socket closes only its own panels, and all of them at its end", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const other = await test.control();
  const { socket, key } = await test.panel(other, "other");
  await assertRejects(() => control.ask("closePanel", { name: "other" }), Error, "no panel other");
  await other[Symbol.asyncDispose]();
  await closed(socket);
  await assertRejects(() => test.socket(`panel/${key}`), Error, "no socket");
  assertEquals([...test.playground.panels.all], []);
});

Deno.test("an invalid message closes its socket and no other", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const bad = [
    "",
    "{",
    "[]",
    "1",
    "null",
    '{"id":1}',
    '{"id":null,"method":"x"}',
    '{"id":1.5,"method":"x"}',
    '{"id":1,"method":2}',
  ];
  for (const text of bad) {
    const { socket, name } = await test.panel(control, "bad");
    const end = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
    socket.send(text);
    assertEquals((await end).code, 1003, text);
    await control.ask("closePanel", { name });
  }
  for (
    const text of [
      "",
      "{}",
      '{"id":1,"name":"constructor","ask":{}}',
      '{"id":1,"name":"act"',
      '{"id":-1,"name":"restart"}',
    ]
  ) {
    const socket = await test.socket("control");
    const end = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
    socket.send(text);
    assertEquals((await end).code, 1003, text);
  }
  const { api, socket } = await test.panel(control, "good");
  assertEquals((await api.invoke("test.echo", { message: 1 })).success, true);
  await closed(socket);
});

Deno.test("a message over the limit closes the control socket", async () => {
  await using test = await TestPlayground.start();
  const socket = await test.socket("control");
  const end = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
  socket.send(JSON.stringify({ id: 1, name: "restart", ask: {}, more: "x".repeat(1024 * 1024) }));
  assertEquals((await end).code, 1009);
});

Deno.test("requests of a page are checked, and a refusal of the player is reported", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const wrong = [
    ["act", { do: "explode" }],
    ["act", { do: "play", playlist: -1, item: 0 }],
    ["act", { do: "play", playlist: 99, item: 0 }],
    ["act", { do: "theme", accentColor: "red; background: url(http://evil.example)" }],
    ["act", { do: "locale", locale: "not a locale" }],
    ["tracks", { playlist: 0, offset: 0, limit: 501 }],
    ["tracks", { playlist: 99, offset: 0, limit: 1 }],
    ["body", { seq: 1_000_000 }],
    ["fixture", { rows: [1_000_000] }],
    ["openPanel", { name: "framed", framed: true }],
    ["openPanel", { name: "  ", framed: false }],
    ["openPanel", { name: "x".repeat(65), framed: false }],
  ] as const;
  const ask = control.ask.bind(control) as (name: string, ask: unknown) => Promise<unknown>;
  for (const [name, params] of wrong) {
    await assertRejects(() => ask(name, params), Error, undefined, JSON.stringify(params));
  }
});

Deno.test("a user's action is performed, and the new state is sent", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const last = <Key extends string>(key: Key) =>
    control.messages.flatMap((message) =>
      message.kind === "player" && key in message.state ? [message.state] : []
    ).at(-1);
  await control.ask("act", { do: "play", playlist: 0, item: 2 });
  await control.ask("act", { do: "queue", playlist: 0, items: [4, 5] });
  const first = await control.until(() => last("queue")?.queue?.[0]);
  await control.ask("act", { do: "unqueue", entry: first.entry });
  await control.ask("act", { do: "select", items: [1, 3] });
  await control.ask("act", { do: "theme", darkMode: false });
  await control.ask("act", { do: "locale", locale: "de-AT" });
  await control.until(() => last("locale")?.locale === "de-AT" ? true : undefined);
  assertEquals(last("nowPlaying")?.nowPlaying?.item, 2);
  assertEquals(last("queue")?.queue?.map(({ item }) => item), [5]);
  assertEquals(last("selection")?.selection?.items, [1, 3]);
  assertEquals(last("theme")?.theme?.darkMode, false);
  const tracks = await control.ask("tracks", { playlist: 2, offset: 9_990, limit: 100 });
  assertEquals(tracks.length, 10);
});

Deno.test("a fixture copied from the wire replays without a difference", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const { api, socket } = await test.panel(control, "one");
  await api.invoke("queue.add", { tracks: [1] });
  await control.until(() => control.rows.find(({ name, kind }) => name === "queue.add" && kind === "result"));
  // The answer of bridge.initialize may arrive in between.
  const rows = control.rows.filter(({ name }) => name.includes("queue") || name.includes("playlist"))
    .map(({ seq }) => seq);
  const text = await control.ask("fixture", { rows });
  const fixture = readFixture("copied.jsonc", text);
  assertEquals(fixture.steps.length, rows.length);
  assertEquals(await replay(fixture, "in process"), [], text);
  assertStringIncludes(text, '"> call": "queue.add"');
  assertStringIncludes(text, '"< action": "player.queue.append"');
  await closed(socket);
});

Deno.test("the end of the log file is sent after each change", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const { api, socket } = await test.panel(control, "one");
  await api.invoke("log.write", { message: "<b>hello</b>", timestamp: false });
  const log = await control.until((messages) =>
    messages.find((message) => message.kind === "log" && message.text !== "")
  );
  assertEquals(log, { kind: "log", text: "[INFO] <b>hello</b>\n" });
  await closed(socket);
});

Deno.test("a bridge that is killed is replaced: pending calls fail, later ones wait, and the page is told", async () => {
  await using test = await TestPlayground.start();
  await using control = await test.control();
  const { api, socket } = await test.panel(control, "one");
  assertEquals((await api.invoke("test.ping")).pong, true);
  const restarted = new Promise<unknown>((resolve) => api.on("bridge:restarted", resolve));
  test.playground.bridgeProcess.kill("SIGKILL");
  const { detail } = await control.until((messages) =>
    messages.find((message) => message.kind === "bridge" && !message.running)
  ) as { detail: string };
  assertEquals(detail, "The bridge ended with exit code 137. It starts again in 0.5 s");
  assertEquals((await api.invoke("test.ping")).pong, true);
  assertEquals(await restarted, {});
  await closed(socket);
});

/** Up to where each open descriptor of a file has been read, in bytes. */
function positions(path: string): number[] {
  return [...Deno.readDirSync("/proc/self/fd")].flatMap(({ name }) => {
    try {
      if (Deno.readLinkSync(`/proc/self/fd/${name}`) !== path) return [];
      return [Number(/^pos:\s*(\d+)/.exec(Deno.readTextFileSync(`/proc/self/fdinfo/${name}`))?.[1])];
    } catch {
      // It has been closed.
      return [];
    }
  });
}

// The system keeps up to 10 MB of a connection, and the filter of cookies makes two of each.
const LARGE = 60_000_000;

/** Requests a large file as often as this, reads no further than its beginning, and waits until the server reads no further. */
async function requestUnread(
  connections: DisposableStack,
  frame: URL,
  path: string,
  times: number,
): Promise<void> {
  await Deno.writeFile(path, new Uint8Array());
  await Deno.truncate(path, LARGE);
  for (let count = 0; count < times; count++) {
    const connection = connections.use(
      await Deno.connect({ hostname: "127.0.0.1", port: Number(frame.port) }),
    );
    const request = `GET /${basename(path)} HTTP/1.1\r\nHost: ${frame.host}\r\n\r\n`;
    await connection.write(new TextEncoder().encode(request));
    await connection.read(new Uint8Array(1000));
  }
  let before: number[] = [];
  await eventually(() => {
    const read = positions(path).filter((position) => position > 0);
    const isSteady = read.join() === before.join();
    before = read;
    assert(
      isSteady && read.length >= times && read.every((position) => position < LARGE),
      `${path}: ${read}`,
    );
  });
}

const ignore = Deno.build.os !== "linux";

Deno.test({
  name: "a file is read no faster than its panel takes it, and no further when the panel leaves",
  ignore,
  async fn() {
    await using temporary = await tempDirectory();
    const folder = await Deno.realPath(temporary.path);
    await using test = await TestPlayground.start({ folder });
    await using control = await test.control();
    const { frame = "" } = await control.ask("openPanel", { name: "framed", framed: true });
    const { host, port } = new URL(frame);
    for (const name of ["a.bin", "a.html"]) {
      using connections = new DisposableStack();
      await requestUnread(connections, new URL(frame), `${folder}/${name}`, 4);
      connections.dispose();
      await eventually(() => assertEquals(positions(`${folder}/${name}`), []));
      const { text } = await rawRequest(Number(port), `GET /${name} HTTP/1.1`, `Host: ${host}`);
      assertGreater(text.length, LARGE);
      assertEquals((await rawRequest(Number(port), `HEAD /${name} HTTP/1.1`, `Host: ${host}`)).status, 200);
      await eventually(() => assertEquals(positions(`${folder}/${name}`), []));
    }
  },
});

Deno.test({
  name: "the server ends although a panel does not read what it has requested",
  ignore,
  async fn() {
    await using temporary = await tempDirectory();
    const folder = await Deno.realPath(temporary.path);
    using connections = new DisposableStack();
    await using test = await TestPlayground.start({ folder });
    await using control = await test.control();
    const { frame = "" } = await control.ask("openPanel", { name: "framed", framed: true });
    await requestUnread(connections, new URL(frame), `${folder}/a.bin`, 1);
  },
});

Deno.test("an existing panel has a host of its own, gets window.fb2k before its scripts, and calls the bridge under its name", async () => {
  await using temporary = await tempDirectory();
  const folder = temporary.path;
  await Deno.writeTextFile(`${folder}/index.html`, "<!doctype html><head><title>x</title></head>");
  await Deno.writeTextFile(`${folder}/app.js`, "1");
  await using test = await TestPlayground.start({ folder });
  await using control = await test.control();
  const { frame, key, name } = await control.ask("openPanel", { name: "framed", framed: true });
  const { port } = test.server;
  const host = `${key}.localhost:${port}`;
  assertEquals(frame, `http://${host}/`);
  const get = (path: string, ...more: string[]) =>
    rawRequest(port, `GET ${path} HTTP/1.1`, `Host: ${host}`, ...more);
  const page = await get("/");
  assertMatch(page.text, /<head><link [^>]*><script src="\/__tonearm__\/panel.js"><\/script><title>/);
  assertStringIncludes(page.text, `frame-ancestors http://127.0.0.1:${port}`);
  assertStringIncludes((await get("/app.js")).text, "content-type: text/javascript");
  // The player's style sheet has its theme. What panels share is there for every panel; its own files come first.
  const style = (await get("/__tonearm__/player.css")).text;
  assertMatch(
    style,
    /color-scheme: dark;\n {2}--player-accent: #1E88E5;[^]*--player-font-size: [^]*font: inherit;/,
  );
  assertStringIncludes((await get("/base.js")).text, "export const say");
  await Deno.writeTextFile(`${folder}/base.js`, "own");
  assertMatch((await get("/base.js")).text, /^own\r$/m);
  const script = (await get("/__tonearm__/panel.js")).text;
  assertStringIncludes(script, "globalThis.fb2k = connectPanel(");
  assertEquals(/^export/m.test(script), false);
  assertEquals((await get("/../../../../../etc/passwd")).status, 404);
  assertEquals((await get("/%2e%2e/%2e%2e/etc/passwd")).status, 404);
  // No page of the panel's origin is without a policy.
  const worker = get("/app.js", "Service-Worker: script");
  for (const refused of [get("/missing"), get("/.hidden"), get("/a%2fb"), get("/%ff"), worker]) {
    assertStringIncludes((await refused).text, "content-security-policy: default-src 'none'; sandbox");
  }
  // Neither another panel nor the token alone opens the socket.
  const socketHead = ["/__tonearm__/socket", ...upgrade];
  assertEquals((await get(...socketHead as [string], "Origin: http://127.0.0.1:" + port)).status, 403);
  assertEquals(
    (await get(...socketHead as [string], `Origin: http://${"0".repeat(32)}.localhost:${port}`)).status,
    403,
  );
  assertEquals((await get(`/${token}/control`, ...upgrade, `Origin: http://${host}`)).status, 404);
  assertEquals(
    (await rawRequest(
      port,
      `GET /${token}/panel/${key} HTTP/1.1`,
      `Host: ${test.host}`,
      `Origin: ${test.origin}`,
      ...upgrade,
    )).status,
    404,
  );
  assertEquals((await get(...socketHead as [string], `Origin: http://${host}`)).status, 101);
  await control.ask("closePanel", { name });
  assertEquals((await get("/")).status, 421);
});
