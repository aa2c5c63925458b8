/**
 * The sockets of panels: calls in, answers and events out (docs/panels.md, "The script").
 */

import { rpcError } from "../host_stdio/errors.ts";
import { headOf, NameCount, textExcess } from "../host_stdio/json_shape.ts";
import { jsonText } from "../host_stdio/json_text.ts";
import { jsonLimits } from "../limits/wire.ts";
import type { OpenPanel, PanelCall } from "./panels.ts";
import type { Playground } from "./playground.ts";
import { isProblemMessage } from "./problems.ts";

/** The largest message of a page, in UTF-16 code units. The number is the bridge's default limit in bytes. */
export const MAX_MESSAGE = 64 * 1024 * 1024;
const limits = jsonLimits(MAX_MESSAGE);
/** Maximum number of unread bytes. A page that leaves more unread is disconnected. */
export const MAX_UNREAD_BYTES = 128 * 1024 * 1024;
/** The longest string id of a call, in UTF-16 code units. */
const MAX_ID = 1000;

/** Close codes of RFC 6455. */
export const closeCodes = { goingAway: 1001, unsupported: 1003, tooLarge: 1009, tryAgain: 1013 } as const;

export function servePanel(socket: WebSocket, playground: Playground, panel: OpenPanel): void {
  const send = (message: object): boolean => {
    if (socket.readyState !== WebSocket.OPEN) return true;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
      socket.close(closeCodes.tryAgain, "the page does not read");
      return true;
    }
    const text = jsonText(message);
    if (text !== undefined) socket.send(text);
    return text !== undefined;
  };
  const refuseUnparsed = (text: string, excess: string): void => {
    const { id } = headOf(new TextEncoder().encode(text));
    if (id === null) return socket.close(closeCodes.tooLarge, `the message has ${excess}`);
    send({ id, error: rpcError("frameTooLarge", excess) });
  };
  const names = new NameCount(limits.names, () => performance.now());
  /** The total length of the pending calls, in UTF-16 code units. */
  let pending = 0;
  // Set before the socket is open, so that a second socket is refused.
  panel.send = send;
  socket.addEventListener("message", async ({ data }) => {
    if (typeof data === "string" && data.length > MAX_MESSAGE) {
      return socket.close(closeCodes.tooLarge, "the message is too large");
    }
    const excess = typeof data === "string" ? textExcess(data, limits, names) : undefined;
    if (excess !== undefined) return refuseUnparsed(data, excess);
    const value = typeof data === "string" ? parsed(data) : undefined;
    const call = readCall(value);
    if (!call && panel.framed && isProblemMessage(value)) return playground.takeProblem(panel, value);
    if (!call) {
      return socket.close(closeCodes.unsupported, "a message must be a JSON object with id and method");
    }
    const { id } = call;
    if (pending > 0 && pending + data.length > MAX_MESSAGE) {
      return void send({ id, error: rpcError("overloaded") });
    }
    pending += data.length;
    const answer = await playground.call(panel, call);
    pending -= data.length;
    if (!send(answer)) send({ id, error: rpcError("frameTooLarge", "the answer is too long") });
  });
  socket.addEventListener("close", () => {
    // When the panel itself was closed, closePanel() has already called pageGone().
    if (panel.send === send) playground.pageGone(panel);
  });
  // The close event that follows does the work.
  socket.addEventListener("error", (event) => event.preventDefault());
}

function readCall(value: unknown): PanelCall | undefined {
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

/** Parses JSON; undefined when the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON.parse throws a SyntaxError.
    return undefined;
  }
}
