/**
 * The player's end of the pipe: calls of panels to the bridge, native actions and events from it.
 *
 * @module
 */

import * as v from "valibot";
import type { ByteSource } from "../host_stdio/connection.ts";
import { type Id, readMessage } from "../host_stdio/envelope.ts";
import { type RpcErrorObject, rpcErrors } from "../host_stdio/errors.ts";
import { FrameDecoder } from "../host_stdio/frame_decoder.ts";
import { FrameWriter } from "../host_stdio/frame_writer.ts";
import {
  ACTION_FAILED,
  ACTION_NOT_SUPPORTED,
  type ActionName,
  type ActionReply,
  nativeActions,
} from "../host_stdio/native_actions.ts";
import type { SignalMessage } from "../host_stdio/signals.ts";
import { issuePlace } from "../limits/issue_place.ts";
import { defaultWireLimits } from "../limits/wire.ts";
import type { EndableSink } from "./streams.ts";

/** The parameters of a native action, checked. */
export type CheckedActionParams<Name extends ActionName> = v.InferOutput<
  (typeof nativeActions)[Name]["params"]
>;

/** The native actions that a player implements: each a function of its checked parameters and the panel it is for. */
export type ActionTable = {
  readonly [Name in ActionName]?: (
    params: CheckedActionParams<Name>,
    panel: string | undefined,
  ) => ActionReply<Name> | Promise<ActionReply<Name>>;
};

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
  /** The largest body each way, in bytes. */
  readonly maxFrameBytes?: number;
}

/** How a call is made. */
export interface InvokeOptions {
  /** The panel on whose behalf; undefined for none. */
  readonly panel?: string | undefined;
}

/** The bridge has answered a call with an error. */
export class BridgeError extends Error {
  override name = "BridgeError";
  /** The JSON-RPC code; see protocol.md, "Error codes". */
  readonly code: number;
  /** What came with it, if anything. */
  readonly data: unknown;

  /** @param error The error member of the response. */
  constructor(error: RpcErrorObject) {
    super(error.message);
    this.code = error.code;
    this.data = error.data;
  }
}

/** The player's end of one connection. */
export class BridgeClient {
  readonly #options: BridgeClientOptions;
  readonly #writer: FrameWriter;
  readonly #decoder: FrameDecoder;
  readonly #calls = new Map<Id, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  #lastId = 0;

  /** Settles when the bridge has closed its output; what still waited then was rejected. */
  readonly ended: Promise<void>;

  constructor(options: BridgeClientOptions) {
    const maxFrameBytes = options.maxFrameBytes ?? defaultWireLimits.maxFrameBytes;
    this.#options = options;
    this.#decoder = new FrameDecoder(maxFrameBytes);
    this.#writer = new FrameWriter(options.sink, maxFrameBytes, () => {
      // The bridge has gone: its output ends as well, which rejects what waits.
    });
    this.ended = this.#readAll();
  }

  /**
   * Calls an operation.
   *
   * @param method Its full name, such as `queue.add`.
   * @param params Its parameters; none when left out.
   * @param options On whose behalf.
   * @returns The result.
   * @throws {BridgeError} When the bridge answers an error, or goes.
   */
  invoke(method: string, params?: unknown, options: InvokeOptions = {}): Promise<unknown> {
    return this.request(method, params, options).result;
  }

  /**
   * Calls an operation that may be cancelled.
   *
   * @param method Its full name.
   * @param params Its parameters; none when left out.
   * @param options On whose behalf.
   * @returns The id, for `bridge.cancel`, and the result to come.
   */
  request(
    method: string,
    params?: unknown,
    options: InvokeOptions = {},
  ): { id: Id; result: Promise<unknown> } {
    const id = ++this.#lastId;
    const result = new Promise<unknown>((resolve, reject) => this.#calls.set(id, { resolve, reject }));
    this.#send({ jsonrpc: "2.0", id, method, params, panel: options.panel });
    return { id, result };
  }

  /**
   * Tells the bridge something that is not answered.
   *
   * @param method Its name, such as `bridge.panelClosed`.
   * @param params What belongs to it.
   */
  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /**
   * Tells the bridge that something happened in the player.
   *
   * @param signal What.
   */
  signal(signal: SignalMessage): void {
    this.notify(signal.name, signal.params);
  }

  /** Says that nothing more comes, and waits until the bridge has finished. */
  async close(): Promise<void> {
    await this.#writer.atMost(0);
    await this.#options.sink.end();
    await this.ended;
  }

  #send(message: object): void {
    this.#writer.write(JSON.stringify(message));
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
        else this.#options.observer?.onStray?.(frame.kind);
      }
    }
    for (const { reject } of this.#calls.values()) reject(new Error("the bridge has gone"));
    this.#calls.clear();
  }

  #receive(text: string): void {
    const message = readMessage(JSON.parse(text));
    if (message.kind === "call" && message.id !== undefined) {
      void this.#carryOut(message.id, message.method, message.params, message.panel);
    } else if (message.kind === "call" && message.method === "event") {
      this.#options.observer?.onEvent?.(message.params as EventMessage);
    } else if (message.kind === "response" && message.id !== null && this.#calls.has(message.id)) {
      const call = this.#calls.get(message.id);
      this.#calls.delete(message.id);
      if (message.error === undefined) call?.resolve(message.result);
      else call?.reject(new BridgeError(message.error as RpcErrorObject));
    } else {
      this.#options.observer?.onStray?.(text);
    }
  }

  async #carryOut(id: Id, method: string, params: unknown, panel: string | undefined): Promise<void> {
    const { observer } = this.#options;
    observer?.onAction?.(method, params, panel);
    const outcome = await this.#outcomeOf(method, params, panel);
    observer?.onActionAnswered?.(method, outcome);
    this.#send({ jsonrpc: "2.0", id, ...outcome });
  }

  async #outcomeOf(
    method: string,
    params: unknown,
    panel: string | undefined,
  ): Promise<{ result: unknown } | { error: RpcErrorObject }> {
    const name = method as ActionName;
    const action = this.#options.actions?.[name];
    if (!Object.hasOwn(nativeActions, name) || !action) {
      return { error: { code: ACTION_NOT_SUPPORTED, message: `Not supported: ${method}` } };
    }
    const outcome = v.safeParse(nativeActions[name].params, params, { abortEarly: true });
    if (!outcome.success) {
      const [issue] = outcome.issues;
      const { code, message } = rpcErrors.invalidParams;
      return {
        error: { code, message: `${message}: ${issuePlace(issue)} is not ${issue.expected ?? "valid"}` },
      };
    }
    try {
      // Each action's parameters were checked against its own schema just before.
      return { result: (await action(outcome.output as never, panel)) ?? {} };
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
