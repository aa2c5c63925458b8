/** Incoming JSON-RPC 2.0 messages and their kinds (protocol.md, "Messages"). */

/** The id of a request. */
export type Id = string | number;

/** A request, or a notification if it has no id. */
export interface CallMessage {
  readonly kind: "call";
  readonly id: Id | undefined;
  readonly method: string;
  /** Not checked; undefined or null means `{}`. */
  readonly params: unknown;
  readonly panel: string | undefined;
}

/** A message without a method: a response, valid or not. */
export interface ResponseMessage {
  readonly kind: "response";
  readonly id: Id | null;
  readonly result: unknown;
  readonly error: unknown;
  /** Why the response is invalid; undefined for a valid one. */
  readonly defect: string | undefined;
}

/** A message that is neither a call nor a response. */
export interface InvalidMessage {
  readonly kind: "invalid";
  /** Null if it cannot be read. */
  readonly id: Id | null;
  readonly reason: string;
}

export type Message = CallMessage | ResponseMessage | InvalidMessage;

const VERSION_DEFECT = 'jsonrpc must be "2.0"';

/** Reads a parsed body as a message. */
export function readMessage(body: unknown): Message {
  if (Array.isArray(body)) return invalid(null, "batches are not supported");
  if (typeof body !== "object" || body === null) return invalid(null, "a message must be an object");
  const { jsonrpc, id: rawId, method, params, panel, result: rawResult, error: rawError } = body as Record<
    string,
    unknown
  >;
  // Many JSON-RPC libraries write both members and set the unused one to null.
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

/** Whether a value can be the id of a request. */
export function isId(value: unknown): value is Id {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function invalid(id: Id | null, reason: string): InvalidMessage {
  return { kind: "invalid", id, reason };
}
