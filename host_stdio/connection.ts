/**
 * One connection with a player: bytes in, frames, messages, calls to the application, and messages back (protocol.md).
 * It knows no operation.
 */

import { jsonLimits, type WireLimits } from "../limits/wire.ts";
import type { ActionAnswer, ActionName, ActionParams } from "./api/native_actions.ts";
import { checkSignal, isSignal, type SignalMessage } from "./api/signals.ts";
import type { Application, ConnectionLink } from "./application.ts";
import { Call, type CallHandler, Calls } from "./calls.ts";
import { type Clock, within } from "./clock.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { type CallMessage, readMessage, type ResponseMessage } from "./envelope.ts";
import { rpcError, type RpcErrorObject } from "./errors.ts";
import { EventLoopTurn, type InNextTurn } from "./event_loop.ts";
import { type ByteSource, type Frame, FrameDecoder } from "./frame_decoder.ts";
import { type ByteSink, drain, FrameWriter } from "./frame_writer.ts";
import type { MessageHead } from "./json_shape.ts";
import { isLifecycleName } from "./lifecycle.ts";
import { LifecycleHandlers } from "./lifecycle_handlers.ts";
import { MessageWriter } from "./message_writer.ts";
import { NativeRequests, type ResponseCounts } from "./native_requests.ts";
import type { Settle } from "./player.ts";

export interface ConnectionOptions {
  readonly source: ByteSource;
  readonly sink: ByteSink;
  readonly limits: WireLimits;
  readonly clock: Clock;
  readonly diagnostics: Diagnostics;
  /** See {@linkcode EventLoopTurn}. */
  readonly inNextTurn?: InNextTurn;
  /** Makes the application that the connection serves. */
  readonly application: (link: ConnectionLink) => Application;
}

/**
 * How a connection ended: the input ended between two frames or inside one, or could not be read; the player closed the
 * output, it could not be written, or the player did not read it to the end; or {@linkcode Connection.stop} was called.
 */
export type ConnectionEnd =
  | "end"
  | "endInsideFrame"
  | "inputFailed"
  | "outputClosed"
  | "outputFailed"
  | "outputUnread"
  | "stopped";

/** How long calls in flight may take after the end of the input before they are aborted, in milliseconds. */
const END_GRACE_MS = 500;

/** Reading pauses while more long responses than this are being written: each is in memory as values and as text. */
const MAX_LONG_RESPONSES = 2;

/** Handles a message. The next one may be handled when the returned promise has settled. */
type Handle = () => Promise<void> | undefined;

/** One connection with a player. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #decoder: FrameDecoder;
  readonly #frames: FrameWriter;
  readonly #messages: MessageWriter;
  readonly #requests: NativeRequests;
  readonly #calls: Calls;
  readonly #application: Application;
  readonly #lifecycle: LifecycleHandlers;
  readonly #turn: EventLoopTurn;
  /** How many times input was read. */
  #reads = 0;
  #ended = false;
  readonly #stopped = Promise.withResolvers<"outputClosed" | "outputFailed" | "stopped">();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { limits, clock, diagnostics } = options;
    this.#turn = new EventLoopTurn(options.inNextTurn);
    this.#decoder = new FrameDecoder(
      limits.maxFrameBytes,
      jsonLimits(limits.maxFrameBytes),
      () => clock.monotonic(),
    );
    this.#frames = new FrameWriter(options.sink, limits.maxFrameBytes, this.#onOutputGone);
    this.#messages = new MessageWriter({
      frames: this.#frames,
      turn: this.#turn,
      limits,
      clock,
      diagnostics,
    });
    this.#requests = new NativeRequests({
      send: (message) => this.#messages.send(message),
      position: () => this.#frames.position,
      onRead: (position) => this.#frames.readUpTo(position),
      reads: () => this.#reads,
      clock,
      actionTimeoutMs: limits.actionTimeoutMs,
      maxKeptBytes: limits.maxQueueBytes,
      diagnostics,
    });
    this.#calls = new Calls({ requests: this.#requests, messages: this.#messages, limits, diagnostics });
    this.#application = options.application({
      player: {
        request: <Name extends ActionName>(name: Name, params: ActionParams<Name>, panel?: string) =>
          this.#requests.request(name, params, panel) as Promise<ActionAnswer<Name>>,
        // The answer was checked against the schema of this action.
        ask: (name, params, settle, panel) => this.#requests.ask(name, params, settle as Settle, panel),
        tell: (name, params, panel) => this.#requests.ask(name, params, undefined, panel),
      },
      isOutputFull: () => this.#isOutputFull,
      outputRead: () => this.#frames.atMost(limits.maxQueueBytes / 8),
      startTimeoutMs: limits.startTimeoutMs,
      sendEvent: (event, data, panel) => this.#messages.event(event, data, panel),
    });
    this.#lifecycle = new LifecycleHandlers({
      application: this.#application,
      calls: this.#calls,
      limits,
    });
  }

  /** Whether no call waits for its answer. */
  get isIdle(): boolean {
    return this.#calls.isIdle;
  }

  /** Counts of the player's responses. */
  get responseCounts(): Readonly<ResponseCounts> {
    return this.#requests.counts;
  }

  /**
   * Serves the player until it goes. Accepted calls are finished and answered, and the application is closed.
   *
   * @returns How it ended.
   */
  async run(): Promise<ConnectionEnd> {
    const end = await Promise.race([this.#readAll(), this.#stopped.promise]);
    this.#ended = true;
    this.#requests.endInput();
    if (end === "endInsideFrame") this.#report("error", "the input ended inside a frame");
    const canWrite = end !== "outputClosed" && end !== "outputFailed";
    if (canWrite) await within(this.#options.clock, END_GRACE_MS, this.#calls.atMost(0));
    this.#calls.abort();
    await this.#application.close();
    if (canWrite) await this.#calls.atMost(0);
    const bytes = await drain(this.#frames, this.#options.clock);
    this.#frames.close();
    if (bytes === 0) return end;
    this.#report("error", "the player has not read {bytes} bytes of the output", { bytes });
    return "outputUnread";
  }

  /** Ends {@linkcode Connection.run}: accepted calls are finished, nothing more is read. */
  stop(): void {
    this.#stopped.resolve("stopped");
  }

  async #readAll(): Promise<"end" | "endInsideFrame" | "inputFailed"> {
    const { source, limits } = this.#options;
    const pauseAbove = 2 * limits.maxQueueBytes;
    const decoder = this.#decoder;
    while (true) {
      // Reading does not wait for writing, but a player that never reads must not fill the memory.
      if (this.#frames.queuedBytes > pauseAbove) await this.#frames.atMost(pauseAbove);
      if (this.#messages.longResponses > MAX_LONG_RESPONSES) {
        await this.#messages.atMostLong(MAX_LONG_RESPONSES);
      }
      // Write pending output before a read: the read wakes another thread, which runs first on a busy processor.
      if (this.#turn.isResumed) await this.#turn.output();
      this.#frames.flush();
      let count: number | null;
      try {
        count = await source.read(decoder.space());
      } catch (error) {
        this.#report("error", "the input cannot be read: {error}", { error });
        return "inputFailed";
      }
      // Ignore input after stop().
      if (this.#ended) return "end";
      if (count === null) return decoder.insideFrame ? "endInsideFrame" : "end";
      this.#reads++;
      decoder.filled(count);
      for (let frame = decoder.next(); frame; frame = decoder.next()) {
        const taken = this.#receive(frame);
        if (!taken) continue;
        const handle = await taken;
        if (this.#ended) return "end";
        // In the same job as the next frames: calls that came together are handled together.
        const handled = handle?.();
        if (!handled) continue;
        await handled;
        if (this.#ended) return "end";
      }
    }
  }

  /**
   * Handles a frame. Handle the next one only after the returned promise has settled, and after the function was called that
   * it may settle with.
   */
  #receive(frame: Frame): Promise<Handle | void> | undefined {
    const { maxFrameBytes } = this.#options.limits;
    switch (frame.kind) {
      case "body":
        return this.#receiveBody(frame.text);
      case "malformed":
        return this.#refuseFrame("parse", frame.reason);
      case "tooLarge":
        return this.#refuseFrame("frameTooLarge", `${frame.bytes} bytes, the limit is ${maxFrameBytes}`);
      case "tooComplex":
        return this.#refuseComplex(frame.head, frame.reason);
    }
  }

  /** Refuses a message that was not parsed, as {@linkcode Connection.#receiveBody} refuses one with a defect. */
  #refuseComplex({ id, isCall }: MessageHead, reason: string): undefined {
    const isFree = id === null || !this.#calls.has(id);
    if (isCall || !this.#requests.wasAsked(id)) {
      return this.#refuse(isFree ? id : null, rpcError("frameTooLarge", reason));
    }
    return this.#receiveResponse({
      kind: "response",
      id,
      result: undefined,
      error: undefined,
      defect: reason,
    });
  }

  #receiveBody(text: string): Promise<Handle | void> | undefined {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      // The message of the SyntaxError quotes the text and says no more than this.
      return this.#refuseFrame("parse", "the body is not JSON");
    }
    const message = readMessage(body);
    switch (message.kind) {
      case "call": {
        const loading = this.#application.load(message.method);
        return loading ? this.#loaded(loading, message, text) : this.#receiveMessage(message, text);
      }
      case "response":
        return this.#receiveResponse(message, text.length);
      case "invalid":
        return this.#refuse(message.id, rpcError("invalidRequest", message.reason));
    }
  }

  /** Waits until what a call or a signal needs is loaded. Returns a function that handles it. */
  async #loaded(loading: Promise<void>, message: CallMessage, text: string): Promise<Handle> {
    try {
      await loading;
    } catch (error) {
      this.#report("error", "a defect of the bridge: {error}", { error });
      const isFree = message.id === undefined || !this.#calls.has(message.id);
      return () => this.#refuse(isFree ? message.id : null, rpcError("internal"));
    }
    return () => this.#receiveMessage(message, text);
  }

  #receiveMessage(message: CallMessage, text: string): Promise<void> | undefined {
    return isSignal(message) ? this.#receiveSignal(message) : this.#receiveCall(message, text);
  }

  #receiveResponse(message: ResponseMessage, length?: number): undefined {
    const { id, defect } = message;
    if (defect !== undefined && !this.#requests.wasAsked(id)) {
      // Under the id of a call, the player would take the error for the answer of that call.
      const isCall = id !== null && this.#calls.has(id);
      return this.#refuse(isCall ? null : id, rpcError("invalidRequest", defect));
    }
    this.#turn.resume();
    this.#requests.settle(message, length);
  }

  #receiveSignal({ method, params }: CallMessage): Promise<void> | undefined {
    if (this.#application.ignores(method)) return undefined;
    const checked = checkSignal(method, params);
    if (!checked) return this.#refuse(undefined, rpcError("methodNotFound", method));
    if (!checked.misfit) return this.#deliver(checked.value);
    const { expected, isMissing, place } = checked.misfit;
    const [problem, more] = isMissing ? ["missing", {}] : ["not {expected}", { expected }];
    this.#report("warning", `{name} does not fit and was ignored: {place} is ${problem}`, {
      name: method,
      place: place || "params",
      ...more,
    });
    return undefined;
  }

  /** Passes a signal on once every response that the player's earlier messages cause is queued. */
  async #deliver(signal: SignalMessage): Promise<void> {
    await this.#turn.end();
    // The playback time comes once a second, and no long response depends on it.
    if (signal.name !== "signal.playbackTime") await this.#messages.longResponsesQueued();
    if (!this.#ended) this.#application.onSignal(signal);
  }

  #receiveCall(message: CallMessage, text: string): Promise<void> | undefined {
    const { id, panel } = message;
    const handler = this.#handlerOf(message);
    const params = message.params ?? {};
    if (typeof handler !== "function") return this.#refuse(id, handler);
    if (typeof params !== "object" || Array.isArray(params)) {
      return this.#refuse(id, rpcError("invalidParams", "params must be an object"));
    }
    const call = new Call(id, panel, this.#requests);
    this.#calls.start(handler, params as Record<string, unknown>, call, text);
    return this.#lifecycle.takeInitializing();
  }

  /** Returns the handler of a call, or the error that refuses it. */
  #handlerOf({ id, method, panel }: CallMessage): CallHandler | RpcErrorObject {
    if (id !== undefined && this.#calls.has(id)) {
      return rpcError("invalidRequest", `id ${JSON.stringify(id)} is still in use`);
    }
    // A call with a panel comes from a page: the player passes the method on as the page names it.
    const isLifecycle = panel === undefined && isLifecycleName(method);
    // Lifecycle notifications stay allowed during shutdown.
    if (this.#lifecycle.isShuttingDown && !(isLifecycle && id === undefined)) {
      return rpcError("invalidRequest", "shutting down");
    }
    if (isLifecycle) return this.#lifecycle.find(method);
    if (this.#isOutputFull || this.#calls.isFull) return rpcError("overloaded");
    return this.#application.find(method) ?? rpcError("methodNotFound", method);
  }

  get #isOutputFull(): boolean {
    return this.#frames.queuedBytes > this.#options.limits.maxQueueBytes;
  }

  #refuseFrame(...error: Parameters<typeof rpcError>): undefined {
    return this.#refuse(null, rpcError(...error));
  }

  #refuse(...answer: Parameters<MessageWriter["error"]>): undefined {
    this.#messages.error(...answer);
  }

  readonly #report: Diagnostics["report"] = (...line) => this.#options.diagnostics.report(...line);

  readonly #onOutputGone = (error: unknown): void => {
    if (error instanceof Error && error.name === "BrokenPipe") {
      this.#report("info", "the player has closed the output");
      this.#stopped.resolve("outputClosed");
    } else {
      this.#report("error", "the output cannot be written: {error}", { error });
      this.#stopped.resolve("outputFailed");
    }
  };
}
