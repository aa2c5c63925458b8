/**
 * The player's end of the pipe: calls to the bridge, native actions and events from it. It knows the protocol and no
 * operation; {@linkcode ConnectedBridge} adds types.
 */

import type { ActionAnswer, ActionName, ActionParams } from "../../host_stdio/api/native_actions.ts";
import { type SignalInput, signals } from "../../host_stdio/api/signals.ts";
import { systemClock, within } from "../../host_stdio/clock.ts";
import { type Id, readMessage, type ResponseMessage } from "../../host_stdio/envelope.ts";
import { type RpcErrorObject, rpcErrors } from "../../host_stdio/errors.ts";
import { EventLoopTurn } from "../../host_stdio/event_loop.ts";
import { type ByteSource, FrameDecoder } from "../../host_stdio/frame_decoder.ts";
import { FrameWriter } from "../../host_stdio/frame_writer.ts";
import { textExcess } from "../../host_stdio/json_shape.ts";
import { defaultWireLimits, jsonLimits } from "../../limits/wire.ts";
import { type ActionOutcome, ActionServer, type ActionTable } from "./actions.ts";
import { BridgeError, BridgeGone, requireKnown } from "./errors.ts";
import { listen, report, tell } from "./listeners.ts";
import type { EndableSink } from "./streams.ts";
import { UserSettings } from "./user_settings.ts";

/** An event of the bridge (specification, "Events"). */
export interface EventMessage {
  /** The name, such as `menu:select`. */
  readonly event: string;
  /** The panel that the event is for; undefined for every panel. */
  readonly panel: string | undefined;
  /** The payload. */
  readonly data: unknown;
}

/** Observes the messages of a connection, for logs and tools. An error that a method throws is reported as uncaught. */
export interface WireObserver {
  /** The bridge requests a native action. `params` are not checked yet. */
  onAction?(name: string, params: unknown, panel: string | undefined): void;
  /** The player answers a native action. */
  onActionAnswered?(name: string, outcome: ActionOutcome): void;
  /** The bridge sends an event. Listeners are called after this. */
  onEvent?(message: EventMessage): void;
  /** The bridge sent a malformed message, or a response that matches no call. */
  onStray?(text: string): void;
}

/** Options of a {@linkcode BridgeClient}. */
export interface BridgeClientOptions {
  /** Where the bridge's bytes come from. */
  readonly source: ByteSource;
  /** Where the bytes for the bridge go. */
  readonly sink: EndableSink;
  /** The player's native actions; none by default. {@linkcode BridgeClient.implement} adds more. */
  readonly actions?: ActionTable;
  /** Observes the messages. */
  readonly observer?: WireObserver;
  /**
   * The frame limit in both directions, in bytes; 67,108,864 (64 MiB) by default. The bridge must have the same limit: one
   * that is spawned or embedded with this option gets it.
   */
  readonly maxFrameBytes?: number;
  /** What a bridge changes of the user's settings; one of its own by default. Bridges in a row share one. */
  readonly settings?: UserSettings;
  /**
   * Returns why the bridge has gone, once its output has ended. Calls are rejected with that error. If it takes more than a
   * second, they are rejected with a plain {@linkcode BridgeGone}, which is also the default.
   */
  readonly whyGone?: () => Promise<BridgeGone>;
}

/** How a call is made. */
export interface InvokeOptions {
  /** The panel that makes the call; none by default. */
  readonly panel?: string | undefined;
  /** Cancels the call: notifies the bridge and rejects the promise with the signal's reason at once. */
  readonly signal?: AbortSignal | undefined;
}

/** The player's end of a connection, as {@linkcode ConnectedBridge} uses it. */
export interface BridgeLink extends
  Pick<
    BridgeClient,
    | "abandon"
    | "actions"
    | "askPlayer"
    | "close"
    | "ended"
    | "gaveBack"
    | "gone"
    | "implement"
    | "invoke"
    | "notify"
    | "onEvent"
    | "signal"
  > {}

/** How long a bridge that no longer reads may still write, in milliseconds. */
const LAST_OUTPUT_MS = 1000;

/** How long a closed bridge waits for the player to give back the user's settings, in milliseconds. */
const GIVE_BACK_MS = 1000;

/** The result or the error of a response. */
type Answer = Pick<ResponseMessage, "result" | "error">;

interface PendingCall {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * The player's end of one connection, without types for operations and events. Use {@linkcode connectBridge} or
 * {@linkcode spawnBridge} for a {@linkcode ConnectedBridge}, which has them.
 */
export class BridgeClient {
  readonly #options: BridgeClientOptions;
  readonly #maxFrameBytes: number;
  readonly #writer: FrameWriter;
  readonly #decoder: FrameDecoder;
  readonly #calls = new Map<Id, PendingCall>();
  readonly #eventListeners = new Set<(message: EventMessage) => void>();
  readonly #gone = new AbortController();
  readonly #actions: ActionServer;
  /**
   * Delays the events after an answer until the code that waits for the answer has run: it may add listeners for them.
   */
  readonly #turn = new EventLoopTurn();
  // Promise.withResolvers needs Node.js 22.
  #settleEnded = (): void => {};
  #settleGaveBack = (): void => {};
  #lastId = 0;
  #abandonTimer: ReturnType<typeof setTimeout> | undefined;

  /** Settles when the bridge has closed its output or was abandoned. Pending calls are rejected by then. */
  readonly ended: Promise<void>;

  /**
   * Settles when the bridge has gone and the player has given back what the bridge had changed of the user's settings: the
   * playback order, the active playlist, the locks. The items of the bridge's own playlist, all but the playing one, are
   * removed. Never settles when an action of the player does not.
   */
  readonly gaveBack: Promise<void>;

  /**
   * Starts to read what the bridge writes.
   *
   * @param options See {@linkcode BridgeClientOptions}.
   */
  constructor(options: BridgeClientOptions) {
    this.#options = options;
    this.#maxFrameBytes = options.maxFrameBytes ?? defaultWireLimits.maxFrameBytes;
    this.ended = new Promise((resolve) => this.#settleEnded = resolve);
    this.gaveBack = new Promise((resolve) => this.#settleGaveBack = resolve);
    this.#decoder = new FrameDecoder(this.#maxFrameBytes);
    // When the bridge no longer reads, it has usually gone, and its output ends once all of it is read.
    this.#writer = new FrameWriter(options.sink, this.#maxFrameBytes, () => this.#abandonSoon());
    this.#actions = new ActionServer({
      gone: this.gone,
      settings: options.settings ?? new UserSettings(),
      send: (message) => this.#send(message),
      onAction: (...action) => this.#observe((observer) => observer.onAction?.(...action)),
      onActionAnswered: (...answer) => this.#observe((observer) => observer.onActionAnswered?.(...answer)),
      onLongId: (id) =>
        this.#observe((observer) => observer.onStray?.(`an id of ${String(id).length} characters`)),
    });
    if (options.actions) this.#actions.implement(options.actions);
    void this.#readAll();
  }

  /** Aborted with a {@linkcode BridgeGone} when the bridge has closed its output or was abandoned. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /**
   * Calls an operation or sends a lifecycle request.
   *
   * @param method The full name, such as `queue.add`.
   * @param params The parameters, an object; none by default.
   * @param options The panel that calls, and a signal that cancels the call.
   * @returns The `result` member of the response.
   * @throws {BridgeError} If the bridge answers an error.
   * @throws {BridgeGone} If the bridge goes before it answers, or has gone already.
   * @throws {RangeError} If the message is over the frame limit, or holds more arrays and objects than a frame may
   * (protocol.md, "Frame"). Nothing is sent.
   * @throws {TypeError} If the parameters cannot be written as JSON. Nothing is sent.
   * @throws The signal's reason, if the signal is aborted.
   */
  async invoke(method: string, params?: unknown, options: InvokeOptions = {}): Promise<unknown> {
    const { result, error } = await this.#request(method, params, options);
    // Thrown here and not where the response is read, so that the stack trace shows the caller.
    if (error !== undefined) throw new BridgeError(isRpcError(error) ? error : rpcErrors.internal);
    return result;
  }

  #request(method: string, params: unknown, { panel, signal }: InvokeOptions): Promise<Answer> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.gone.aborted) return Promise.reject(this.gone.reason);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      // A cancelled call stays in the table, because the bridge answers it too.
      const cancel = (): void => {
        this.notify("bridge.cancel", { id });
        reject(signal?.reason);
      };
      const done = (): void => signal?.removeEventListener("abort", cancel);
      // An error thrown here rejects the promise.
      this.#send({ params, jsonrpc: "2.0", id, method, panel });
      this.#calls.set(id, {
        resolve: (answer) => (done(), resolve(answer)),
        reject: (error) => (done(), reject(error)),
      });
      signal?.addEventListener("abort", cancel, { once: true });
    });
  }

  /**
   * Sends a notification, such as `bridge.panelClosed`.
   *
   * @param method The name.
   * @param params The parameters.
   * @throws {RangeError} If the message is over a limit, as in {@linkcode BridgeClient.invoke}.
   */
  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /**
   * Sends a signal: something happened in the player (native-actions.md).
   *
   * @param signal The name and the parameters.
   * @throws {TypeError} If there is no signal of that name.
   */
  signal(signal: SignalInput): void {
    requireKnown("signal", signal.name, Object.keys(signals));
    this.notify(signal.name, signal.params);
  }

  /** The names of the implemented native actions; undefined before any is implemented. */
  get actions(): readonly ActionName[] | undefined {
    return this.#actions.names;
  }

  /**
   * Implements native actions in addition to those implemented already. An action of the same name is replaced.
   *
   * @param actions The actions. Each is called as a method of this object.
   * @returns The names of the native actions that are still missing.
   * @throws {TypeError} If the name of a function is not that of a native action.
   */
  implement(actions: ActionTable): ActionName[] {
    return this.#actions.implement(actions);
  }

  /**
   * Asks the player itself for a native action, as a bridge does.
   *
   * @param name The native action.
   * @param params Its parameters.
   * @returns The answer; undefined when the player fails or lacks the action.
   */
  askPlayer<Name extends ActionName>(
    name: Name,
    params: ActionParams<Name>,
  ): Promise<ActionAnswer<Name> | undefined> {
    return this.#actions.ask(name, params);
  }

  /**
   * Listens to all events.
   *
   * @param listener Called with each event, in order. An error that it throws is reported as uncaught.
   * @param options A signal that removes the listener.
   * @returns A function that removes the listener.
   */
  onEvent(
    listener: (message: EventMessage) => void,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): () => void {
    return listen(this.#eventListeners, listener, options.signal);
  }

  /**
   * Ends the bridge's input, and waits until the bridge has finished and the user's settings are given back, for that at
   * most a second.
   */
  async close(): Promise<void> {
    await Promise.race([this.#writer.atMost(0), this.ended]);
    await Promise.race([this.#options.sink.end(), this.ended]);
    await this.ended;
    await within(systemClock, GIVE_BACK_MS, this.gaveBack);
  }

  /**
   * Abandons the connection: pending calls are rejected, and input is ignored. The user's settings are given back if the
   * bridge has not done so (see {@linkcode BridgeClient.gaveBack}).
   *
   * @param reason The error for pending and later calls.
   */
  abandon(reason: BridgeGone = new BridgeGone("the bridge has gone")): void {
    if (this.gone.aborted) return;
    clearTimeout(this.#abandonTimer);
    this.#writer.close();
    this.#options.sink.end().catch(() => {
      // The bridge has closed its end already.
    });
    this.#gone.abort(reason);
    for (const { reject } of this.#calls.values()) reject(reason);
    this.#calls.clear();
    void this.#actions.giveBack().then(this.#settleGaveBack);
    this.#settleEnded();
  }

  #abandonSoon(): void {
    if (!this.gone.aborted) this.#abandonTimer ??= setTimeout(() => this.abandon(), LAST_OUTPUT_MS);
  }

  #send(message: object): void {
    const text = JSON.stringify(message);
    const excess = textExcess(text, jsonLimits(this.#maxFrameBytes));
    if (excess !== undefined) throw new RangeError(`the message has ${excess}`);
    if (!this.#writer.write(text)) {
      throw new RangeError(`the message is over the frame limit of ${this.#maxFrameBytes} bytes`);
    }
  }

  async #readAll(): Promise<void> {
    try {
      while (await this.#readSome());
    } catch (error) {
      // A defect of the client ends the connection: no call may wait for an answer that is not read.
      report(error);
    }
    this.#abandonSoon();
    this.abandon(await this.#options.whyGone?.());
  }

  /** Reads once and handles the messages. Returns false at the end of the output. */
  async #readSome(): Promise<boolean> {
    let count: number | null;
    try {
      count = await this.#options.source.read(this.#decoder.space());
    } catch {
      // Treat a broken pipe as the end of the output.
      count = null;
    }
    if (count === null) return false;
    this.#decoder.filled(count);
    for (let frame = this.#decoder.next(); frame; frame = this.#decoder.next()) {
      if (this.gone.aborted) return false;
      if (frame.kind === "body") await this.#receive(frame.text);
      else this.#stray(frame.kind);
    }
    return true;
  }

  /** Handles one message. Handle the next one only after the returned promise has settled. */
  #receive(text: string): Promise<void> | undefined {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      // The message of the SyntaxError adds nothing.
      return this.#stray(text);
    }
    const message = readMessage(body);
    if (message.kind === "call" && message.id !== undefined) {
      void this.#actions.serve(message.id, message);
      return undefined;
    }
    if (message.kind === "call" && message.method === "event" && isEvent(message.params)) {
      const { params } = message;
      return this.#turn.end().then(() => this.#emit(params));
    }
    if (message.kind === "response" && this.#settle(message)) return undefined;
    return this.#stray(text);
  }

  /** Settles the call that a response answers. Returns false if there is none. */
  #settle({ id, result, error }: ResponseMessage): boolean {
    const call = id === null ? undefined : this.#calls.get(id);
    if (id === null || !call) return false;
    this.#calls.delete(id);
    this.#turn.resume();
    call.resolve({ result, error });
    return true;
  }

  #emit({ event, panel, data }: EventMessage): void {
    const message: EventMessage = { event, panel, data };
    this.#observe((observer) => observer.onEvent?.(message));
    tell(this.#eventListeners, message);
  }

  #stray(text: string): undefined {
    this.#observe((observer) => observer.onStray?.(text));
  }

  #observe(show: (observer: WireObserver) => void): void {
    try {
      if (this.#options.observer) show(this.#options.observer);
    } catch (error) {
      report(error);
    }
  }
}

function isEvent(params: unknown): params is EventMessage {
  return typeof params === "object" && params !== null && "event" in params &&
    typeof params.event === "string";
}

function isRpcError(error: unknown): error is RpcErrorObject {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "number" &&
    "message" in error && typeof error.message === "string";
}
