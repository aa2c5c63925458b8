/**
 * The socket of one panel: calls in, answers and events out (docs/panels.md, "What the player does with the messages").
 *
 * @module
 */

import type { OpenPanel } from "./panel_registry.ts";
import type { PanelCall, Playground } from "./playground.ts";

/** The largest message of a page, in UTF-16 code units: what the bridge takes by default is not more in bytes. */
export const MAX_MESSAGE = 64 * 1024 * 1024;

/** Close codes of RFC 6455. */
const UNSUPPORTED = 1003;
const TOO_LARGE = 1009;

/**
 * Serves a panel's socket.
 *
 * @param socket The socket.
 * @param playground The playground.
 * @param panel The panel that it belongs to.
 */
export function servePanel(socket: WebSocket, playground: Playground, panel: OpenPanel): void {
  const send = (message: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  // Before it is open already: a second one must find it taken.
  panel.send = send;
  socket.addEventListener("message", async ({ data }) => {
    if (typeof data === "string" && data.length > MAX_MESSAGE) {
      return socket.close(TOO_LARGE, "the message is too large");
    }
    const call = readCall(data);
    if (!call) return socket.close(UNSUPPORTED, "a message is a JSON object with id and method");
    send(await playground.call(panel, call));
  });
  socket.addEventListener("close", () => {
    // A panel that was closed has been told of already.
    if (panel.send === send) playground.pageGone(panel);
  });
  // A close follows.
  socket.addEventListener("error", (event) => event.preventDefault());
}

function readCall(data: unknown): PanelCall | undefined {
  const value = typeof data === "string" ? parsed(data) : undefined;
  if (typeof value !== "object" || value === null || !("id" in value) || !("method" in value)) {
    return undefined;
  }
  const { id, method } = value;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  if (typeof method !== "string") return undefined;
  return {
    id: typeof id === "string" ? id : Number(id),
    method,
    params: "params" in value ? value.params : undefined,
  };
}

/**
 * Reads JSON.
 *
 * @param text The text.
 * @returns The value; undefined when the text is none.
 */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A SyntaxError says no more than that.
    return undefined;
  }
}
