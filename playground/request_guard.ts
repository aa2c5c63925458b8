/**
 * Decides which requests are admitted. Everything on this machine can reach a loopback port, and so can every web page in
 * the user's browser. These rules keep them out:
 *
 * - The first part of every path is a token that only the printed address has; the host name of a frame is its key. A
 *   browser sends neither by itself, as it would a cookie. For each frame the page has a second host name, on the frame's
 *   site: browsers may deny storage to frames of other sites.
 * - Host must be this server's: a foreign name that resolves to 127.0.0.1 (DNS rebinding) is refused.
 * - Origin, if present, must be that of the requested host; a WebSocket must have one.
 * - Service workers are refused: their answers would be pages without the policy of a panel.
 * - Subresources of other sites are refused (`Sec-Fetch-Site`), so that a foreign page cannot tell whether a file exists.
 */

/** The address of the interface that the server listens on. */
export const LOOPBACK = "127.0.0.1";

/** The beginning of the host names of pages in tabs. */
const TAB_PREFIX = "tab.";

/** The parts of a request that are checked. */
export interface RequestHead {
  readonly method: string;
  /** The path of the address, percent-encoded. */
  readonly pathname: string;
  readonly headers: Headers;
}

/** The decision about a request. */
export type Admission =
  /** A request for the page, with the path after the token, which begins with `/`. */
  | { readonly kind: "page"; readonly path: string }
  /** A request for the frame of the panel with this key. */
  | { readonly kind: "frame"; readonly key: string; readonly path: string }
  | { readonly kind: "refused"; readonly status: number; readonly reason: string };

/** The values that requests are checked against. */
export interface GuardSettings {
  readonly port: number;
  readonly token: string;
  /** Whether a framed panel has this key. */
  isFrame(key: string): boolean;
}

export function checkRequest(request: RequestHead, settings: GuardSettings): Admission {
  const { method, pathname, headers } = request;
  if (method !== "GET" && method !== "HEAD") return refused(405, "only GET is served");
  const host = headers.get("host") ?? "";
  const key = frameKeyOf(host, settings.port);
  const isPage = host === `${LOOPBACK}:${settings.port}` ||
    host.startsWith(TAB_PREFIX) && frameKeyOf(host.slice(TAB_PREFIX.length), settings.port) !== undefined;
  if (!isPage && (key === undefined || !settings.isFrame(key))) {
    return refused(421, "the Host is not this server's");
  }
  const origin = headers.get("origin");
  if (origin === null ? isUpgrade(headers) : origin !== `http://${host}`) {
    return refused(403, "the Origin is not this server's");
  }
  const isNavigation = headers.get("sec-fetch-mode") === "navigate";
  const site = headers.get("sec-fetch-site") ?? "none";
  if (!isNavigation && site !== "none" && site !== "same-origin") {
    return refused(403, "another site may not ask for this");
  }
  if (headers.has("service-worker")) return refused(403, "a panel may not register a service worker");
  if (key !== undefined) return { kind: "frame", key, path: pathname };
  const [, token = "", ...rest] = pathname.split("/");
  if (!isSame(token, settings.token) || rest.length === 0) {
    return refused(403, "the address has no valid token: use the address that the playground has printed");
  }
  return { kind: "page", path: `/${rest.join("/")}` };
}

/**
 * Returns the host of a framed panel, with the port. Browsers resolve every name below localhost to this machine, so each
 * panel has an origin of its own and reaches neither the page around it nor other panels.
 */
export function frameHost(key: string, port: number): string {
  return `${key}.localhost:${port}`;
}

/** Returns the host, with the port, of the page that shows only a panel. */
export function tabHost(key: string, port: number): string {
  return TAB_PREFIX + frameHost(key, port);
}

/** Whether a request asks for a WebSocket. */
export function isUpgrade(headers: Headers): boolean {
  return headers.get("upgrade")?.toLowerCase() === "websocket";
}

function frameKeyOf(host: string, port: number): string | undefined {
  const [key = ""] = host.split(".", 1);
  return /^[0-9a-f]{32}$/.test(key) && host === frameHost(key, port) ? key : undefined;
}

/** Compares two strings in constant time. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let at = 0; at < expected.length; at++) difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  return difference === 0;
}

function refused(status: number, reason: string): Admission {
  return { kind: "refused", status, reason };
}
