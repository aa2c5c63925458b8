/** Existing panels in the playground, in a real browser. */

import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import type { Browser } from "playwright-core";
import { setDeadline, waitFor } from "../support/deadline.ts";
import { tempDirectory } from "../support/temp_directory.ts";
import { browserProgram, launch, WatchedPage, whyIgnored } from "./browser.ts";
import { assertComes, call, chooseOperation, heard, violations } from "./page_actions.ts";
import { TestPlayground } from "./support.ts";

setDeadline(120_000);

async function framedPanel(browser: Browser): Promise<void> {
  await using temporary = await tempDirectory();
  const folder = temporary.path;
  await Deno.writeTextFile(
    `${folder}/index.html`,
    `<!doctype html><head><script src="/app.js"></script></head><p id=out>`,
  );
  await Deno.writeTextFile(
    `${folder}/app.js`,
    `
      const text = {};
      const note = (key, value) => { text[key] = value; document.querySelector("#out").textContent = JSON.stringify(text); };
      text.first = [typeof fb2k.playlist.getAll, typeof fb2k.scrobbler.submit, typeof fb2k.ui];
      addEventListener("DOMContentLoaded", async () => {
        const { fb2k } = window;
        fb2k.on("selection:changed", ({ count }) => note("selected", count));
        addEventListener("fb2k:selection:changed", ({ detail }) => note("selectedOnWindow", detail.count));
        note("name", (await fb2k.invoke("panel.getConfig")).config.panelName);
        note("unknown", await fb2k.invoke("ui.doSomething", { x: 1 }).catch(({ code, message }) => [code, message]));
        fb2k.on("scrobbler:submitted", (data) => note("event", data));
        note("plugin", await fb2k.scrobbler.submit({ title: "a" }));
        const playlists = await fb2k.playlist.getAll();
        note("extension", [playlists.success, playlists.map(({ name }) => name), playlists.count]);
        note("shutdown", await fb2k.invoke("bridge.shutdown").catch(({ code }) => code));
        try { note("parent", parent.document.title); } catch (error) { note("parent", error.name); }
        const elsewhere = "http://127.0.0.1:" + location.port + "/";
        note("elsewhere", await fetch(elsewhere).then(() => "got", (error) => error.name));
        note("done", true);
      });`,
  );
  const plugins =
    new URL("../../clients/typescript/examples/scrobbler/scrobbler.ts", import.meta.url).pathname;
  await using test = await TestPlayground.start({ folder, plugins, extensions: ["playlist"] });
  await using watched = await WatchedPage.open(browser, test.server.address);
  const { page } = watched;
  const out = page.frameLocator("iframe").locator("#out");
  await out.getByText('"done":true').waitFor();
  await page.getByRole("listbox", { name: "Tracks" }).getByRole("option").nth(1).click();
  await out.getByText('"selectedOnWindow":1').waitFor();
  assertEquals(JSON.parse(await out.textContent() ?? ""), {
    first: ["function", "function", "undefined"],
    name: "framed",
    unknown: [-32601, "Method not found: ui.doSomething"],
    event: { title: "a", count: 1 },
    plugin: { success: true, count: 1 },
    extension: [true, ["Albums", "Favourites", "Collection", "Radio & Streams", "New Playlist"], 5],
    shutdown: -32601,
    parent: "SecurityError",
    elsewhere: "TypeError",
    done: true,
    selected: 1,
    selectedOnWindow: 1,
  });
  // The list shows the last rows only.
  for (const row of ["error ui.doSomething", "refused bridge.shutdown"]) {
    await page.getByRole("searchbox", { name: "Filter" }).fill(row.split(" ")[1] ?? "");
    await page.getByRole("option", { name: row }).waitFor();
  }
  // The page lists the operations of plugins and shows their events.
  // Choosing one opens a form in a panel of the page: the existing panel has no forms.
  await chooseOperation(page, "scrobbler.submit");
  // The parameters of a plugin are not known.
  assertEquals(await page.getByText("No parameters.").count(), 0);
  await assertComes(
    () =>
      page.evaluate(`(() => {
          const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
          return bottom("article.chosen h3") < bottom(".cards");
        })()`),
    true,
  );
  assertEquals(await call(page, "scrobbler.submit", { title: "b" }, 2), { success: true, count: 2 });
  assertEquals((await heard(page, '"count":2', 2)).at(-1), 'scrobbler:submitted {"title":"b","count":2}');
  // A listener for an event of a plugin is no problem.
  const problems = page.getByRole("log", { name: "Problems" }).locator("div");
  await assertComes(async () => (await problems.allTextContents()).slice(0, 2), [
    'there is no operation "ui.doSomething"',
    'there is no operation "bridge.shutdown"',
  ]);
  // The only complaints are about its request to another host.
  const refused =
    `app.js: http://127.0.0.1:${test.server.port}/ is refused, because a panel reaches only its own folder`;
  assertEquals(watched.complaints.filter((text) => !text.includes("Content Security Policy")), [refused]);
}

/** A panel with a mistake of each kind. */
const MISTAKES = `
fb2k.on("playback:trakChanged", () => {});
addEventListener("fb2k:queue:changed", () => {});
addEventListener("fb2k:selection:changed", () => {});
if (fb2k.artwork?.getCurrent) throw new Error("there are no extensions");
await fb2k.queue.add({ traks: [1] });
await fb2k.invoke("queue.ad", {}).catch(() => {});
fb2k.invoke("test.ping", 5);
setTimeout(() => fb2k.quue.add({ tracks: [1] }));
setTimeout(() => fb2k.queue.ad({ tracks: [1] }));
setTimeout(() => { throw "a text"; });
Promise.reject(new RangeError("too far"));
document.querySelector("#row").addEventListener("keydown", ({ key }) => {
  if (key === "m") fb2k.invoke("menu.show", { items: [{ id: "a", label: "Alpha" }], windowMode: "contentSized" });
});
fb2k.invoke();
fb2k.on("queueChanged", () => {});
fb2k.once("playback:queueChanged");
`;

/** The list shows each mistake of a panel on the page and on the terminal, in the frame's place nothing moves. */
async function showsProblems(browser: Browser): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const test = stack.use(await TestPlayground.start({ folder }));
  const { page } = stack.use(await WatchedPage.open(browser, test.server.address));
  const missing = "index.html: no such file in the panel's folder";
  await page.frameLocator("iframe").getByText(missing).waitFor();
  const problems = page.getByRole("log", { name: "Problems" }).locator("div");
  await assertComes(() => problems.allTextContents(), [missing]);
  await page.getByRole("status").getByText("1 problem").waitFor();
  assertEquals(test.reported, [`framed: ${missing}`]);
  const before = await page.locator("iframe").boundingBox();

  // The page comes by itself when the file is there. Its own mistakes replace the missing file.
  await Deno.writeTextFile(`${folder}/app.js`, MISTAKES);
  const html =
    `<!doctype html><script type="module" src="app.js"></script><ul><li>One<li tabindex=0 id=row>Two</ul>`;
  await Deno.writeTextFile(`${folder}/index.html`, html);
  const expected = [
    `a call of test.ping was rejected: Invalid params: params must be an object (-32602)`,
    "app.js:12: unhandled rejection: RangeError: too far",
    "app.js:9: uncaught TypeError: Cannot read properties of undefined (reading 'add'); did you mean \"queue.add\"?",
    'app.js:10: uncaught TypeError: fb2k.queue.ad is not a function; did you mean "queue.add"?',
    "app.js:11: uncaught a text",
    'queue.add has no parameter "traks"; did you mean "tracks"?',
    'there is no event "playback:trakChanged"; did you mean "playback:trackChanged"?',
    'there is no event "queue:changed"',
    "app.js:16: unhandled rejection: TypeError: The name of an operation must be a string",
    'there is no event "queueChanged"; did you mean "playback:queueChanged"?',
    "the listener of playback:queueChanged is not a function",
    'there is no operation "queue.ad"; did you mean "queue.add"?',
  ].toSorted();
  await assertComes(async () => (await problems.allTextContents()).toSorted(), expected);
  assertEquals(test.reported.slice(1).toSorted(), expected.map((text) => `framed: ${text}`));
  assertEquals(await page.locator("iframe").boundingBox(), before);
  assertEquals(await violations(page), []);

  // A key opens a menu below the row that has the focus, wherever the pointer is.
  const row = page.frameLocator("iframe").locator("#row");
  await page.mouse.move(1000, 800);
  await row.press("m");
  const menu = await page.getByRole("menu", { name: "Menu" }).boundingBox();
  const box = await row.boundingBox();
  assert(menu && box, "menu and row are visible");
  assertLess(Math.abs(menu.x - box.x), 20);
  assertLess(Math.abs(menu.y - box.y - box.height), 20);
}

/** Ways to request an address on another host. The last one navigates the frame. */
const waysOut: Readonly<Record<string, string>> = {
  fetch: 'fetch(at, { mode: "no-cors" }).catch(() => {})',
  image: "new Image().src = at",
  socket: 'new WebSocket(at.replace("http", "ws"))',
  beacon: 'navigator.sendBeacon(at, "x")',
  events: "new EventSource(at)",
  style: "document.body.style.background = `url(${at})`",
  module: "import(at).catch(() => {})",
  prefetch: 'add("link", { rel: "prefetch", href: at })',
  frame: 'add("iframe", { src: at })',
  popup: "open(at)",
  top: "top.location = at",
  download: 'add("a", { download: "x", href: at }).click()',
};

async function reachesNoHost(browser: Browser): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const requests: string[] = [];
  const turn = Promise.withResolvers<void>();
  // Another port of this machine is another origin.
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const hear = async (connection: Deno.Conn): Promise<void> => {
    using _connection = connection;
    const bytes = new Uint8Array(1000);
    const count = await connection.read(bytes).catch(() => null);
    // A connection alone is not a request. A message of WebRTC's TURN begins with two zero bits.
    if (count === null) return;
    if ((bytes[0] ?? 0) < 0x40) return turn.resolve();
    requests.push(new TextDecoder().decode(bytes.subarray(0, count)));
  };
  const listening = (async () => {
    for await (const connection of listener) void hear(connection);
  })();
  stack.defer(async () => {
    listener.close();
    await listening;
  });
  const ways = Object.entries(waysOut).map(([name, way]) =>
    `{ const at = "http://127.0.0.1:${port}/${name}"; try { ${way} } catch {} }`
  );
  await Deno.writeTextFile(
    `${folder}/index.html`,
    `<!doctype html><body><script>
      const add = (tag, members) => {
        const element = Object.assign(document.createElement(tag), members);
        document.body.append(element);
        return element;
      };
      const server = { urls: "turn:127.0.0.1:${port}?transport=tcp", username: "u", credential: "c" };
      const peer = new RTCPeerConnection({ iceServers: [server] });
      peer.createDataChannel("x");
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      addEventListener("message", () => { ${ways.join("\n")} });
    </script><p>Ready`,
  );
  const test = stack.use(await TestPlayground.start({ folder }));
  for (const hash of ["", "#panel"]) {
    await using watched = await WatchedPage.open(browser, test.server.address + hash);
    const { page } = watched;
    await page.frameLocator("iframe").getByText("Ready").waitFor();
    // docs/panels.md, "An existing panel" says that no policy blocks WebRTC. This fails in a browser that blocks it.
    await waitFor("the turn of the answer", turn.promise);
    await page.evaluate("document.querySelector('iframe').contentWindow.postMessage('go', '*')");
    const unrefused = (): Promise<string[]> =>
      Promise.resolve(
        Object.keys(waysOut).filter((name) =>
          !watched.complaints.some((text) => isRefusal(text, name, port))
        ),
      );
    await assertComes(unrefused, [], hash);
    assertEquals(requests, []);
  }
}

/** A page under no policy would let the panel reach every host: it could request through it, or be answered by it. */
async function staysUnderItsPolicy(browser: Browser): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  await Deno.writeTextFile(`${folder}/worker.js`, "");
  await Deno.writeTextFile(
    `${folder}/index.html`,
    `<!doctype html><body><output></output><script type="module">
      const domain = location.hostname;
      for (let at = 0; at < 180; at++) document.cookie = "c" + at + "=" + "x".repeat(4000) + "; domain=" + domain;
      const reach = async (tag, source, path) => {
        const inner = Object.assign(document.createElement(tag), { [source]: path });
        const loaded = new Promise((resolve, reject) => Object.assign(inner, { onload: resolve, onerror: reject }));
        document.body.append(inner);
        await loaded;
        return inner.contentWindow.fetch;
      };
      // The runtime refuses the long address, the playground the other one.
      const paths = ["/missing", "/" + "x".repeat(300_000)];
      const ways = [
        ...paths.flatMap((path) => [reach("iframe", "src", path), reach("object", "data", path)]),
        navigator.serviceWorker.register("/worker.js"),
      ];
      const outcomes = ways.map((way) => way.then(() => "allowed", ({ name, type }) => name ?? type));
      document.querySelector("output").textContent = await Promise.all(outcomes);
    </script>`,
  );
  const test = stack.use(await TestPlayground.start({ folder }));
  await using watched = await WatchedPage.open(browser, `${test.server.address}#panel`);
  const output = watched.page.frameLocator("iframe").locator("output");
  const outcomes = ["SecurityError", "error", "SecurityError", "error", "TypeError"];
  await assertComes(async () => (await output.textContent())?.split(","), outcomes);
  // The runtime refuses the 700 kB of cookies that are sent now.
  await watched.page.reload();
  await assertComes(async () => (await output.textContent())?.split(","), outcomes);
}

/** A panel that takes the focus gets what is typed only if the user has gone there. */
async function leavesTheFocus(browser: Browser): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  await Deno.writeTextFile(
    `${folder}/index.html`,
    `<!doctype html><body><input id="field"><output></output><script>
      const out = document.querySelector("output");
      addEventListener("keydown", ({ key }) => out.textContent += key);
      addEventListener("message", ({ data }) => data === "take" && setInterval(() => (field.focus(), focus()), 20));
    </script>`,
  );
  const test = stack.use(await TestPlayground.start({ folder }));
  const { page } = stack.use(await WatchedPage.open(browser, test.server.address));
  const frame = page.frameLocator("iframe");
  const search = page.getByLabel("Search operations");
  await search.pressSequentially("a");
  const box = await frame.locator("#field").boundingBox();
  assert(box, "the field is visible");
  await page.mouse.move(box.x + 5, box.y + 5, { steps: 50 });
  await page.mouse.down();
  await page.mouse.up();
  await page.keyboard.type("bc");
  await assertComes(() => frame.locator("output").textContent(), "bc");

  await search.fill("");
  await search.pressSequentially("my ");
  await page.mouse.move(5, 5);
  await page.evaluate("document.querySelector('iframe').contentWindow.postMessage('take', '*')");
  await page.getByRole("status").getByText("Stopped: it took the focus again and again").waitFor();
  await page.keyboard.type("secret");
  assertEquals(await search.inputValue(), "my secret");
}

/** A panel in a tab of its own: a page that counts its visits in its storage, with files of another host. */
async function panelTab(browser: Browser): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const writePage = (more: string) =>
    Deno.writeTextFile(
      `${folder}/index.html`,
      `<!doctype html><head>
        <link rel="stylesheet" href="//evil.example/a.css?b=1"><link rel="stylesheet" href="style.css">
      </head><body><output id="out"></output><p style="font-family: f">${more}</p><script type="module">
        // An invisible page loads no fonts by itself.
        document.fonts.load("16px f").catch(() => {});
        const visits = localStorage.visits = Number(localStorage.visits ?? 0) + 1;
        const name = (await fb2k.invoke("panel.getConfig")).config.panelName;
        const storage = (() => { try { return top.localStorage.length } catch (error) { return error.name } })();
        const items = [{ id: "a", label: "Alpha" }];
        out.textContent = JSON.stringify({ visits, name, storage, size: [innerWidth, innerHeight] });
        fb2k.on("menu:dismiss", ({ reason }) => out.textContent += reason);
        if (visits === 2) await fb2k.invoke("menu.show", { items, x: 300, y: 200, windowMode: "contentSized" });
      </script>`,
    );
  await writePage("first");
  await Deno.writeTextFile(
    `${folder}/style.css`,
    "@import url(http://evil.example/b.css); @font-face { font-family: f; src: url(http://evil.example/c.woff2) }",
  );
  const first = await TestPlayground.start({ folder });
  const { port, address } = first.server;
  const watched = stack.use(await WatchedPage.open(browser, `${address}#panel`));
  const { page } = watched;
  const frame = page.frameLocator("iframe");
  const out = frame.locator("#out");
  const expected = (visits: number, name = "tab") =>
    JSON.stringify({ visits, name, storage: "SecurityError", size: [1400, 900] });
  await assertComes(() => out.textContent(), expected(1));
  assertEquals(await page.title(), "Panel tab");
  const refused = [
    "index.html: http://evil.example/a.css?b=1 is refused, because a panel reaches only its own folder. " +
    "Copy this stylesheet into the folder and load it from there.",
    "style.css: http://evil.example/b.css is refused, because a panel reaches only its own folder. " +
    "Copy this stylesheet into the folder and load it from there.",
    "style.css: http://evil.example/c.woff2 is refused, because a panel reaches only its own folder. " +
    "Copy this font into the folder and load it from there.",
  ];
  const reportOf = (name: string): string[] => refused.map((text) => `${name}: ${text}`);
  await assertComes(() => Promise.resolve(first.reported.toSorted()), reportOf("tab"));
  for (const text of refused) {
    await assertComes(() => Promise.resolve(watched.complaints.includes(text)), true);
  }

  // The page changes, and opens a menu. A click beside the menu, into the frame, closes it.
  await writePage("second");
  await frame.getByText("second").waitFor();
  await page.getByRole("menuitem", { name: "Alpha" }).waitFor();
  await page.mouse.click(20, 800);
  await assertComes(() => out.textContent(), `${expected(2)}outside`);

  // The tab outlives a restart, with its name and its storage.
  await first[Symbol.asyncDispose]();
  const second = stack.use(await TestPlayground.start({ folder, port }));
  await assertComes(() => out.textContent(), expected(3));
  assertMatch(page.url(), /^http:\/\/tab\.[0-9a-f]{32}\.localhost:\d+\/.*#panel=tab$/);
  // A page that is left reports nothing more.
  const reportedOf = (name: string): Promise<string[]> =>
    Promise.resolve(second.reported.filter((text) => text.startsWith(`${name}: `)).toSorted());
  await assertComes(() => reportedOf("tab"), reportOf("tab"));
  // Another panel of the same folder has a storage of its own.
  await page.goto(`${address}#panel=other`);
  await assertComes(() => out.textContent(), expected(1, "other"));
  await assertComes(() => reportedOf("other"), reportOf("other"));
  await page.goto(address);
  // The playground's page lists the problems of its own panel, and those of the panels in tabs.
  const problems = (name: string): Promise<string[]> =>
    page.getByRole("log", { name, exact: true }).locator("div").allTextContents();
  // The browser gives a frame on another host no storage.
  const noStorage =
    "framed: index.html: uncaught SecurityError: Failed to read the 'localStorage' property " +
    "from 'Window': Access is denied for this document.";
  const all = [...["framed", "other", "tab"].flatMap(reportOf), noStorage].toSorted();
  await assertComes(() => Promise.resolve(second.reported.toSorted()), all);
  const others = ["other", "tab"].flatMap(reportOf);
  await page.getByRole("status").getByText("6 problems in other panels").waitFor();
  await assertComes(async () => (await problems("Problems of other panels")).toSorted(), others);
  const own = all.filter((text) => !others.includes(text)).map((text) => text.replace("framed: ", ""));
  await assertComes(async () => (await problems("Problems")).toSorted(), own);
}

/** Whether a message of the browser reports the refusal of a request. */
function isRefusal(text: string, name: string, port: number): boolean {
  // For a frame the browser reports only the origin and the policy.
  const framing = `Framing 'http://127.0.0.1:${port}/' violates`;
  if (name === "download") return text.startsWith(framing) && text.includes('"frame-src http://*.localhost');
  if (name === "top") return text.startsWith("Unsafe attempt to initiate navigation for frame with origin");
  if (name === "frame") return text.startsWith(framing) && text.includes('"frame-src data: blob:"');
  return text.includes(`127.0.0.1:${port}/${name}`);
}

for (
  const [name, run] of [
    [
      "an existing panel has window.fb2k and calls the bridge, its extensions and plugins under its own name",
      framedPanel,
    ],
    [
      "the problems of an existing panel are listed on the page and on the terminal, without moving its frame",
      showsProblems,
    ],
    [
      "an existing panel in a tab keeps its storage, reloads when its files change and learns of refused requests",
      panelTab,
    ],
    ["an existing panel requests nothing from another host, except by WebRTC as documented", reachesNoHost],
    [
      "an existing panel in a tab neither reaches into a refused page nor registers a service worker, with 700 kB of cookies",
      staysUnderItsPolicy,
    ],
    [
      "an existing panel that takes the focus from a text field loses it, and is stopped when it goes on",
      leavesTheFocus,
    ],
  ] as const
) {
  Deno.test({
    name: name + whyIgnored,
    ignore: browserProgram === undefined,
    async fn() {
      const browser = await launch();
      try {
        await run(browser);
      } finally {
        await browser.close();
      }
    },
  });
}
