/**
 * The player's end of the pipe: calls of panels to the bridge, native actions and events from it. It knows the protocol
 * and no operation; {@linkcode ConnectedBridge} gives it types.
 *
 * @module
 */

import * as v from "valibot";
import type { ByteSource } from "../host_stdio/connection.ts";
import { type CallMessage, type Id, readMessage, type ResponseMessage } from "../host_stdio/envelope.ts";
import { rpcError, type RpcErrorObject, rpcErrors } from "../host_stdio/errors.ts";
import { FrameDecoder } from "../host_stdio/frame_decoder.ts";
import { FrameWriter } from "../host_stdio/frame_writer.ts";
import {
  ACTION_FAILED,
  ACTION_NOT_SUPPORTED,
  type ActionName,
  nativeActions,
} from "../host_stdio/native_actions.ts";
import type { SignalInput } from "../host_stdio/signals.ts";
import { isMissing, issuePlace } from "../limits/issue_place.ts";
import { defaultWireLimits } from "../limits/wire.ts";
import { type ActionTable, missingActions } from "./action_table.ts";
import { listen, report, tell } from "./listeners.ts";
import type { EndableSink } from "./streams.ts";

export type { ActionTable, CheckedActionParams } from "./action_table.ts";

/** An event as the bridge sends it. */
export interface EventMessage {
  /** Its name. */
  readonly event: string;
  /** Whom it is for; undefined for every panel. */
  readonly panel: string | undefined;
  /** Its payload. */
  readonly data: unknown;
}

/** What crosses the pipe, for those who want to watch. */
export interface WireObserver {
  /** The bridge has asked for a native action. */
  onAction?(name: string, params: unknown, panel: string | undefined): void;
  /** The player has answered one. */
  onActionAnswered?(name: string, outcome: { result: unknown } | { error: RpcErrorObject }): void;
  /** The bridge has sent an event. */
  onEvent?(message: EventMessage): void;
  /** The bridge has sent something that is none of the protocol's messages, or a response to nothing. */
  onStray?(text: string): void;
}

/** What a client is made with. */
export interface BridgeClientOptions {
  /** Where the bridge's bytes come from. */
  readonly source: ByteSource;
  /** Where the bytes for the bridge go. */
  readonly sink: EndableSink;
  /** The player's native actions; one that is missing is answered as not supported. */
  readonly actions?: ActionTable;
  /** Who watches. */
  readonly observer?: WireObserver;
  /** The largest body each way, in bytes; what the bridge has by default when left out. */
  readonly maxFrameBytes?: number;
}

/** How a call is made. */
export interface InvokeOptions {
  /** The panel on whose behalf; undefined for none. */
  readonly panel?: string | undefined;
  /** Cancels the call: the bridge is told, and the promise is rejected with the signal's reason at once. */
  readonly signal?: AbortSignal | undefined;
}

/** The bridge has answered a call with an error. */
export class BridgeError extends Error {
  /** The kind of error. */
  override name = "BridgeError";
  /** The JSON-RPC code; see protocol.md, "Error codes". */
  readonly code: number;
  /** What came with it, if anything. */
  readonly data: unknown;

  /**
   * Made of what the bridge has answered.
   *
   * @param error The error member of the response.
   */
  constructor(error: RpcErrorObject) {
    super(error.message);
    this.code = error.code;
    this.data = error.data;
  }
}

/** The bridge has gone, or is about to: a call will not be answered. */
export class BridgeGone extends Error {
  /** The kind of error. */
  override name = "BridgeGone";
}

/** A call that waits for its answer. */
interface PendingCall {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The player's end of one connection. */
export class BridgeClient {
  readonly #options: BridgeClientOptions;
  readonly #maxFrameBytes: number;
  readonly #writer: FrameWriter;
  readonly #decoder: FrameDecoder;
  readonly #calls = new Map<Id, PendingCall>();
  readonly #eventListeners = new Set<(message: EventMessage) => void>();
  /** Aborted when the bridge has gone. */
  readonly #gone = new AbortController();
  #actions: ActionTable;
  #lastId = 0;

  /** Settles when the bridge has closed its output; what still waited then was rejected. */
  readonly ended: Promise<void>;

  /**
   * Begins to read what the bridge writes.
   *
   * @param options See {@linkcode BridgeClientOptions}.
   */
  constructor(options: BridgeClientOptions) {
    this.#options = options;
    this.#maxFrameBytes = options.maxFrameBytes ?? defaultWireLimits.maxFrameBytes;
    this.#actions = options.actions ?? {};
    this.#decoder = new FrameDecoder(this.#maxFrameBytes);
    this.#writer = new FrameWriter(options.sink, this.#maxFrameBytes, () => {
      // The bridge has gone: its output ends as well, which rejects what waits.
    });
    this.ended = this.#readAll();
  }

  /** Aborted when the bridge has closed its output. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /**
   * Calls an operation.
   *
   * @param method Its full name, such as `queue.add`.
   * @param params Its parameters; none when left out.
   * @param options On whose behalf, and what cancels it.
   * @returns The result.
   * @throws {BridgeError} When the bridge answers an error.
   * @throws {BridgeGone} When the bridge has gone before it has answered.
   * @throws {RangeError} When the call is over the frame limit; nothing is sent.
   * @throws {TypeError} When the parameters cannot be written as JSON; nothing is sent.
   * @throws The reason of the signal, when that is aborted.
   */
  invoke(method: string, params?: unknown, options: InvokeOptions = {}): Promise<unknown> {
    const { panel, signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.gone.aborted) return Promise.reject(this.gone.reason);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      // A cancelled call stays in the table: it is answered too, and that answer is not a stray.
      const cancel = (): void => {
        this.notify("bridge.cancel", { id });
        reject(signal?.reason);
      };
      const done = (): void => signal?.removeEventListener("abort", cancel);
      // What throws here rejects the promise.
      this.#send({ jsonrpc: "2.0", id, method, params, panel });
      this.#calls.set(id, {
        resolve: (result) => (done(), resolve(result)),
        reject: (error) => (done(), reject(error)),
      });
      signal?.addEventListener("abort", cancel, { once: true });
    });
  }

  /**
   * Tells the bridge something that is not answered.
   *
   * @param method Its name, such as `bridge.panelClosed`.
   * @param params What belongs to it.
   * @throws {RangeError} When it is over the frame limit.
   */
  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /**
   * Tells the bridge that something happened in the player.
   *
   * @param signal What.
   */
  signal(signal: SignalInput): void {
    this.notify(signal.name, signal.params);
  }

  /**
   * Adds native actions to those that the player implements; one of the same name is replaced.
   *
   * @param actions The actions.
   * @returns The names of those that the player still lacks.
   */
  implement(actions: ActionTable): ActionName[] {
    this.#actions = { ...this.#actions, ...actions };
    return missingActions(this.#actions);
  }

  /**
   * Listens to every event.
   *
   * @param listener What to call with each, in their order.
   * @param options A signal that ends it.
   * @returns A function that ends it.
   */
  onEvent(
    listener: (message: EventMessage) => void,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): () => void {
    return listen(this.#eventListeners, listener, options.signal);
  }

  /** Says that nothing more comes, and waits until the bridge has finished. */
  async close(): Promise<void> {
    await this.#writer.atMost(0);
    await this.#options.sink.end();
    await this.ended;
  }

  #send(message: object): void {
    if (!this.#writer.write(JSON.stringify(message))) {
      throw new RangeError(`the message is over the frame limit of ${this.#maxFrameBytes} bytes`);
    }
  }

  async #readAll(): Promise<void> {
    while (true) {
      let count: number | null;
      try {
        count = await this.#options.source.read(this.#decoder.space());
      } catch {
        // A broken pipe is an end.
        count = null;
      }
      if (count === null) break;
      this.#decoder.filled(count);
      for (let frame = this.#decoder.next(); frame; frame = this.#decoder.next()) {
        if (frame.kind === "body") this.#receive(frame.text);
        else this.#watch((observer) => observer.onStray?.(frame.kind));
      }
    }
    // Nothing that is queued can be read any more, and nobody may wait for that.
    this.#writer.close();
    const reason = new BridgeGone("the bridge has gone");
    this.#gone.abort(reason);
    for (const { reject } of this.#calls.values()) reject(reason);
    this.#calls.clear();
  }

  #receive(text: string): void {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      // A SyntaxError says no more than that it is a stray.
      return this.#watch((observer) => observer.onStray?.(text));
    }
    const message = readMessage(body);
    if (message.kind === "call" && message.id !== undefined) {
      void this.#carryOut(message.id, message);
    } else if (message.kind === "call" && message.method === "event" && isEvent(message.params)) {
      this.#emit(message.params);
    } else if (message.kind !== "response" || !this.#settle(message)) {
      this.#watch((observer) => observer.onStray?.(text));
    }
  }

  /** Gives a response to the call that it belongs to; false when there is none. */
  #settle({ id, result, error }: ResponseMessage): boolean {
    const call = id === null ? undefined : this.#calls.get(id);
    if (id === null || !call) return false;
    this.#calls.delete(id);
    if (error === undefined) call.resolve(result);
    else call.reject(new BridgeError(isRpcError(error) ? error : rpcErrors.internal));
    return true;
  }

  #emit({ event, panel, data }: EventMessage): void {
    const message: EventMessage = { event, panel, data };
    this.#watch((observer) => observer.onEvent?.(message));
    tell(this.#eventListeners, message);
  }

  #watch(show: (observer: WireObserver) => void): void {
    try {
      if (this.#options.observer) show(this.#options.observer);
    } catch (error) {
      report(error);
    }
  }

  async #carryOut(id: Id, { method, params, panel }: CallMessage): Promise<void> {
    this.#watch((observer) => observer.onAction?.(method, params, panel));
    const outcome = await this.#outcomeOf(method, params, panel);
    this.#watch((observer) => observer.onActionAnswered?.(method, outcome));
    try {
      this.#send({ jsonrpc: "2.0", id, ...outcome });
    } catch (error) {
      // Too large, or nothing that JSON can hold: the bridge has to know that no answer comes.
      this.#send({ jsonrpc: "2.0", id, error: errorObject(error) });
    }
  }

  async #outcomeOf(
    method: string,
    params: unknown,
    panel: string | undefined,
  ): Promise<{ result: unknown } | { error: RpcErrorObject }> {
    const name = method as ActionName;
    const action = Object.hasOwn(nativeActions, name) ? this.#actions[name] : undefined;
    if (!action) return { error: { code: ACTION_NOT_SUPPORTED, message: `Not supported: ${method}` } };
    const outcome = v.safeParse(nativeActions[name].params, params ?? {}, { abortEarly: true });
    if (!outcome.success) {
      const [issue] = outcome.issues;
      const misfit = isMissing(issue) ? "missing" : `not ${issue.expected ?? "valid"}`;
      return { error: rpcError("invalidParams", `${issuePlace(issue) || "params"} is ${misfit}`) };
    }
    try {
      // Each action's parameters were checked against its own schema just before.
      return { result: (await action(outcome.output as never, panel, this.gone)) ?? {} };
    } catch (error) {
      return { error: errorObject(error) };
    }
  }
}

/** What a failing action tells the bridge: the code that the error carries, if it carries one. */
function errorObject(error: unknown): RpcErrorObject {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error && Number.isInteger(error.code)
    ? Number(error.code)
    : ACTION_FAILED;
  return { code, message };
}

function isEvent(params: unknown): params is EventMessage {
  return typeof params === "object" && params !== null && "event" in params &&
    typeof params.event === "string";
}

function isRpcError(error: unknown): error is RpcErrorObject {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "number" &&
    "message" in error && typeof error.message === "string";
}
