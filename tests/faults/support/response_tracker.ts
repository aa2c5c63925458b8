/**
 * Checks every message of the bridge against the protocol and the schemas, and tracks which responses are pending. The
 * response that a frame requires follows protocol.md here, independently of the code under test.
 */

import * as v from "valibot";
import { allEventTable, allOperationTable } from "../../../handlers/all.ts";
import { resultSchema } from "../../../handlers/core/error_texts.ts";
import { nativeActions } from "../../../host_stdio/api/native_actions.ts";
import { rpcErrors } from "../../../host_stdio/errors.ts";
import { headOf, shapeExcess } from "../../../host_stdio/json_shape.ts";
import { isLifecycleName, lifecycle } from "../../../host_stdio/lifecycle.ts";
import { schemaOf } from "../../../host_stdio/schema_check.ts";
import { jsonLimits } from "../../../limits/wire.ts";

/** The bridge has violated the protocol or its documentation. */
export class ContractViolation extends Error {
  override name = "ContractViolation";
}

/** An id as JSON text, `null` for a response without one, so that 1 and "1" differ. */
export type IdKey = string;

/** The response that a frame requires. */
export interface ExpectedResponse {
  /** The id of the response; undefined when none may come. */
  readonly id: IdKey | undefined;
  /** Whether the response may be missing, which depends on other pending requests. */
  readonly optional: boolean;
  /** The method of a readable call. */
  readonly method?: string;
}

const NO_RESPONSE: ExpectedResponse = { id: undefined, optional: false };
const ERROR_WITHOUT_ID: ExpectedResponse = { id: "null", optional: false };
/** Number of bytes that a response needs besides its id. A longer id is answered with `null`. */
const ROOM_FOR_RESPONSE = 256;

/** Returns the response that a frame with a body requires. */
export function expectedResponse(body: Uint8Array, maxFrameBytes: number): ExpectedResponse {
  if (body.length > maxFrameBytes) return ERROR_WITHOUT_ID;
  if (shapeExcess(body, jsonLimits(maxFrameBytes)) !== undefined) {
    const { id, isCall } = headOf(body);
    // If a native action with this id is pending, the message fails that action instead.
    return { id: keyOf(id), optional: !isCall && typeof id === "number" };
  }
  let message: unknown;
  try {
    message = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // Neither UTF-8 nor JSON.
    return ERROR_WITHOUT_ID;
  }
  if (!isRecord(message) || Array.isArray(message)) return ERROR_WITHOUT_ID;
  const { jsonrpc, id, method, panel, result, error } = message;
  const isReadable = typeof id === "string" || Number.isSafeInteger(id);
  const key = isReadable ? keyOf(id) : "null";
  const expected = { id: key, optional: key.length > maxFrameBytes - ROOM_FOR_RESPONSE };
  if (method === undefined) {
    const members = [result, error ?? undefined].filter((member) => member !== undefined).length;
    if (jsonrpc === "2.0" && members === 1) return NO_RESPONSE;
    // If a native action with this id is pending, the message fails that action instead.
    return { ...expected, optional: expected.optional || typeof id === "number" };
  }
  if (jsonrpc !== "2.0") return expected;
  if (id !== undefined && !isReadable) return ERROR_WITHOUT_ID;
  if (typeof method !== "string") return expected;
  if (panel !== undefined && typeof panel !== "string") return expected;
  return id === undefined ? NO_RESPONSE : { ...expected, method };
}

/** The key of a string, an integer or null. */
export function keyOf(id: unknown): IdKey {
  return JSON.stringify(id) ?? "null";
}

/** A native action that the bridge requests. */
export interface RequestedAction {
  readonly id: number;
  readonly name: string;
  readonly params: unknown;
  readonly panel: string | undefined;
}

/** A checked message of the bridge. */
export type BridgeMessage =
  | { readonly kind: "action"; readonly action: RequestedAction }
  | { readonly kind: "response"; readonly id: IdKey; readonly message: Readonly<Record<string, unknown>> }
  | { readonly kind: "event" };

const errorCodes: ReadonlySet<unknown> = new Set(Object.values(rpcErrors).map(({ code }) => code));

/** The pending responses of one conversation. */
export class ResponseTracker {
  readonly #pending = new Map<IdKey, number>();
  readonly #optional = new Map<IdKey, number>();
  /** The method called with an id; undefined once the id was used twice. */
  readonly #methods = new Map<IdKey, string | undefined>();
  #lastActionId = 0;
  /** Number of responses that must still come. */
  pending = 0;
  responses = 0;
  actions = 0;
  events = 0;
  /** Calls that were refused with -32004. */
  refusals = 0;

  /** Some pending responses, for messages. */
  describePending(): string {
    const ids = [...this.#pending].filter(([, count]) => count > 0);
    return ids.slice(0, 10).map(([id, count]) => `${count} with id ${id} (${this.#methods.get(id) ?? "?"})`)
      .join(", ") || "none";
  }

  /** Notes a frame that is sent to the bridge. */
  sent({ id, optional, method }: ExpectedResponse): void {
    if (id === undefined) return;
    this.#methods.set(id, this.#methods.has(id) ? undefined : method);
    if (optional) {
      add(this.#optional, id, 1);
      add(this.#optional, "null", 1);
    } else {
      add(this.#pending, id, 1);
      this.pending++;
    }
  }

  /**
   * Checks a body that the bridge has sent.
   *
   * @throws {ContractViolation} When the bridge may not send it, or not now.
   */
  received(body: string): BridgeMessage {
    const message = parsed(body);
    const { jsonrpc, id, method, params, panel } = message;
    if (jsonrpc !== "2.0") throw violation("a message that is not JSON-RPC 2.0", body);
    if (method === undefined) return this.#response(message, body);
    if (panel !== undefined && typeof panel !== "string") {
      throw violation("a panel that is not a string", body);
    }
    if (method === "event") return this.#event(params, body);
    return { kind: "action", action: this.#action(id, method, params, panel, body) };
  }

  #response(message: Readonly<Record<string, unknown>>, body: string): BridgeMessage {
    const id = keyOf(message["id"]);
    if ((this.#pending.get(id) ?? 0) > 0) {
      add(this.#pending, id, -1);
      this.pending--;
    } else if ((this.#optional.get(id) ?? 0) > 0) add(this.#optional, id, -1);
    else throw violation("a response that is not pending", body);
    this.responses++;
    const { error, result } = message;
    if (error !== undefined) this.#checkError(error, body);
    else if (result === undefined) throw violation("neither result nor error", body);
    else this.#checkResult(this.#methods.get(id), result, body);
    return { kind: "response", id, message };
  }

  #checkError(error: unknown, body: string): void {
    const { code, message } = isRecord(error) ? error : {};
    if (!errorCodes.has(code) || typeof message !== "string") throw violation("an unknown error", body);
    if (code === rpcErrors.internal.code) throw violation("an internal error", body);
    if (code === rpcErrors.overloaded.code) this.refusals++;
  }

  #checkResult(method: string | undefined, result: unknown, body: string): void {
    if (method === undefined) return;
    const operation = allOperationTable.get(method);
    // The result of a plugin's operation may be anything.
    if (operation) check(resultSchema(operation), result, `a wrong result of ${method}`, body);
    else if (isLifecycleName(method)) {
      const { answer } = lifecycle[method];
      if (answer) check(schemaOf<v.GenericSchema>(answer), result, `a wrong result of ${method}`, body);
    }
  }

  #event(params: unknown, body: string): BridgeMessage {
    const { event, panel, data } = isRecord(params) ? params : {};
    if (typeof event !== "string") throw violation("an event without a name", body);
    if (panel !== undefined && typeof panel !== "string") {
      throw violation("an event with a wrong panel", body);
    }
    const known = allEventTable.get(event);
    if (known) {
      check(known.payload(), data, "a wrong payload", body);
    } else if (!/^(?!(?:jitQueue|menu|selection):).*:/s.test(event)) {
      // An event of a plugin has any other name with a colon, and any payload.
      throw violation("an unknown event", body);
    }
    this.events++;
    return { kind: "event" };
  }

  #action(
    id: unknown,
    name: unknown,
    params: unknown,
    panel: string | undefined,
    body: string,
  ): RequestedAction {
    if (typeof name !== "string" || !Object.hasOwn(nativeActions, name)) {
      throw violation("an unknown native action", body);
    }
    if (typeof id !== "number" || id !== this.#lastActionId + 1) {
      throw violation("a native action with a wrong id", body);
    }
    this.#lastActionId = id;
    this.actions++;
    const { params: make } = nativeActions[name as keyof typeof nativeActions];
    check(schemaOf<v.GenericSchema>(make), params, "wrong parameters of a native action", body);
    return { id, name, params, panel };
  }
}

function check(schema: v.GenericSchema, value: unknown, what: string, body: string): void {
  if (!v.is(schema, value)) throw violation(what, body);
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    throw violation("a body that is not JSON", body);
  }
  if (!isRecord(message) || Array.isArray(message)) throw violation("a body that is not an object", body);
  return message;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function add(counts: Map<IdKey, number>, id: IdKey, change: number): void {
  counts.set(id, (counts.get(id) ?? 0) + change);
}

function violation(what: string, body: string): ContractViolation {
  const text = body.length > 400 ? `${body.slice(0, 400)}… (${body.length} characters)` : body;
  return new ContractViolation(`the bridge has sent ${what}: ${text}`);
}
