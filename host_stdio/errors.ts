/**
 * The errors of protocol.md, "Error codes": code and how the message begins, in one place.
 *
 * @module
 */

/** The `error` member of a response. */
export interface RpcErrorObject {
  /** Which error it is (protocol.md, "Error codes"). */
  readonly code: number;
  /** A text for people. */
  readonly message: string;
  /** What else belongs to it. */
  readonly data?: unknown;
}

/** Every error that the bridge answers. */
export const rpcErrors = {
  parse: { code: -32700, message: "Parse error" },
  invalidRequest: { code: -32600, message: "Invalid request" },
  methodNotFound: { code: -32601, message: "Method not found" },
  invalidParams: { code: -32602, message: "Invalid params" },
  internal: { code: -32603, message: "Internal error" },
  frameTooLarge: { code: -32000, message: "Frame too large" },
  playerDidNotAnswer: { code: -32001, message: "Player did not answer" },
  playerActionFailed: { code: -32002, message: "Player action failed" },
  unsupportedVersion: { code: -32003, message: "Unsupported protocol version" },
  overloaded: { code: -32004, message: "Overloaded" },
  cancelled: { code: -32800, message: "Request cancelled" },
} as const satisfies Record<string, RpcErrorObject>;

/**
 * An error with a detail behind its fixed beginning.
 *
 * @param kind Which error.
 * @param detail What follows the colon; nothing when left out.
 * @returns The error member.
 */
export function rpcError(kind: keyof typeof rpcErrors, detail?: string): RpcErrorObject {
  const { code, message } = rpcErrors[kind];
  return { code, message: detail === undefined ? message : `${message}: ${detail}` };
}

/**
 * How the message of an error begins.
 *
 * @param code Its code.
 * @returns The beginning; "" for a code that the bridge does not answer.
 */
export function rpcErrorBeginning(code: number): string {
  return Object.values(rpcErrors).find((error) => error.code === code)?.message ?? "";
}

/** A call is answered with a JSON-RPC error instead of a result. */
export class RpcError extends Error {
  override name = "RpcError";

  /** @param object The error member of the response. */
  constructor(readonly object: RpcErrorObject) {
    super(object.message);
  }
}
