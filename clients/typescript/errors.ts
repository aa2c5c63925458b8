/** The errors that the client throws. */

import type { RpcErrorObject } from "../../host_stdio/errors.ts";
import { didYouMean } from "../../limits/names.ts";

/**
 * The bridge has answered a call with a JSON-RPC error (protocol.md, "Error codes"). Most operations report a failure
 * as a result instead: `{success: false, error}`.
 */
export class BridgeError extends Error {
  /** Always `BridgeError`. */
  override name = "BridgeError";
  /** The JSON-RPC code, such as -32601 for an unknown operation. */
  readonly code: number;
  /** The `data` member of the error; undefined if it has none. */
  readonly data: unknown;

  /**
   * Makes the error from the `error` member of a response.
   *
   * @param error The `error` member.
   */
  constructor(error: RpcErrorObject) {
    super(error.message);
    this.code = error.code;
    this.data = error.data;
  }
}

/** How a bridge process ended. */
export interface BridgeEnd {
  /** The exit code; undefined if the process did not start. */
  readonly exitCode?: number | undefined;
  /** The last lines that the process wrote to stderr; "" if it wrote none, which is the default. */
  readonly stderr?: string;
  /** The {@linkcode ExitStatus} of the process, or the error that kept it from starting. */
  readonly cause?: unknown;
}

/** The bridge has gone or is being closed: a call gets no answer. */
export class BridgeGone extends Error {
  /** Always `BridgeGone`. */
  override name = "BridgeGone";
  /** The exit code of the bridge process; undefined if it is not known or there is no process. */
  readonly exitCode: number | undefined;
  /**
   * The last lines that the bridge process wrote to stderr: at most 10, of 500 UTF-16 code units each. "" if there are
   * none.
   */
  readonly stderr: string;

  /**
   * Makes the error.
   *
   * @param message What happened.
   * @param end How the process ended, if that is known.
   */
  constructor(message: string, { exitCode, stderr = "", cause }: BridgeEnd = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

/**
 * Refuses an unknown name, for programs in JavaScript: types refuse it in TypeScript.
 *
 * @param kind What the name is for, such as `event`.
 * @throws {TypeError} If the name is not known. The message suggests the nearest known name.
 */
export function requireKnown(kind: string, name: unknown, known: readonly string[]): void {
  if (typeof name === "string" && known.includes(name)) return;
  const hint = typeof name === "string" ? didYouMean(name, known) : "";
  throw new TypeError(`there is no ${kind} ${JSON.stringify(name)}${hint}`);
}
