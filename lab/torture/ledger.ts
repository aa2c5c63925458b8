/**
 * The account of a conversation: what the bridge owes, what it has given, and whether that was right. Every message of
 * the bridge is held against the protocol and the schemas.
 *
 * @module
 */

import * as v from "valibot";
import { events } from "../../handlers/core/events.ts";
import { operationTable } from "../../handlers/mod.ts";
import { resultSchema } from "../../handlers/core/error_texts.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { isLifecycleName, lifecycle } from "../../host_stdio/lifecycle.ts";
import { nativeActions } from "../../host_stdio/native_actions.ts";
import { type IdKey, keyOf, type Owed } from "./owed.ts";

/** The bridge has done what it must not, or has not done what it must. */
export class BrokenPromise extends Error {
  override name = "BrokenPromise";
}

/** A native action that the bridge asks for. */
export interface AskedAction {
  readonly id: number;
  readonly name: string;
  readonly params: unknown;
  readonly panel: string | undefined;
}

/** What a message of the bridge is. */
export type BridgeMessage =
  | { readonly kind: "action"; readonly action: AskedAction }
  | { readonly kind: "answer"; readonly key: IdKey; readonly outcome: Readonly<Record<string, unknown>> }
  | {
    readonly kind: "event";
    readonly event: string;
    readonly panel: string | undefined;
    readonly data: unknown;
  };

const codes: ReadonlySet<unknown> = new Set(Object.values(rpcErrors).map(({ code }) => code));
const RESULT_CHECK = { abortEarly: true } as const;

/** The account of one conversation. */
export class Ledger {
  /** How many answers are owed under each id. */
  readonly #owed = new Map<IdKey, number>();
  /** How many more may come. */
  readonly #possible = new Map<IdKey, number>();
  /** The operation that was called under an id; undefined once an id was used twice. */
  readonly #methods = new Map<IdKey, string | undefined>();
  #owedCount = 0;
  #lastActionId = 0;
  /** Answers that have come. */
  answers = 0;
  /** Native actions that were asked. */
  actions = 0;
  /** Events that were sent. */
  events = 0;
  /** Calls that were refused with -32004. */
  refusals = 0;

  /** How many answers are still owed. */
  get outstanding(): number {
    return this.#owedCount;
  }

  /** The ids under which answers are still owed and what was called, for messages to people. */
  get outstandingCalls(): readonly string[] {
    return [...this.#owed].filter(([, count]) => count > 0)
      .map(([key, count]) => `${count} under ${key} (${this.#methods.get(key) ?? "?"})`);
  }

  /**
   * A frame was sent to the bridge.
   *
   * @param owed What it owes for it.
   */
  sent({ must, perhaps, method }: Owed): void {
    if (must === undefined) return;
    this.#methods.set(must, this.#methods.has(must) ? undefined : method);
    if (perhaps) {
      add(this.#possible, must, 1);
      add(this.#possible, "null", 1);
    } else {
      add(this.#owed, must, 1);
      this.#owedCount++;
    }
  }

  /**
   * A frame has come from the bridge.
   *
   * @param body Its body.
   * @returns What it is.
   * @throws {BrokenPromise} When it is nothing that the bridge may send here.
   */
  received(body: string): BridgeMessage {
    const message = parsed(body);
    const { jsonrpc, id, method, params, panel } = message;
    if (jsonrpc !== "2.0") throw broken("a message that is not JSON-RPC 2.0", body);
    if (method === undefined) return this.#answered(message, body);
    if (panel !== undefined && typeof panel !== "string") throw broken("a panel that is no string", body);
    if (method === "event") return this.#event(params, body);
    return { kind: "action", action: this.#asked(id, method, params, panel, body) };
  }

  #answered(message: Readonly<Record<string, unknown>>, body: string): BridgeMessage {
    const key = keyOf(message["id"]);
    if ((this.#owed.get(key) ?? 0) > 0) {
      add(this.#owed, key, -1);
      this.#owedCount--;
    } else if ((this.#possible.get(key) ?? 0) > 0) add(this.#possible, key, -1);
    else throw broken("an answer that nobody waits for", body);
    this.answers++;
    const { error } = message;
    if (error !== undefined) this.#checkError(error, body);
    else this.#checkResult(this.#methods.get(key), message["result"], body);
    return { kind: "answer", key, outcome: message };
  }

  #checkError(error: unknown, body: string): void {
    const { code, message } = isRecord(error) ? error : {};
    if (!codes.has(code) || typeof message !== "string") throw broken("an error that is none", body);
    if (code === rpcErrors.internal.code) throw broken("an internal error", body);
    if (code === rpcErrors.overloaded.code) this.refusals++;
  }

  #checkResult(method: string | undefined, result: unknown, body: string): void {
    if (result === undefined) throw broken("neither result nor error", body);
    if (method === undefined) return;
    const operation = operationTable.get(method);
    const schema = operation
      ? resultSchema(operation)
      : isLifecycleName(method)
      ? lifecycle[method].answer
      : undefined;
    // A plugin's answer may be anything.
    if (schema && !v.safeParse(schema, result, RESULT_CHECK).success) {
      throw broken(`a result that ${method} does not have`, body);
    }
  }

  #event(params: unknown, body: string): BridgeMessage {
    const { event, panel, data } = isRecord(params) ? params : {};
    if (typeof event !== "string") throw broken("an event without a name", body);
    if (panel !== undefined && typeof panel !== "string") throw broken("an event for no panel", body);
    // The event of a plugin is any name with a colon, and its data anything.
    const isKnown = Object.hasOwn(events, event);
    if (!isKnown && !/^(?!(?:jitQueue|menu|selection):).*:/s.test(event)) {
      throw broken("an unknown event", body);
    }
    const payload = isKnown ? events[event as keyof typeof events].payload : v.unknown();
    if (!v.safeParse(payload, data, RESULT_CHECK).success) throw broken("a payload that does not fit", body);
    this.events++;
    return { kind: "event", event, panel, data };
  }

  #asked(id: unknown, name: unknown, params: unknown, panel: string | undefined, body: string): AskedAction {
    if (typeof name !== "string" || !Object.hasOwn(nativeActions, name)) {
      throw broken("a native action that there is not", body);
    }
    if (typeof id !== "number" || id !== this.#lastActionId + 1) {
      throw broken("a native action out of turn", body);
    }
    this.#lastActionId = id;
    this.actions++;
    const schema = nativeActions[name as keyof typeof nativeActions].params;
    if (!v.safeParse(schema, params, RESULT_CHECK).success) {
      throw broken("parameters that the native action does not have", body);
    }
    return { id, name, params, panel };
  }
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    throw broken("a body that is not JSON", body);
  }
  if (!isRecord(message) || Array.isArray(message)) throw broken("a body that is no object", body);
  return message;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function add(counts: Map<IdKey, number>, key: IdKey, change: number): void {
  counts.set(key, (counts.get(key) ?? 0) + change);
}

function broken(what: string, body: string): BrokenPromise {
  const text = body.length > 400 ? `${body.slice(0, 400)}… (${body.length} characters)` : body;
  return new BrokenPromise(`the bridge has sent ${what}: ${text}`);
}
