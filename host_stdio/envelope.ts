/**
 * The envelope: what a parsed body is as a JSON-RPC 2.0 message (protocol.md, "Messages").
 *
 * @module
 */

/** What a side numbers its requests with. */
export type Id = string | number;

/** A request, or a notification when it has no id. */
export interface CallMessage {
  readonly kind: "call";
  readonly id: Id | undefined;
  readonly method: string;
  /** As it came; undefined or null means `{}`. */
  readonly params: unknown;
  readonly panel: string | undefined;
}

/** A response, or what can only be meant as one: a message without a method. */
export interface ResponseMessage {
  readonly kind: "response";
  readonly id: Id | null;
  readonly result: unknown;
  readonly error: unknown;
  /** Why it is none; undefined when it is one. */
  readonly defect: string | undefined;
}

/** A message that is neither. */
export interface InvalidMessage {
  readonly kind: "invalid";
  /** Its id when it can be read. */
  readonly id: Id | null;
  readonly reason: string;
}

/** What a body can be. */
export type Message = CallMessage | ResponseMessage | InvalidMessage;

const VERSION_DEFECT = 'jsonrpc must be "2.0"';

/**
 * Tells what a parsed body is.
 *
 * @param body Any JSON value.
 * @returns The message.
 */
export function readMessage(body: unknown): Message {
  if (Array.isArray(body)) return invalid(null, "batches are not supported");
  if (typeof body !== "object" || body === null) return invalid(null, "a message must be an object");
  const { jsonrpc, id: rawId, method, params, panel, result: rawResult, error: rawError } = body as Record<
    string,
    unknown
  >;
  // Many JSON-RPC libraries write both members and set the one that does not apply to null.
  const error = rawError ?? undefined;
  const result = rawResult === null && error !== undefined ? undefined : rawResult;
  const id = isId(rawId) ? rawId : null;
  if (method === undefined) {
    let defect: string | undefined;
    if (jsonrpc !== "2.0") defect = VERSION_DEFECT;
    else if (result === undefined && error === undefined) defect = "neither method, result nor error";
    else if (result !== undefined && error !== undefined) defect = "both result and error";
    return { kind: "response", id, result, error, defect };
  }
  if (jsonrpc !== "2.0") return invalid(id, VERSION_DEFECT);
  if (rawId !== undefined && id === null) {
    return invalid(null, "id must be a string or an integer");
  }
  if (typeof method !== "string") return invalid(id, "method must be a string");
  if (panel !== undefined && typeof panel !== "string") return invalid(id, "panel must be a string");
  return { kind: "call", id: id ?? undefined, method, params, panel };
}

function isId(value: unknown): value is Id {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function invalid(id: Id | null, reason: string): InvalidMessage {
  return { kind: "invalid", id, reason };
}
