/**
 * The player's end of the pipe: calls of panels to the bridge, native actions and events from it. It knows the protocol
 * and no operation; {@linkcode ConnectedBridge} gives it types.
 *
 * @module
 */

import type { ByteSource } from "../host_stdio/frame_decoder.ts";
import { bracketsInText, containersIn } from "../host_stdio/container_count.ts";
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
import { type AnySchema, checkValue } from "../host_stdio/schema_check.ts";
import { type SignalInput, signals } from "../host_stdio/signals.ts";
import { defaultWireLimits, maxContainers } from "../limits/wire.ts";
import { type ActionTable, ActionTables } from "./action_table.ts";
import { BorrowedOrder } from "./borrowed_order.ts";
import { requireKnown } from "./known_name.ts";
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
  /**
   * The largest body each way, in bytes; what the bridge has by default when left out. Both ends have to have the same: a
   * bridge that is started or embedded with this is told so.
   */
  readonly maxFrameBytes?: number;
  /**
   * Finds out why the bridge has gone, once its output has ended. Calls are rejected with the result; after a second they
   * are rejected without it.
   */
  readonly whyGone?: () => Promise<BridgeGone>;
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

/** How a bridge process has ended. */
export interface BridgeEnd {
  /** Its exit code; undefined when it could not be started. */
  readonly exitCode?: number | undefined;
  /** The last lines that it has written to stderr; "" for none. */
  readonly stderr?: string;
  /** What the runtime says: how the process has ended, or why it could not be started. */
  readonly cause?: unknown;
}

/** The bridge has gone, or is about to: a call will not be answered. */
export class BridgeGone extends Error {
  /** The kind of error. */
  override name = "BridgeGone";
  /** The exit code of the bridge process; undefined when it has none, or when it is not known. */
  readonly exitCode: number | undefined;
  /** The last lines that the bridge process has written to stderr; "" for none. */
  readonly stderr: string;

  /**
   * Makes the error.
   *
   * @param message What has happened.
   * @param end How the process has ended, if that is known.
   */
  constructor(message: string, { exitCode, stderr = "", cause }: BridgeEnd = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

/** How long a bridge that reads nothing any more may still write, in milliseconds. */
const LAST_WORDS_MS = 1000;

/** How many ticks a program has to go on with an answer before an event behind it is told: one for each `await`. */
const ANSWER_TICKS = 64;

/** How much is told of why an answer could not be sent, in UTF-16 code units. */
const MAX_FAILURE_LENGTH = 200;

const encoder = new TextEncoder();

/** What the bridge has answered; an error that is undefined is absent. */
type Answer = Pick<ResponseMessage, "result" | "error">;

/** A call that waits for its answer. */
interface PendingCall {
  resolve(answer: Answer): void;
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
  readonly #actions = new ActionTables();
  readonly #borrowedOrder = new BorrowedOrder();
  // Not Promise.withResolvers, which Node.js has from version 22 on only.
  #settleEnded = (): void => {};
  #lastId = 0;
  /** Whether a call was answered and its caller may not have heard of it. */
  #answered = false;
  #lastWords: ReturnType<typeof setTimeout> | undefined;

  /** Settles when the bridge has closed its output, or was given up; what still waited then was rejected. */
  readonly ended: Promise<void>;

  /**
   * Begins to read what the bridge writes.
   *
   * @param options See {@linkcode BridgeClientOptions}.
   */
  constructor(options: BridgeClientOptions) {
    this.#options = options;
    this.#maxFrameBytes = options.maxFrameBytes ?? defaultWireLimits.maxFrameBytes;
    if (options.actions) this.#actions.add(options.actions);
    this.ended = new Promise((resolve) => this.#settleEnded = resolve);
    this.#decoder = new FrameDecoder(this.#maxFrameBytes, maxContainers(this.#maxFrameBytes));
    this.#writer = new FrameWriter(options.sink, this.#maxFrameBytes, () => {
      // As a rule the bridge has gone, and its output ends as well once all of it is read.
      this.#abandonSoon();
    });
    void this.#readAll();
  }

  /** Aborted when the bridge has closed its output, or was given up. */
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
   * @throws {RangeError} When the call is over the frame limit, or holds more arrays and objects than a frame may;
   * nothing is sent.
   * @throws {TypeError} When the parameters cannot be written as JSON; nothing is sent.
   * @throws The reason of the signal, when that is aborted.
   */
  async invoke(method: string, params?: unknown, options: InvokeOptions = {}): Promise<unknown> {
    const { result, error } = await this.#ask(method, params, options);
    // Made here and not where the answer is read: the stack then tells who waits for it.
    if (error !== undefined) throw new BridgeError(isRpcError(error) ? error : rpcErrors.internal);
    return result;
  }

  #ask(method: string, params: unknown, { panel, signal }: InvokeOptions): Promise<Answer> {
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
      this.#send({ params, jsonrpc: "2.0", id, method, panel });
      this.#calls.set(id, {
        resolve: (answer) => (done(), resolve(answer)),
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
   * @throws {RangeError} When it is over a limit, as for {@linkcode BridgeClient.invoke}.
   */
  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /**
   * Tells the bridge that something happened in the player.
   *
   * @param signal What.
   * @throws {TypeError} When there is no signal of that name.
   */
  signal(signal: SignalInput): void {
    requireKnown("signal", signal.name, Object.keys(signals));
    this.notify(signal.name, signal.params);
  }

  /** The native actions that the player implements; undefined before it has implemented any. */
  get actions(): readonly ActionName[] | undefined {
    return this.#actions.names;
  }

  /**
   * Adds native actions to those that the player implements; one of the same name is replaced.
   *
   * @param actions The actions; each is called as a method of this object.
   * @returns The names of those that the player still lacks.
   * @throws {TypeError} When a function has the name of no native action.
   */
  implement(actions: ActionTable): ActionName[] {
    for (const [name, action] of Object.entries(actions)) {
      // An instance of a class may hold other things besides.
      if (typeof action === "function") requireKnown("native action", name, Object.keys(nativeActions));
    }
    this.#actions.add(actions);
    return this.#actions.missing;
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
    await Promise.race([this.#writer.atMost(0), this.ended]);
    await Promise.race([this.#options.sink.end(), this.ended]);
    await this.ended;
  }

  /**
   * Gives the bridge up, whatever it still does: what waits is rejected, and nothing more of it is heard.
   *
   * @param reason What waiting and later calls are rejected with.
   */
  abandon(reason: BridgeGone = new BridgeGone("the bridge has gone")): void {
    if (this.gone.aborted) return;
    clearTimeout(this.#lastWords);
    // Nothing that is queued can be read any more, and nobody may wait for that.
    this.#writer.close();
    this.#options.sink.end().catch(() => {
      // The other side has gone first.
    });
    this.#gone.abort(reason);
    for (const { reject } of this.#calls.values()) reject(reason);
    this.#calls.clear();
    this.#giveOrderBack();
    this.#settleEnded();
  }

  #abandonSoon(): void {
    if (!this.gone.aborted) this.#lastWords ??= setTimeout(() => this.abandon(), LAST_WORDS_MS);
  }

  #send(message: object): void {
    const text = JSON.stringify(message);
    this.#requireFew(text);
    if (!this.#writer.write(text)) {
      throw new RangeError(`the message is over the frame limit of ${this.#maxFrameBytes} bytes`);
    }
  }

  /** The bridge refuses what takes the parser too much memory, without looking whose it is. */
  #requireFew(text: string): void {
    const most = maxContainers(this.#maxFrameBytes);
    if (text.length <= most || bracketsInText(text) <= most) return;
    const count = containersIn(encoder.encode(text));
    if (count > most) {
      throw new RangeError(`the message holds ${count} arrays and objects, and a frame at most ${most}`);
    }
  }

  async #readAll(): Promise<void> {
    try {
      while (await this.#readSome());
    } catch (error) {
      // A defect of the client ends the connection too: nobody may wait for what is not read.
      report(error);
    }
    this.#abandonSoon();
    this.abandon(await this.#options.whyGone?.());
  }

  /** Reads once and takes what has come; false at the end. */
  async #readSome(): Promise<boolean> {
    let count: number | null;
    try {
      count = await this.#options.source.read(this.#decoder.space());
    } catch {
      // A broken pipe is an end.
      count = null;
    }
    if (count === null) return false;
    this.#decoder.filled(count);
    for (let frame = this.#decoder.next(); frame; frame = this.#decoder.next()) {
      if (this.gone.aborted) return false;
      if (frame.kind === "body") {
        const later = this.#receive(frame.text);
        if (later) await later;
      } else this.#watch((observer) => observer.onStray?.(frame.kind));
    }
    return true;
  }

  /** Takes one message; what is given back has to be waited for before the next one. */
  #receive(text: string): Promise<void> | undefined {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      // A SyntaxError says no more than that it is a stray.
      this.#watch((observer) => observer.onStray?.(text));
      return undefined;
    }
    const message = readMessage(body);
    if (message.kind === "call" && message.id !== undefined) {
      void this.#carryOut(message.id, message);
    } else if (message.kind === "call" && message.method === "event" && isEvent(message.params)) {
      const { params } = message;
      // The answers before it come first, also for a program that waits for them: it may listen only then.
      if (this.#answered) return this.#ticks().then(() => this.#emit(params));
      this.#emit(params);
    } else if (message.kind !== "response" || !this.#settle(message)) {
      this.#watch((observer) => observer.onStray?.(text));
    }
    return undefined;
  }

  /** Gives a response to the call that it belongs to; false when there is none. */
  #settle({ id, result, error }: ResponseMessage): boolean {
    const call = id === null ? undefined : this.#calls.get(id);
    if (id === null || !call) return false;
    this.#calls.delete(id);
    this.#answered = true;
    call.resolve({ result, error });
    return true;
  }

  async #ticks(): Promise<void> {
    this.#answered = false;
    for (let tick = 0; tick < ANSWER_TICKS; tick++) await undefined;
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
    if (method === "player.playback.setOrder") this.#orderSet(params, outcome);
    try {
      this.#send({ jsonrpc: "2.0", id, ...outcome });
    } catch (error) {
      // Too large, or nothing that JSON can hold: the bridge has to know that no answer comes.
      const { code, message } = errorObject(error);
      try {
        this.#send({ jsonrpc: "2.0", id, error: { code, message: message.slice(0, MAX_FAILURE_LENGTH) } });
      } catch {
        this.#watch((observer) => observer.onStray?.(`an id of ${String(id).length} characters`));
      }
    }
  }

  #orderSet(params: unknown, outcome: { result: unknown } | { error: RpcErrorObject }): void {
    const asked = checkValue(nativeActions["player.playback.setOrder"].params, params);
    const previous = previousOrder(outcome);
    if (asked.misfit || previous === undefined) return;
    this.#borrowedOrder.set(asked.value.order, previous);
    // The bridge has gone while the player was at it.
    if (this.gone.aborted) this.#giveOrderBack();
  }

  /** A bridge that was killed leaves its playback order behind: it is set back in its name. */
  #giveOrderBack(): void {
    const name = "player.playback.setOrder";
    void this.#borrowedOrder.giveBack(async (order) => {
      const params = { order };
      this.#watch((observer) => observer.onAction?.(name, params, undefined));
      // Not the signal of the bridge's end, on which a player gives up.
      const { signal } = new AbortController();
      const outcome = await this.#outcomeOf(name, params, undefined, signal);
      this.#watch((observer) => observer.onActionAnswered?.(name, outcome));
      return previousOrder(outcome);
    });
  }

  async #outcomeOf(
    method: string,
    params: unknown,
    panel: string | undefined,
    signal: AbortSignal = this.gone,
  ): Promise<{ result: unknown } | { error: RpcErrorObject }> {
    const name = method as ActionName;
    const action = Object.hasOwn(nativeActions, name) ? this.#actions.find(name) : undefined;
    if (!action) return { error: { code: ACTION_NOT_SUPPORTED, message: `Not supported: ${method}` } };
    const schema: AnySchema = nativeActions[name].params;
    const checked = checkValue(schema, params ?? {});
    if (checked.misfit) {
      const { place, problem } = checked.misfit;
      return { error: rpcError("invalidParams", `${place || "params"} is ${problem}`) };
    }
    try {
      // Each action's parameters were checked against its own schema just before.
      return { result: (await action(checked.value as never, panel, signal)) ?? {} };
    } catch (error) {
      return { error: errorObject(error) };
    }
  }
}

/** What a failing action tells the bridge: the code that the error carries, if it carries one. */
function errorObject(error: unknown): RpcErrorObject {
  try {
    const message = error instanceof Error ? String(error.message) : String(error);
    const code = error instanceof Error && "code" in error && Number.isInteger(error.code)
      ? Number(error.code)
      : ACTION_FAILED;
    return { code, message };
  } catch {
    // What was thrown has no text, or throws itself when it is asked for one.
    return { code: ACTION_FAILED, message: "the action has failed" };
  }
}

/** The order before, as the player has answered it; undefined when it has not. */
function previousOrder(outcome: { result: unknown } | { error: RpcErrorObject }): number | undefined {
  if ("error" in outcome) return undefined;
  const answer = checkValue(nativeActions["player.playback.setOrder"].answer, outcome.result);
  return answer.misfit ? undefined : answer.value.previous;
}

function isEvent(params: unknown): params is EventMessage {
  return typeof params === "object" && params !== null && "event" in params &&
    typeof params.event === "string";
}

function isRpcError(error: unknown): error is RpcErrorObject {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "number" &&
    "message" in error && typeof error.message === "string";
}
