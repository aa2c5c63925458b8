import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { checkRequest, frameHost, tabHost } from "../../playground/request_guard.ts";

const port = 8123;
const token = "0123456789abcdefghijklmn";
const key = "0f".repeat(16);
const host = `127.0.0.1:${port}`;
const frame = frameHost(key, port);

/** The admission of a request, or the status of its refusal. */
function checked(pathname: string, headers: Record<string, string>, method = "GET") {
  const admission = checkRequest({ method, pathname, headers: new Headers(headers) }, {
    port,
    token,
    isFrame: (each) => each === key,
  });
  return admission.kind === "refused" ? admission.status : admission;
}

Deno.test("a request with the token is admitted, and the token is removed from the path", () => {
  assertEquals(checked(`/${token}/`, { host }), { kind: "page", path: "/" });
  assertEquals(checked(`/${token}/a/b`, { host }), { kind: "page", path: "/a/b" });
  assertEquals(checked(`/${token}/a`, { host }, "HEAD"), { kind: "page", path: "/a" });
});

Deno.test("a missing, shortened, longer or wrong token is refused", () => {
  for (
    const path of [
      "/",
      "",
      "//",
      `/${token.slice(0, -1)}/`,
      `/${token}x/`,
      `/x${token.slice(1)}/`,
      `/${token}`,
    ]
  ) {
    assertEquals(checked(path, { host }), 403, path);
  }
});

Deno.test("every other Host is refused, even with the token", () => {
  const foreign = [
    "",
    "127.0.0.1",
    "127.0.0.1:8124",
    `localhost:${port}`,
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `127.0.0.1:${port}.evil.example`,
    `[::1]:${port}`,
    frameHost("f".repeat(32), port),
    frameHost(key, 8124),
    frameHost(key.toUpperCase(), port),
    `${key}.localhost.evil.example:${port}`,
    `${key}.evil.example:${port}`,
    `tab.${key}.localhost.evil.example:${port}`,
    `tab.tab.${key}.localhost:${port}`,
    `tab.x.localhost:${port}`,
    `tab.localhost:${port}`,
    `x.${key}.localhost:${port}`,
  ];
  for (const each of foreign) assertEquals(checked(`/${token}/`, { host: each }), 421, each);
});

Deno.test("every Origin but that of the Host is refused", () => {
  const foreign = [
    "null",
    "http://evil.example",
    `https://${host}`,
    `http://${host}.evil.example`,
    "http://127.0.0.1",
    `http://${frame}`,
  ];
  for (const origin of foreign) assertEquals(checked(`/${token}/`, { host, origin }), 403, origin);
  assertEquals(checked(`/${token}/`, { host, origin: `http://${host}` }), { kind: "page", path: "/" });
  assertEquals(checked("/x.js", { host: frame, origin: `http://${host}` }), 403);
});

Deno.test("a WebSocket without an Origin is refused", () => {
  assertEquals(checked(`/${token}/control`, { host, upgrade: "websocket" }), 403);
  assertEquals(checked(`/${token}/control`, { host, upgrade: "WebSocket" }), 403);
  assertEquals(checked("/socket", { host: frame, upgrade: "websocket" }), 403);
  assertEquals(checked(`/${token}/control`, { host, upgrade: "websocket", origin: `http://${host}` }), {
    kind: "page",
    path: "/control",
  });
});

Deno.test("a subresource request of another site is refused, a navigation is not", () => {
  for (const site of ["cross-site", "same-site"]) {
    assertEquals(checked(`/${token}/x`, { host, "sec-fetch-site": site, "sec-fetch-mode": "no-cors" }), 403);
    assertEquals(checked(`/${token}/`, { host, "sec-fetch-site": site, "sec-fetch-mode": "navigate" }), {
      kind: "page",
      path: "/",
    });
  }
  for (const site of ["none", "same-origin"]) {
    assertEquals(checked(`/${token}/x`, { host, "sec-fetch-site": site }), { kind: "page", path: "/x" });
  }
});

Deno.test("a frame is admitted by its host name, with any path", () => {
  assertEquals(checked("/", { host: frame }), { kind: "frame", key, path: "/" });
  assertEquals(checked(`/${token}/`, { host: frame }), { kind: "frame", key, path: `/${token}/` });
});

Deno.test("the page is admitted at the host name of a tab, with the token only and not from the panel in it", () => {
  const tab = tabHost(key, port);
  assertEquals(checked(`/${token}/`, { host: tab }), { kind: "page", path: "/" });
  assertEquals(checked("/", { host: tab }), 403);
  const socket = { host: tab, upgrade: "websocket" };
  assertEquals(checked(`/${token}/control`, { ...socket, origin: `http://${tab}` }), {
    kind: "page",
    path: "/control",
  });
  assertEquals(checked(`/${token}/control`, { ...socket, origin: `http://${frame}` }), 403);
  assertEquals(checked(`/${token}/x`, { host: tab, "sec-fetch-site": "same-site" }), 403);
});

Deno.test("the script of a service worker is refused, that of another worker is not", () => {
  const worker = { host: frame, "sec-fetch-site": "same-origin" };
  assertEquals(checked("/a.js", { ...worker, "service-worker": "script" }), 403);
  assertEquals(checked(`/${token}/a.js`, { host, "service-worker": "script" }), 403);
  assertEquals(checked("/a.js", { ...worker, "sec-fetch-dest": "worker" }), {
    kind: "frame",
    key,
    path: "/a.js",
  });
});

Deno.test("every method but GET and HEAD is refused", () => {
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "get"]) {
    assertEquals(checked(`/${token}/`, { host }, method), 405, method);
  }
});
