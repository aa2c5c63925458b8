/**
 * The playground's server: the page, its control socket, the sockets of its panels, and existing panels in frames.
 */

import { contentType } from "@std/media-types";
import { extname } from "@std/path";
import { systemClock, within } from "../host_stdio/clock.ts";
import { serveControl } from "./control_socket.ts";
import { passWithoutCookies } from "./cookie_filter.ts";
import { pageFile, pagePolicy } from "./page_files.ts";
import { frameScript, type PanelFolder, playerStyle, sharedFile, withPlayer } from "./panel_files.ts";
import { closeCodes, servePanel } from "./panel_socket.ts";
import type { Playground } from "./playground.ts";
import { type Admission, checkRequest, frameHost, isUpgrade, LOOPBACK, tabHost } from "./request_guard.ts";

/** Paths in a framed panel that are not files of its folder. */
const FRAME_SCRIPT = "/__tonearm__/panel.js";
const FRAME_STYLE = "/__tonearm__/player.css";
const FRAME_SOCKET = "/__tonearm__/socket";
/** How long pages may take to read the rest when the server ends, in milliseconds. */
const REST_MS = 100;

export interface ServerOptions {
  /** The port; 0 for any free port. */
  readonly port: number;
  /** The first part of every path of the page. */
  readonly token: string;
  /** The folder of the existing panel. */
  readonly folder?: PanelFolder | undefined;
  /** Diagnostics sink. */
  readonly report?: (line: string) => void;
}

export interface PlaygroundServer extends AsyncDisposable {
  readonly port: number;
  /** The address of the page, with its token. */
  readonly address: string;
  /** Ends the server and closes all sockets. */
  close(): Promise<void>;
}

/**
 * Serves a playground on the loopback interface.
 *
 * @throws {Deno.errors.AddrInUse} When the port is taken.
 */
export function servePlayground(playground: Playground, options: ServerOptions): PlaygroundServer {
  const { token, folder, report = () => {} } = options;
  const sockets = new Set<WebSocket>();
  const ending = new AbortController();
  const listener = Deno.listen({ hostname: LOOPBACK, port: options.port });
  const { port } = listener.addr;
  const server = Deno.serve(
    { hostname: LOOPBACK, port: 0, signal: ending.signal, onListen() {}, onError },
    handle,
  );
  const passing = passWithoutCookies(listener, server.addr.port);
  folder?.watch(() => playground.reloadFrames(), ending.signal).catch((error: unknown) => {
    report(`changes in the panel's folder are not noticed: ${String(error)}; reload the page yourself`);
  });

  function onError(error: unknown): Response {
    report(`a request failed: ${error instanceof Error ? error.message : String(error)}`);
    return plain(500, "Internal error. See the terminal for details.");
  }

  async function handle(request: Request): Promise<Response> {
    const { method, headers } = request;
    const pathname = URL.parse(request.url)?.pathname;
    if (pathname === undefined) return plain(400, "the Host is not a host name");
    const isFrame = (key: string) => folder !== undefined && playground.panels.withKey(key)?.framed === true;
    const admission = checkRequest({ method, pathname, headers }, { port, token, isFrame });
    if (admission.kind === "refused") return plain(admission.status, admission.reason);
    const response = isUpgrade(headers)
      ? upgrade(request, admission)
      : await file(admission, headers.get("host") ?? "");
    if (method !== "HEAD") return response;
    await response.body?.cancel();
    return new Response(null, response);
  }

  function upgrade(request: Request, admission: Exclude<Admission, { kind: "refused" }>): Response {
    const { path } = admission;
    if (admission.kind === "page" && path === "/control") {
      return withSocket(
        request,
        (socket) =>
          serveControl(
            socket,
            playground,
            ({ framed, key }) =>
              framed
                ? {
                  frame: `http://${frameHost(key, port)}/`,
                  tab: `http://${tabHost(key, port)}/${token}/`,
                }
                : {},
          ),
      );
    }
    const key = admission.kind === "frame"
      ? (path === FRAME_SOCKET ? admission.key : undefined)
      : /^\/panel\/([0-9a-f]{32})$/.exec(path)?.[1];
    const panel = key === undefined ? undefined : playground.panels.withKey(key);
    if (!panel || panel.framed !== (admission.kind === "frame")) return plain(404, "no such socket");
    if (panel.send) return plain(409, "this panel is connected already; a panel is one page");
    return withSocket(request, (socket) => servePanel(socket, playground, panel));
  }

  function withSocket(request: Request, serve: (socket: WebSocket) => void): Response {
    const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: 0 });
    sockets.add(socket);
    socket.addEventListener("close", () => sockets.delete(socket));
    serve(socket);
    return response;
  }

  async function file(admission: Exclude<Admission, { kind: "refused" }>, host: string): Promise<Response> {
    if (admission.kind === "frame") return await frameFile(admission.path, admission.key);
    const found = await pageFile(admission.path);
    if (!found) return plain(404, "no such file");
    return new Response(found.body, {
      headers: {
        ...ownHeaders(`${found.type}; charset=utf-8`),
        "content-security-policy": pagePolicy(host, port),
        "origin-agent-cluster": "?1",
      },
    });
  }

  async function frameFile(path: string, key: string): Promise<Response> {
    const headers = (type: string) => ({
      ...frameHeaders(type),
      "content-security-policy": framePolicy(key, port),
    });
    if (path === FRAME_SCRIPT) {
      return new Response(await frameScript(await playground.operations()), {
        headers: headers("text/javascript; charset=utf-8"),
      });
    }
    if (path === FRAME_STYLE) {
      return new Response(await playerStyle(await playground.view.theme()), {
        headers: headers("text/css; charset=utf-8"),
      });
    }
    const found = await folder?.read(path) ?? await sharedFile(path);
    if (!found) {
      const text = `${path === "/" ? "index.html" : path.slice(1)}: no such file in the panel's folder`;
      const panel = playground.panels.withKey(key);
      if (panel) playground.problems.add(panel.name, text);
      if (path !== "/") return plain(404, text);
      // With the script, the page is loaded again when the file is there.
      const page = new Blob([`<title>No page</title><p>${text}`]).stream()
        .pipeThrough(withPlayer(FRAME_STYLE, FRAME_SCRIPT));
      return new Response(page, { status: 404, headers: headers("text/html") });
    }
    const type = contentType(extname(found.name)) ?? "application/octet-stream";
    const isPage = type.startsWith("text/html");
    // Without a charset, because the page declares its own encoding.
    const served = isPage ? "text/html" : type;
    const body = isPage ? found.body.pipeThrough(withPlayer(FRAME_STYLE, FRAME_SCRIPT)) : found.body;
    return new Response(body, { headers: headers(served) });
  }

  async function close(): Promise<void> {
    for (const socket of sockets) socket.close(closeCodes.goingAway, "the playground ends");
    listener.close();
    // Do not wait for pages that keep their sockets open.
    ending.abort();
    await server.finished;
    // A write to a page that does not read has no end, and cannot be cancelled.
    await within(systemClock, REST_MS, passing);
  }

  return { port, address: `http://${LOOPBACK}:${port}/${token}/`, close, [Symbol.asyncDispose]: close };
}

/**
 * Policy of an existing panel: everything in its own page, no requests to other hosts. No policy covers WebRTC and
 * connections without a request (docs/panels.md, "An existing panel").
 */
function framePolicy(key: string, port: number): string {
  return [
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
    "connect-src 'self'",
    // data: and blob: frames inherit the policy. Error responses of the runtime, such as for a long address, have none.
    "frame-src data: blob:",
    "object-src data: blob:",
    "form-action 'self'",
    `frame-ancestors http://${LOOPBACK}:${port} http://${tabHost(key, port)}`,
  ].join("; ");
}

function frameHeaders(type: string): Record<string, string> {
  return {
    "content-type": type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  };
}

function ownHeaders(type: string): Record<string, string> {
  return {
    ...frameHeaders(type),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  };
}

/** A refusal. It has an origin of its own: a panel would request through a page of its origin that has no policy. */
function plain(status: number, text: string): Response {
  const headers = {
    ...ownHeaders("text/plain; charset=utf-8"),
    "content-security-policy": "default-src 'none'; sandbox",
  };
  return new Response(`${text}\n`, { status, headers });
}
