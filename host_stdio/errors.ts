/** The `error` member of a JSON-RPC response (protocol.md, "Error codes"). */
export interface RpcErrorObject {
  /** The kind of error, such as -32601 for an unknown method. */
  readonly code: number;
  /** The description, such as `Method not found: queue.addd`. */
  readonly message: string;
  /** Further details, if any. */
  readonly data?: unknown;
}

/** Every error that the bridge answers: its code and the beginning of its message. */
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

/** The errors with which a player refuses a native action, and when. */
export const playerErrors = {
  actionNotSupported: { code: -32601, message: "The player does not implement the action." },
  actionFailed: { code: -32000, message: "Any other failure." },
  menuTreeUnavailable: { code: -32010, message: "No main menu tree can be built." },
  playlistNotFound: { code: -32011, message: "No playlist has the given id." },
} as const satisfies Record<string, RpcErrorObject>;

/** Makes an error member. The detail follows the fixed beginning of the message after a colon. */
export function rpcError(kind: keyof typeof rpcErrors, detail?: string): RpcErrorObject {
  const { code, message } = rpcErrors[kind];
  return { code, message: detail === undefined ? message : `${message}: ${detail}` };
}

/** Returns the fixed beginning of an error's message; "" for a code that the bridge does not answer. */
export function rpcErrorBeginning(code: number): string {
  return Object.values(rpcErrors).find((error) => error.code === code)?.message ?? "";
}

/** Thrown by a handler to answer its call with a JSON-RPC error. */
export class RpcError extends Error {
  override name = "RpcError";

  constructor(readonly object: RpcErrorObject) {
    super(object.message);
  }
}
