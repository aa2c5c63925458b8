/**
 * Runs in each page of an existing panel, before the panel's own scripts. It follows panel.js, which defines `connectPanel`,
 * and a line with the bridge's `operations`.
 *
 * @module
 */

import { connectPanel } from "../../panels/panel.js";

const socket = new WebSocket(`ws://${location.host}/__tonearm__/socket`);
globalThis.fb2k = connectPanel(socket, operations);

// A file of the panel's folder, or the theme of the player, has changed. panel.js ignores these messages.
socket.addEventListener("message", ({ data }) => {
  if (data === '{"reload":true}') location.reload();
  const style = document.getElementById("tonearm-player");
  // The same address would not be loaded again.
  if (data === '{"restyle":true}' && style) style.href = `${new URL(style.href).pathname}?${Date.now()}`;
});

// The page around the frame opens menus at the pointer. When a key opens a menu, the contextmenu event has the position
// of the focus.
if (parent === top && parent !== globalThis) {
  for (const type of ["pointerdown", "contextmenu"]) {
    addEventListener(type, ({ clientX: x, clientY: y }) => parent.postMessage({ pointer: { x, y } }, "*"), {
      capture: true,
    });
  }
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
      file.replace(/\/$/, "/index.html").slice(1)
    }: ${blockedURI} is refused, because a panel reaches only its own folder`;
    const text = kind === undefined
      ? refusal
      : `${refusal}. Copy this ${kind} into the folder and load it from there.`;
    // deno-lint-ignore no-console -- for the author of the panel
    console.error(text);
    if (socket.readyState === WebSocket.CONNECTING) {
      await new Promise((open) => socket.addEventListener("open", open));
    }
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ refused: text }));
  },
);
