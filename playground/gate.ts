/**
 * Who may in. Everything on this machine can reach a loopback port, and so can every web page in the user's browser. What
 * keeps them out:
 *
 * - The first part of every path is a token that only the printed address has; a frame's host name is its key. Neither is
 *   ever sent along by a browser on its own, as a cookie would be.
 * - Host must be the server's own: a foreign name that has come to mean 127.0.0.1 (DNS rebinding) is refused.
 * - Origin, where there is one, must be that of the very host that is asked; a WebSocket must have one.
 * - What a foreign page asks for other than by going there is refused (`Sec-Fetch-Site`), so that it cannot even tell
 *   whether there is something.
 *
 * @module
 */

/** The interface that is listened on. */
export const LOOPBACK = "127.0.0.1";

/** What is looked at of a request. */
export interface Asking {
  readonly method: string;
  /** The path of the address, with its percent signs. */
  readonly pathname: string;
  readonly headers: Headers;
}

/** What becomes of a request. */
export type Admission =
  /** It is for the page: the path after the token, beginning with `/`. */
  | { readonly kind: "page"; readonly path: string }
  /** It is for the frame of the panel with this key. */
  | { readonly kind: "frame"; readonly key: string; readonly path: string }
  /** It is refused. */
  | { readonly kind: "refused"; readonly status: number; readonly reason: string };

/** What the gate knows. */
export interface GateKnows {
  readonly port: number;
  readonly token: string;
  /** Whether there is a framed panel with this key. */
  isFrame(key: string): boolean;
}

/**
 * Judges a request.
 *
 * @param asking The request.
 * @param knows What the gate knows.
 * @returns What becomes of it.
 */
export function admit(asking: Asking, knows: GateKnows): Admission {
  const { method, pathname, headers } = asking;
  if (method !== "GET" && method !== "HEAD") return refused(405, "only GET is served");
  const host = headers.get("host") ?? "";
  const key = frameKeyOf(host, knows.port);
  if (host !== `${LOOPBACK}:${knows.port}` && (key === undefined || !knows.isFrame(key))) {
    return refused(421, "the Host is not this server's");
  }
  const origin = headers.get("origin");
  if (origin === null ? isUpgrade(headers) : origin !== `http://${host}`) {
    return refused(403, "the Origin is not this server's");
  }
  const goesThere = headers.get("sec-fetch-mode") === "navigate";
  const site = headers.get("sec-fetch-site") ?? "none";
  if (!goesThere && site !== "none" && site !== "same-origin") {
    return refused(403, "another site may not ask for this");
  }
  if (key !== undefined) return { kind: "frame", key, path: pathname };
  const [, token = "", ...rest] = pathname.split("/");
  if (!isSame(token, knows.token) || rest.length === 0) {
    return refused(403, "the address has no valid token: use the address that the playground has printed");
  }
  return { kind: "page", path: `/${rest.join("/")}` };
}

/**
 * The host name of a framed panel. Browsers take every name below localhost for this machine, so that each panel has an
 * origin of its own: it reaches neither the page around it nor other panels.
 *
 * @param key The panel's key.
 * @param port The port.
 * @returns Name and port.
 */
export function frameHost(key: string, port: number): string {
  return `${key}.localhost:${port}`;
}

/**
 * Whether a request asks for a WebSocket.
 *
 * @param headers Its headers.
 * @returns Whether it does.
 */
export function isUpgrade(headers: Headers): boolean {
  return headers.get("upgrade")?.toLowerCase() === "websocket";
}

function frameKeyOf(host: string, port: number): string | undefined {
  const [key = ""] = host.split(".", 1);
  return /^[0-9a-f]{32}$/.test(key) && host === frameHost(key, port) ? key : undefined;
}

/** Compares in a time that says nothing about how much of the two is the same. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let at = 0; at < expected.length; at++) difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  return difference === 0;
}

function refused(status: number, reason: string): Admission {
  return { kind: "refused", status, reason };
}
