/**
 * The panels of the open pages, and their sockets: calls in, answers and events out (docs/panels.md, "What the player does
 * with the messages"). A page never says which panel it is: the key in the address of its socket or frame does.
 *
 * @module
 */

import { createHmac } from "node:crypto";
import { rpcError } from "../host_stdio/errors.ts";
import { headOf, textExcess } from "../host_stdio/json_shape.ts";
import { jsonText } from "../host_stdio/json_text.ts";
import { jsonLimits } from "../limits/wire.ts";
import type { PanelCall, Playground } from "./playground.ts";

/** Maximum number of open panels. Only a faulty page opens more. */
const MAX_PANELS = 64;
/** The longest name of a panel, in UTF-16 code units. */
const MAX_NAME = 64;

/** The largest message of a page, in UTF-16 code units. The number is the bridge's default limit in bytes. */
export const MAX_MESSAGE = 64 * 1024 * 1024;
/** Maximum number of unread bytes. A page that leaves more unread is disconnected. */
export const MAX_UNREAD_BYTES = 128 * 1024 * 1024;
const KEY_BYTES = 16;
/** The longest string id of a call, in UTF-16 code units. */
const MAX_ID = 1000;

/** Close codes of RFC 6455. */
export const closeCodes = { goingAway: 1001, unsupported: 1003, tooLarge: 1009, tryAgain: 1013 } as const;

export interface OpenPanel {
  /** The name that the bridge uses. */
  readonly name: string;
  /** The secret in the panel's address: 128 bits in hexadecimal, which is also valid in a host name. */
  readonly key: string;
  /** Whether this is an existing panel, in a frame with an address of its own. */
  readonly framed: boolean;
  /** Sends a message. Returns false when it cannot be written as JSON. Undefined while the page is not connected. */
  send: ((message: object) => boolean) | undefined;
}

/** The panels by name and by key. */
export class PanelRegistry {
  readonly #byName = new Map<string, OpenPanel>();
  readonly #byKey = new Map<string, OpenPanel>();
  readonly #frameKey: (name: string) => string;

  /** @param frameKey Returns the key of an existing panel by its name; random by default. */
  constructor(frameKey: (name: string) => string = randomKey) {
    this.#frameKey = frameKey;
  }

  get all(): Iterable<OpenPanel> {
    return this.#byName.values();
  }

  /**
   * Adds a panel.
   *
   * @param wanted The name. A number is appended when it is taken.
   * @throws {RangeError} When the name is empty or too long, or there are too many panels.
   */
  open(wanted: string, framed: boolean): OpenPanel {
    const base = wanted.trim();
    if (base === "" || base.length > MAX_NAME) {
      throw new RangeError(`the name of a panel must have 1 to ${MAX_NAME} characters`);
    }
    if (this.#byName.size >= MAX_PANELS) throw new RangeError(`there are ${MAX_PANELS} panels already`);
    let name = base;
    for (let number = 2; this.#byName.has(name); number++) name = `${base} ${number}`;
    const key = framed ? this.#frameKey(name) : randomKey();
    const panel: OpenPanel = { name, key, framed, send: undefined };
    this.#byName.set(name, panel);
    this.#byKey.set(key, panel);
    return panel;
  }

  withKey(key: string): OpenPanel | undefined {
    return this.#byKey.get(key);
  }

  withName(name: string): OpenPanel | undefined {
    return this.#byName.get(name);
  }

  /** Removes a panel and its key. */
  close(panel: OpenPanel): void {
    this.#byName.delete(panel.name);
    this.#byKey.delete(panel.key);
  }
}

function randomKey(): string {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES)).toHex();
}

/**
 * Derives the keys of existing panels from a token, so that a panel keeps its origin, and with it its storage, as long
 * as the token stays the same. A key does not reveal the token or other keys.
 *
 * @param folder The path of the panels' folder.
 */
export function frameKeysOf(token: string, folder: string): (name: string) => string {
  return (name) =>
    createHmac("sha256", token).update(JSON.stringify([folder, name])).digest("hex").slice(0, 2 * KEY_BYTES);
}

/** Serves the socket of a panel. */
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
  /** The total length of the pending calls, in UTF-16 code units. */
  let pending = 0;
  // Set before the socket is open, so that a second socket is refused.
  panel.send = send;
  socket.addEventListener("message", async ({ data }) => {
    if (typeof data === "string" && data.length > MAX_MESSAGE) {
      return socket.close(closeCodes.tooLarge, "the message is too large");
    }
    const excess = typeof data === "string" ? textExcess(data, jsonLimits(MAX_MESSAGE)) : undefined;
    if (excess !== undefined) return refuseUnparsed(data, excess);
    const value = typeof data === "string" ? parsed(data) : undefined;
    const refusal = panel.framed ? readRefusal(value) : undefined;
    if (refusal !== undefined) return playground.reportRefusal(panel, refusal);
    const call = readCall(value);
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

/** Returns the text of a message about a request that the policy refused (frame/frame.js); undefined for others. */
function readRefusal(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("refused" in value)) return undefined;
  return typeof value.refused === "string" ? value.refused : undefined;
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
