/**
 * Runs in each page of an existing panel, before the panel's own scripts. It follows panel.js, which defines `connectPanel`,
 * and a line with the bridge's `operations`.
 */

import { connectPanel } from "../../panels/panel.js";

const socket = new WebSocket(`ws://${location.host}/__tonearm__/socket`);
const fb2k = globalThis.fb2k = connectPanel(socket, operations);

// A page that watches its socket by another `send` sees only what it sends itself.
const send = socket.send.bind(socket);

/** Sends a message for the playground's list of problems. */
function report(message) {
  const text = JSON.stringify(message);
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => send(text));
  else if (socket.readyState === WebSocket.OPEN) send(text);
}

// The playground knows which events there are.
for (const name of ["on", "once"]) {
  const add = fb2k[name];
  fb2k[name] = (event, listener) => {
    report({ listens: String(event) });
    if (typeof listener !== "function") report({ problem: `the listener of ${event} is not a function` });
    return add(event, listener);
  };
}
const addListener = globalThis.addEventListener;
globalThis.addEventListener = (type, ...rest) => {
  if (`${type}`.startsWith("fb2k:")) report({ listens: type.slice(5) });
  return addListener.call(globalThis, type, ...rest);
};

/** Reports an error that the page has not caught, and where it was thrown. */
async function tellError(kind, error, address, line, column) {
  // The playground has seen the answers to calls.
  if (error?.code !== undefined && error.reason !== undefined) return;
  const text = `${error?.stack ?? error}`.split("\n")[0];
  const path = address?.startsWith(location.origin) ? new URL(address).pathname : undefined;
  const place = path === undefined ? "" : `${fileName(path)}${line > 0 ? `:${line}` : ""}: `;
  let member = /([\w.]+) is not a function/.exec(text)?.[1];
  if (path !== undefined && text.includes("of undefined (reading")) {
    // The position is that of the member after the missing one.
    const source = (await (await fetch(path)).text()).split("\n")[line - 1] ?? "";
    const missing = /fb2k\.([\w.]+)\.$/.exec(source.slice(0, column - 1))?.[1];
    if (missing !== undefined) member = `${missing}.${/^\w*/.exec(source.slice(column - 1))}`;
  }
  report({ problem: `${place}${kind} ${text}`, member });
}

addEventListener(
  "error",
  ({ error, message, filename, lineno, colno }) =>
    tellError("uncaught", error ?? message, filename, lineno, colno),
);
addEventListener("unhandledrejection", ({ reason }) => {
  const places = [...`${reason?.stack ?? ""}`.matchAll(/(http:[^\s()]+):(\d+):(\d+)/g)];
  const own = places.find(([, address]) => !address.includes("/__tonearm__/"));
  const [, address, line, column] = own ?? places[0] ?? [];
  tellError("unhandled rejection:", reason, address, line, column);
});

/** Returns the name of a file by the path of its address. */
function fileName(path) {
  return path.replace(/\/$/, "/index.html").slice(1);
}

// A file of the panel's folder, or the theme of the player, has changed. panel.js ignores these messages.
socket.addEventListener("message", ({ data }) => {
  if (data === '{"reload":true}') location.reload();
  const style = document.getElementById("tonearm-player");
  // The same address would not be loaded again.
  if (data === '{"restyle":true}' && style) style.href = `${new URL(style.href).pathname}?${Date.now()}`;
});

// The page around the frame opens menus at the pointer, or after a key at the row that has the focus.
if (parent === top && parent !== globalThis) {
  const tellPlace = (x, y) => parent.postMessage({ pointer: { x, y } }, "*");
  addEventListener("pointerdown", ({ clientX, clientY }) => tellPlace(clientX, clientY), { capture: true });
  addEventListener("keydown", () => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return;
    const row = document.getElementById(activeElement.getAttribute("aria-activedescendant") ?? "");
    const { left, bottom } = (row ?? activeElement).getBoundingClientRect();
    tellPlace(left, bottom);
  }, { capture: true });
  // A browser forgets which element of a frame has the focus when a menu outside takes it.
  let focused;
  addEventListener("focusin", ({ target }) => focused = target);
  addEventListener("message", (event) => {
    if (event.source !== parent || event.data?.restoreFocus !== true) return;
    event.stopImmediatePropagation();
    focused?.focus({ preventScroll: true });
  });
}

/** The kinds of files that a panel loads, by the directives of its policy. The panel's author can copy them into its folder. */
const kinds = {
  "style-src-elem": "stylesheet",
  "script-src-elem": "script",
  "font-src": "font",
  "img-src": "image",
  "media-src": "media file",
};

/** Finds the file that contains an address; undefined if none does. For most kinds, the event does not name the file. */
async function fileWith(address) {
  const text = address.replace(/^\w+:|\?.*$/gs, "");
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const sources = loaded.filter(({ origin, pathname }) =>
    origin === location.origin && /\.(?:css|m?js|html?)$/.test(pathname)
  );
  for (const { pathname } of sources) {
    const response = await fetch(pathname);
    if ((await response.text()).includes(text)) return pathname;
  }
  return undefined;
}

/** The addresses that were refused. A page may request one again and again. */
const refused = new Set();

document.addEventListener(
  "securitypolicyviolation",
  async ({ blockedURI, effectiveDirective, sourceFile }) => {
    if (refused.has(blockedURI)) return;
    refused.add(blockedURI);
    const kind = kinds[effectiveDirective];
    const file = await fileWith(blockedURI) ?? new URL(sourceFile || location.href).pathname;
    const refusal = `${
      fileName(file)
    }: ${blockedURI} is refused, because a panel reaches only its own folder`;
    const text = kind === undefined
      ? refusal
      : `${refusal}. Copy this ${kind} into the folder and load it from there.`;
    // deno-lint-ignore no-console -- for the author of the panel
    console.error(text);
    report({ problem: text });
  },
);
