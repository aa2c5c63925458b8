/**
 * The player's calls in flight: their ids, the memory that their messages take, cancelling, and their responses.
 */

import { MAX_CALLS_IN_FLIGHT, type WireLimits } from "../limits/wire.ts";
import type { ActionAnswer, ActionName, ActionParams } from "./api/native_actions.ts";
import type { Diagnostics } from "./diagnostics.ts";
import type { Id } from "./envelope.ts";
import { RpcError, rpcError } from "./errors.ts";
import { collectGarbageOf } from "./garbage.ts";
import { parsedBytes } from "./json_shape.ts";
import type { MessageWriter } from "./message_writer.ts";
import type { NativeRequests } from "./native_requests.ts";
import { CancelledError, type Player } from "./player.ts";

/** Carries out a call. It throws {@linkcode RpcError} to answer that error; any other error is a defect. */
export type CallHandler = (params: Readonly<Record<string, unknown>>, call: Call) => unknown;

/** One call of the player, as its handler sees it. */
export class Call implements Player {
  /** Undefined for a call without an answer. */
  readonly id: Id | undefined;
  /** The panel that makes the call; undefined for none. */
  readonly panel: string | undefined;
  readonly #requests: NativeRequests;
  #cancelling: AbortController | undefined;
  #aborting: AbortController | undefined;
  #cancelled = false;
  #aborted = false;
  #answered: PromiseWithResolvers<void> | undefined;
  #isAnswered = false;

  constructor(id: Id | undefined, panel: string | undefined, requests: NativeRequests) {
    this.id = id;
    this.panel = panel;
    this.#requests = requests;
  }

  /** Whether the player has cancelled the call. A cancelled call is already answered. */
  get cancelled(): boolean {
    return this.#cancelled;
  }

  /** Aborted when the call is cancelled. Created on first use, because most calls never use it. */
  get cancelSignal(): AbortSignal {
    this.#cancelling ??= new AbortController();
    if (this.#cancelled) this.#cancelling.abort(new CancelledError());
    return this.#cancelling.signal;
  }

  /** Aborted when nobody waits for the answer: also when the call's panel closes and when the connection ends. */
  get signal(): AbortSignal {
    this.#aborting ??= new AbortController();
    if (this.#aborted) this.#aborting.abort(new CancelledError());
    return this.#aborting.signal;
  }

  /** Settles when the call has ended and its answer, if any, is queued. Created on first use. */
  get answered(): Promise<void> {
    this.#answered ??= Promise.withResolvers<void>();
    if (this.#isAnswered) this.#answered.resolve();
    return this.#answered.promise;
  }

  markAnswered(): void {
    this.#isAnswered = true;
    this.#answered?.resolve();
  }

  request<Name extends ActionName>(name: Name, params: ActionParams<Name>): Promise<ActionAnswer<Name>> {
    if (this.#cancelled) return Promise.reject(new CancelledError());
    // The answer was checked against the schema of this action.
    const owner = this.#isAnswered ? undefined : this;
    return this.#requests.request(name, params, this.panel, owner) as Promise<ActionAnswer<Name>>;
  }

  /** Abandons the call's native actions and aborts its signals. */
  cancel(): void {
    this.#cancelled = true;
    this.#requests.abandon(this);
    this.#cancelling?.abort(new CancelledError());
    this.abort();
  }

  /** Aborts the call's signal, because nobody waits for the answer. */
  abort(): void {
    this.#aborted = true;
    this.#requests.limit(this);
    this.#aborting?.abort(new CancelledError());
  }
}

/** What {@linkcode Calls} needs. */
export interface CallsOptions {
  readonly requests: NativeRequests;
  readonly messages: MessageWriter;
  readonly limits: WireLimits;
  readonly diagnostics: Diagnostics;
}

/** The calls in flight of one connection. */
export class Calls {
  readonly #options: CallsOptions;
  readonly #byId = new Map<Id, Call>();
  /** Calls in flight, those without an id included. */
  readonly #running = new Set<Call>();
  /** The estimated memory of their messages, in bytes. */
  #bytes = 0;
  #whenFinished: (() => void)[] = [];

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Whether a call with this id is in flight. */
  has(id: Id): boolean {
    return this.#byId.has(id);
  }

  /** Whether no call is in flight. */
  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** Whether new calls must be refused, because too many are in flight or their messages take too much memory. */
  get isFull(): boolean {
    const { limits, requests } = this.#options;
    // An action of a cancelled call still waits for its answer.
    return this.#bytes > limits.maxQueueBytes || this.#running.size >= MAX_CALLS_IN_FLIGHT ||
      requests.size >= MAX_CALLS_IN_FLIGHT;
  }

  /**
   * Carries out a call and queues its response.
   *
   * @param text The message that it came in.
   */
  start(handler: CallHandler, params: Readonly<Record<string, unknown>>, call: Call, text: string): void {
    this.#running.add(call);
    let result: unknown;
    try {
      result = handler(params, call);
    } catch (error) {
      this.#fail(call, error);
      return this.#finish(call);
    }
    let pending: Promise<void> | undefined;
    if (result instanceof Promise) {
      if (call.id !== undefined) this.#byId.set(call.id, call);
      pending = result.then(
        (value) => this.#respond(call, value),
        (error: unknown) => this.#fail(call, error),
      );
    } else {
      pending = this.#respond(call, result);
    }
    if (!pending) return this.#finish(call);
    const bytes = keptBytes(text);
    this.#bytes += bytes;
    void pending.then(() => {
      this.#bytes -= bytes;
      this.#finish(call);
      collectGarbageOf(bytes);
    });
  }

  /** Answers the call with this id, if it is in flight, with -32800. */
  cancel(id: Id): void {
    const call = this.#byId.get(id);
    if (!call) return;
    this.#byId.delete(id);
    call.cancel();
    this.#options.messages.error(id, rpcError("cancelled"));
  }

  /** Aborts the signals of the calls of a panel, or of all calls. */
  abort(panel?: string): void {
    for (const call of this.#running) {
      if (panel === undefined || call.panel === panel) call.abort();
    }
  }

  /** Waits until at most this many calls are in flight. */
  async atMost(count: number): Promise<void> {
    while (this.#running.size > count) await new Promise<void>((resolve) => this.#whenFinished.push(resolve));
  }

  #finish(call: Call): void {
    call.markAnswered();
    this.#options.requests.release(call);
    this.#running.delete(call);
    if (this.#whenFinished.length === 0) return;
    const waiting = this.#whenFinished;
    this.#whenFinished = [];
    for (const resolve of waiting) resolve();
  }

  /** Queues the response; for a long one, settles when it is queued. */
  #respond(call: Call, result: unknown): Promise<void> | undefined {
    const { id } = call;
    if (id === undefined || call.cancelled) return undefined;
    this.#byId.set(id, call);
    let writing: Promise<void> | undefined;
    try {
      writing = this.#options.messages.result(id, result, call, () => this.#forget(call));
    } catch (error) {
      this.#fail(call, error);
      return undefined;
    }
    if (!writing) {
      this.#byId.delete(id);
      return undefined;
    }
    return writing.catch((error: unknown) => this.#fail(call, error));
  }

  #fail(call: Call, error: unknown): void {
    if (call.cancelled) return;
    this.#forget(call);
    const { diagnostics, messages } = this.#options;
    if (error instanceof RpcError) {
      messages.error(call.id, error.object);
    } else if (error instanceof CancelledError) {
      messages.error(call.id, rpcError("cancelled"));
    } else {
      diagnostics.report("error", "a defect of the bridge: {error}", { error });
      messages.error(call.id, rpcError("internal"));
    }
  }

  /** Frees the id. That of a cancelled call is free already, and another call may have it. */
  #forget({ id, cancelled }: Call): void {
    if (id !== undefined && !cancelled) this.#byId.delete(id);
  }
}

/**
 * The memory of messages up to this length, in UTF-16 code units, is not estimated, because the estimate would double the
 * work for a call. The calls that may be in flight take 500 MB at most.
 */
const SHORT_MESSAGE = 256;

/** Estimates how much memory the message of a call in flight takes, in bytes. */
function keptBytes(text: string): number {
  return text.length <= SHORT_MESSAGE ? text.length : parsedBytes(text);
}
