/**
 * The playground's server: the page, its control socket, the sockets of its panels, and existing panels in frames.
 *
 * @module
 */

import { contentType } from "@std/media-types";
import { extname } from "@std/path";
import { type Admission, admit, frameHost, isUpgrade, LOOPBACK } from "./gate.ts";
import { serveControl } from "./control_socket.ts";
import { withScript } from "./frame_html.ts";
import { frameScript, pageFile, pagePolicy } from "./page_files.ts";
import type { PanelFolder } from "./panel_folder.ts";
import { servePanel } from "./panel_socket.ts";
import type { Playground } from "./playground.ts";

/** Where a framed panel finds what is not its own. */
const FRAME_SCRIPT = "/__tonearm__/panel.js";
const FRAME_SOCKET = "/__tonearm__/socket";

/** What a server is made with. */
export interface ServerOptions {
  /** The port; 0 for any that is free. */
  readonly port: number;
  /** What the address of the page has to begin with. */
  readonly token: string;
  /** The folder of the existing panel, if there is one. */
  readonly folder?: PanelFolder | undefined;
  /** Is told what people should know. */
  readonly report?: (line: string) => void;
}

/** A running server. */
export interface PlaygroundServer extends AsyncDisposable {
  /** Its port. */
  readonly port: number;
  /** The address of the page, with its token. */
  readonly address: string;
  /** Ends it and closes all sockets. */
  close(): Promise<void>;
}

/**
 * Serves a playground on the loopback interface.
 *
 * @param playground The playground.
 * @param options See {@linkcode ServerOptions}.
 * @returns The server.
 * @throws {Deno.errors.AddrInUse} When the port is taken.
 */
export function servePlayground(playground: Playground, options: ServerOptions): PlaygroundServer {
  const { token, folder, report = () => {} } = options;
  const sockets = new Set<WebSocket>();
  const ending = new AbortController();
  const server = Deno.serve(
    { hostname: LOOPBACK, port: options.port, signal: ending.signal, onListen() {}, onError },
    handle,
  );
  const { port } = server.addr;

  function onError(error: unknown): Response {
    report(`a request has failed: ${error instanceof Error ? error.message : String(error)}`);
    return plain(500, "this has failed; the terminal says more");
  }

  async function handle(request: Request): Promise<Response> {
    const { method, headers } = request;
    const { pathname } = new URL(request.url);
    const isFrame = (key: string) => folder !== undefined && playground.panels.withKey(key)?.framed === true;
    const admission = admit({ method, pathname, headers }, { port, token, isFrame });
    if (admission.kind === "refused") return plain(admission.status, admission.reason);
    const response = isUpgrade(headers) ? upgrade(request, admission) : await file(admission);
    return method === "HEAD" ? new Response(null, response) : response;
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
            (panel) => panel.framed ? `http://${frameHost(panel.key, port)}/` : undefined,
          ),
      );
    }
    const key = admission.kind === "frame"
      ? (path === FRAME_SOCKET ? admission.key : undefined)
      : /^\/panel\/([0-9a-f]{32})$/.exec(path)?.[1];
    const panel = key === undefined ? undefined : playground.panels.withKey(key);
    if (!panel || panel.framed !== (admission.kind === "frame")) return plain(404, "there is no such socket");
    if (panel.send) return plain(409, "this panel is connected already: a panel is one page");
    return withSocket(request, (socket) => servePanel(socket, playground, panel));
  }

  function withSocket(request: Request, serve: (socket: WebSocket) => void): Response {
    const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: 0 });
    sockets.add(socket);
    socket.addEventListener("close", () => sockets.delete(socket));
    serve(socket);
    return response;
  }

  async function file(admission: Exclude<Admission, { kind: "refused" }>): Promise<Response> {
    if (admission.kind === "frame") return await frameFile(admission.path);
    const found = await pageFile(admission.path);
    if (!found) return plain(404, "there is no such file");
    return new Response(found.body, {
      headers: {
        ...ownHeaders(`${found.type}; charset=utf-8`),
        "content-security-policy": await pagePolicy(port),
      },
    });
  }

  async function frameFile(path: string): Promise<Response> {
    const headers = (type: string) => ({
      ...frameHeaders(type),
      "content-security-policy": framePolicy(port),
    });
    if (path === FRAME_SCRIPT) {
      return new Response(await frameScript(FRAME_SOCKET), {
        headers: headers("text/javascript; charset=utf-8"),
      });
    }
    const found = await folder?.read(path);
    if (!found) return plain(404, "there is no such file in the panel's folder");
    const type = contentType(extname(found.name)) ?? "application/octet-stream";
    const isPage = type.startsWith("text/html");
    // The page itself says what its encoding is.
    const served = isPage ? "text/html" : type;
    const bytes = isPage ? withScript(found.bytes, FRAME_SCRIPT) : found.bytes;
    return new Response(bytes, { headers: headers(served) });
  }

  async function close(): Promise<void> {
    for (const socket of sockets) socket.close(1001, "the playground ends");
    // Whoever does not close a socket in turn is not waited for.
    ending.abort();
    await server.finished;
  }

  return { port, address: `http://${LOOPBACK}:${port}/${token}/`, close, [Symbol.asyncDispose]: close };
}

/**
 * An existing panel may do in its own page what it likes, but requests nothing from another host. No policy governs
 * WebRTC and connections without a request (docs/playground.md, "An existing panel").
 */
function framePolicy(port: number): string {
  return [
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
    "connect-src 'self'",
    "form-action 'self'",
    `frame-ancestors http://${LOOPBACK}:${port}`,
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

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: ownHeaders("text/plain; charset=utf-8") });
}
