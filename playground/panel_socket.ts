/**
 * The socket of one panel: calls in, answers and events out (docs/panels.md, "What the player does with the messages").
 *
 * @module
 */

import { rpcError } from "../host_stdio/errors.ts";
import { jsonText } from "../host_stdio/json_text.ts";
import type { OpenPanel } from "./panel_registry.ts";
import type { PanelCall, Playground } from "./playground.ts";

/** The largest message of a page, in UTF-16 code units: what the bridge takes by default is not more in bytes. */
export const MAX_MESSAGE = 64 * 1024 * 1024;

/** A page that has so much unread is not there any more, in bytes. */
export const MAX_UNREAD_BYTES = 128 * 1024 * 1024;
/** The longest id of a call that is a text, in UTF-16 code units. */
const MAX_ID = 1000;

/** Close codes of RFC 6455. */
const UNSUPPORTED = 1003;
const TOO_LARGE = 1009;
const TRY_AGAIN = 1013;

/**
 * Serves a panel's socket.
 *
 * @param socket The socket.
 * @param playground The playground.
 * @param panel The panel that it belongs to.
 */
export function servePanel(socket: WebSocket, playground: Playground, panel: OpenPanel): void {
  const send = (message: object): boolean => {
    if (socket.readyState !== WebSocket.OPEN) return true;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
      socket.close(TRY_AGAIN, "the page does not read");
      return true;
    }
    const text = jsonText(message);
    if (text !== undefined) socket.send(text);
    return text !== undefined;
  };
  /** The length of the calls under way, in UTF-16 code units. */
  let underWay = 0;
  // Before it is open already: a second one must find it taken.
  panel.send = send;
  socket.addEventListener("message", async ({ data }) => {
    if (typeof data === "string" && data.length > MAX_MESSAGE) {
      return socket.close(TOO_LARGE, "the message is too large");
    }
    const call = readCall(data);
    if (!call) return socket.close(UNSUPPORTED, "a message is a JSON object with id and method");
    const { id } = call;
    if (underWay > 0 && underWay + data.length > MAX_MESSAGE) {
      return void send({ id, error: rpcError("overloaded") });
    }
    underWay += data.length;
    const answer = await playground.call(panel, call);
    underWay -= data.length;
    if (!send(answer)) send({ id, error: rpcError("frameTooLarge", "the answer is nested too deeply") });
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
  if (typeof id === "string" ? id.length > MAX_ID : !Number.isSafeInteger(id)) return undefined;
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
