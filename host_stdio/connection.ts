/**
 * One connection with a player: bytes in, frames, messages, calls to the application, and all the way back
 * (protocol.md). It knows no operation.
 *
 * @module
 */

import { MAX_CALLS_IN_FLIGHT, maxContainers, type WireLimits } from "../limits/wire.ts";
import { Call } from "./call.ts";
import type { Clock } from "./clock.ts";
import { parsedBytes } from "./container_count.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { type CallMessage, type Id, readMessage, type ResponseMessage } from "./envelope.ts";
import { RpcError, rpcError, rpcErrorBeginning, type RpcErrorObject } from "./errors.ts";
import { type Frame, FrameDecoder } from "./frame_decoder.ts";
import { type ByteSink, FrameWriter } from "./frame_writer.ts";
import { isLong, jsonParts, jsonText, partsOf } from "./json_text.ts";
import {
  checkLifecycle,
  isLifecycleName,
  type LifecycleAnswer,
  type LifecycleName,
  type LifecycleParams,
  PROTOCOL_VERSION,
} from "./lifecycle.ts";
import type { ActionAnswer, ActionName, ActionParams } from "./native_actions.ts";
import { NativeRequests, type ResponseCounts } from "./native_requests.ts";
import { CancelledError, type Player } from "./player.ts";
import { type AnySchema, checkValue } from "./schema_check.ts";
import { type SignalMessage, type SignalName, signals } from "./signals.ts";

/** What bytes are read from, such as `Deno.stdin`. */
export interface ByteSource {
  /**
   * Reads some bytes.
   *
   * @param buffer Where to put them.
   * @returns How many; null at the end.
   */
  read(buffer: Uint8Array): Promise<number | null>;
}

/** Carries a call out. What it throws becomes the response's error: {@linkcode RpcError} as it is, others as defects. */
export type CallHandler = (params: Readonly<Record<string, unknown>>, call: Call) => unknown;

/** What the connection serves. */
export interface Application {
  /** Name and version of the bridge. */
  readonly bridge: { readonly name: string; readonly version: string };
  /** The names of all operations, for `bridge.initialize`. */
  readonly operations: readonly string[];
  /** The names of all events, for `bridge.initialize`. */
  readonly events: readonly string[];
  /**
   * Looks an operation up.
   *
   * @param method Its full name.
   * @returns What carries it out; undefined when there is none of that name.
   */
  find(method: string): CallHandler | undefined;
  /**
   * Loads what a call or a signal needs and was not needed before.
   *
   * @param name The method, or the name of the signal.
   * @returns Settles when it is there; undefined when nothing is missing. Rejected when it cannot be loaded.
   */
  load(name: string): Promise<void> | undefined;
  /**
   * The player tells which native actions it carries out.
   *
   * @param actions Their names; undefined when it does not tell.
   * @returns The operations that cannot work without another one; undefined when it does not tell.
   */
  unsupportedBy(actions: readonly string[] | undefined): readonly string[] | undefined;
  /** Something happened in the player. */
  onSignal(signal: SignalMessage): void;
  /** An external plugin registers its operations. */
  registerPlugin(params: LifecycleParams<"bridge.registerPlugin">): LifecycleAnswer<"bridge.registerPlugin">;
  /** An external plugin goes. */
  unregisterPlugin(
    params: LifecycleParams<"bridge.unregisterPlugin">,
  ): LifecycleAnswer<"bridge.unregisterPlugin">;
  /** A panel has closed. */
  onPanelClosed(panel: string): void;
  /**
   * Brings everything to its end: logs written, the player's own state restored, whatever changes nothing and may take
   * long cut short. Called more than once.
   */
  close(): Promise<void>;
}

/** The connection as the application uses it outside calls. */
export interface ConnectionLink {
  /** The player, asked in the name of no call. */
  readonly player: Player & {
    request<Name extends ActionName>(
      name: Name,
      params: ActionParams<Name>,
      panel?: string,
    ): Promise<ActionAnswer<Name>>;
    tell<Name extends ActionName>(name: Name, params: ActionParams<Name>): void;
  };
  /** Whether so much waits for the player to read that no more should be made for it (protocol.md, "Flow control"). */
  readonly isOutputFull: () => boolean;
  /**
   * Sends an event.
   *
   * @param event Its name.
   * @param data Its payload.
   * @param panel Whom to; undefined for every panel.
   */
  sendEvent(event: string, data: unknown, panel: string | undefined): void;
}

/** What a connection is made with. */
export interface ConnectionOptions {
  /** Where the player's bytes come from. */
  readonly source: ByteSource;
  /** Where the bridge's bytes go. */
  readonly sink: ByteSink;
  /** The limits. */
  readonly limits: WireLimits;
  /** The time. */
  readonly clock: Clock;
  /** Where what is of interest to people goes. */
  readonly diagnostics: Diagnostics;
  /** Makes what is served. */
  readonly application: (link: ConnectionLink) => Application;
}

/**
 * How a connection ended: the input ended between two frames, inside one, or could not be read; the output was closed by
 * the player or could not be written; or it was stopped from this side.
 */
export type ConnectionEnd =
  | "end"
  | "endInsideFrame"
  | "inputFailed"
  | "outputClosed"
  | "outputFailed"
  | "stopped";

/**
 * How long accepted calls may take once the input has ended before the application is closed and cuts short what it can,
 * in milliseconds. A player that was killed leaves a bridge behind that nobody else ends, and it is to end within a second.
 */
const END_GRACE_MS = 500;

/** What may have to wait before it is taken: a signal, or a call whose operation is not loaded yet. */
type HeldMessage =
  | { readonly kind: "signal"; readonly signal: SignalMessage }
  | {
    readonly kind: "call";
    readonly message: CallMessage;
    readonly frame: BodyFrame;
    readonly loading: Promise<void>;
  };

/**
 * How many promises may lie between an answer of the player and what the handler sends next for that to leave before the
 * next read is asked for. What takes more leaves a little later.
 */
const ANSWER_TICKS = 8;

/** How long a long answer is written before others have their turn, in milliseconds. */
const WRITING_MS = 10;
/** Reading pauses while more long answers are being written: each keeps its result in memory, as values and as text. */
const MAX_LONG_ANSWERS = 2;

/** One connection with a player. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #diagnostics: Diagnostics;
  readonly #decoder: FrameDecoder;
  readonly #writer: FrameWriter;
  readonly #requests: NativeRequests;
  readonly #application: Application;
  readonly #calls = new Map<Id, Call>();
  /** Calls under way, those without an id included. */
  #running = 0;
  /** What their messages may keep in memory together, in bytes. */
  #runningBytes = 0;
  #whenIdle: (() => void)[] = [];
  /** How many times input was read. */
  #reads = 0;
  /** The long answers that are being written. */
  readonly #longAnswers = new Set<Promise<void>>();
  #shuttingDown = false;
  #ended = false;
  /** Whether an answer of the player has let some handler go on since the last turn. */
  #answersDelivered = false;
  readonly #stopped = Promise.withResolvers<"outputClosed" | "outputFailed" | "stopped">();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#diagnostics = options.diagnostics;
    const { maxFrameBytes } = options.limits;
    this.#decoder = new FrameDecoder(maxFrameBytes, maxContainers(maxFrameBytes));
    this.#writer = new FrameWriter(options.sink, maxFrameBytes, this.#outputGone);
    this.#requests = new NativeRequests({
      send: (message) => this.#send(message),
      position: () => this.#writer.position,
      onRead: (position) => this.#writer.readUpTo(position),
      reads: () => this.#reads,
      clock: options.clock,
      actionTimeoutMs: options.limits.actionTimeoutMs,
      diagnostics: options.diagnostics,
    });
    this.#application = options.application({
      player: {
        request: <Name extends ActionName>(name: Name, params: ActionParams<Name>, panel?: string) =>
          this.#requests.request(name, params, panel) as Promise<ActionAnswer<Name>>,
        tell: (name, params) => this.#requests.tell(name, params),
      },
      isOutputFull: () => this.#isOutputFull(),
      sendEvent: (event, data, panel) => this.#sendEvent(event, data, panel),
    });
  }

  /** What became of the player's responses. */
  get responseCounts(): Readonly<ResponseCounts> {
    return this.#requests.counts;
  }

  /**
   * Serves the player until it goes. Whatever was accepted is finished and answered, and the application is closed.
   *
   * @returns How it ended.
   */
  async run(): Promise<ConnectionEnd> {
    const end = await Promise.race([this.#readAll(), this.#stopped.promise]);
    this.#ended = true;
    this.#requests.endInput();
    if (end === "endInsideFrame") this.#diagnostics.report("error", "the input ended inside a frame");
    // Nobody can be answered any more when the output is gone.
    const isAnswered = end !== "outputClosed" && end !== "outputFailed";
    if (isAnswered) await this.#idleWithin(END_GRACE_MS);
    await this.#application.close();
    if (isAnswered) await this.#idle(0);
    await this.#writer.atMost(0);
    this.#writer.close();
    return end;
  }

  /** Ends {@linkcode Connection.run} from this side: accepted calls are finished, nothing more is read. */
  stop(): void {
    this.#stopped.resolve("stopped");
  }

  async #readAll(): Promise<"end" | "endInsideFrame" | "inputFailed"> {
    const { source, limits } = this.#options;
    const decoder = this.#decoder;
    let answers = 0;
    while (true) {
      // Reading never waits for writing, except that a player which only ever writes must not fill the memory.
      const pauseAbove = 2 * limits.maxQueueBytes;
      if (this.#writer.queuedBytes > pauseAbove) await this.#writer.atMost(pauseAbove);
      while (this.#longAnswers.size > MAX_LONG_ANSWERS) await Promise.race(this.#longAnswers);
      if (this.#requests.counts.matched !== answers) await this.#ticks();
      // Before the next read is asked for: that wakes another thread, which would go first.
      this.#writer.flush();
      answers = this.#requests.counts.matched;
      let count: number | null;
      try {
        count = await source.read(decoder.space());
      } catch (error) {
        this.#diagnostics.report("error", "the input cannot be read: {error}", { error });
        return "inputFailed";
      }
      // What comes after the connection was ended from this side is nobody's any more.
      if (this.#ended) return "end";
      if (count === null) return decoder.insideFrame ? "endInsideFrame" : "end";
      this.#reads++;
      decoder.filled(count);
      for (let frame = decoder.next(); frame; frame = decoder.next()) {
        const held = this.#receive(frame);
        if (!held) continue;
        await this.#takeHeld(held);
        if (this.#ended) return "end";
      }
    }
  }

  /** Lets what answers of the player have made possible run, as far as it waits for nothing else. */
  async #ticks(): Promise<void> {
    for (let tick = 0; tick < ANSWER_TICKS; tick++) await undefined;
  }

  /** Takes a message when its time has come; nothing behind it is read before. */
  async #takeHeld(held: HeldMessage): Promise<void> {
    if (held.kind === "signal") {
      if (this.#answersDelivered) await this.#turn();
      // The time comes once a second and is about no long answer: it need not hold up what is read behind it.
      if (held.signal.name !== "signal.playbackTime") await Promise.all(this.#longAnswers);
      if (!await this.#loaded(this.#application.load(held.signal.name)) || this.#ended) return;
      this.#application.onSignal(held.signal);
    } else if (await this.#loaded(held.loading)) {
      if (!this.#ended) this.#receiveCall(held.message, held.frame);
    } else {
      this.#refuse(held.message.id, rpcError("internal"));
    }
  }

  /** Whether what was needed is there; if not, that is a defect. */
  async #loaded(loading: Promise<void> | undefined): Promise<boolean> {
    try {
      await loading;
      return true;
    } catch (error) {
      this.#reportDefect(error);
      return false;
    }
  }

  /**
   * Lets everything run that answers of the player have made possible, so that the responses are queued before an event
   * that a later signal causes (protocol.md, "Messages").
   */
  async #turn(): Promise<void> {
    await macrotask();
    this.#answersDelivered = false;
  }

  /** Takes one frame; what may have to wait is handed back. */
  #receive(frame: Frame): HeldMessage | undefined {
    if (frame.kind === "tooLarge") {
      this.#refuse(
        null,
        rpcError("frameTooLarge", `${frame.bytes} bytes, the limit is ${this.#options.limits.maxFrameBytes}`),
      );
      return undefined;
    }
    if (frame.kind === "tooDense") {
      const most = maxContainers(this.#options.limits.maxFrameBytes);
      this.#refuse(null, rpcError("frameTooLarge", `more than ${most} arrays and objects`));
      return undefined;
    }
    if (frame.kind === "malformed") {
      this.#refuse(null, rpcError("parse", frame.reason));
      return undefined;
    }
    let body: unknown;
    try {
      body = JSON.parse(frame.text);
    } catch {
      // SyntaxError, whose message quotes the text: it says no more than this.
      this.#refuse(null, rpcError("parse", "the body is not JSON"));
      return undefined;
    }
    const message = readMessage(body);
    switch (message.kind) {
      case "call":
        return this.#receiveCall(message, frame);
      case "response":
        this.#receiveResponse(message);
        return undefined;
      case "invalid":
        this.#refuse(message.id, rpcError("invalidRequest", message.reason));
        return undefined;
    }
  }

  #receiveResponse(message: ResponseMessage): void {
    const { id, defect } = message;
    if (defect !== undefined && !this.#requests.wasAsked(id)) {
      // Under the id of a call, the player would take it for the answer of that call.
      const isCall = id !== null && this.#calls.has(id);
      return this.#refuse(isCall ? null : id, rpcError("invalidRequest", defect));
    }
    this.#answersDelivered = true;
    this.#requests.settle(message);
  }

  #receiveCall(message: CallMessage, frame: BodyFrame): HeldMessage | undefined {
    const { id, method, panel } = message;
    const isSignal = panel === undefined && id === undefined && method.startsWith("signal.");
    if (isSignal) return this.#readSignal(method, message.params);
    const handler = this.#handlerOf(message);
    const params = message.params ?? {};
    if (handler instanceof Promise) return { kind: "call", message, frame, loading: handler };
    if (typeof handler !== "function") {
      this.#refuse(id, handler);
    } else if (typeof params !== "object" || Array.isArray(params)) {
      this.#refuse(id, rpcError("invalidParams", "params must be an object"));
    } else {
      const call = new Call(id, panel, this.#requests);
      this.#carryOut(handler, params as Record<string, unknown>, call, frame);
    }
    return undefined;
  }

  /** What carries a call out, why it is refused, or what has to be loaded before that is known. */
  #handlerOf({ id, method, panel }: CallMessage): CallHandler | RpcErrorObject | Promise<void> {
    if (id !== undefined && this.#calls.has(id)) {
      return rpcError("invalidRequest", `id ${JSON.stringify(id)} is still in use`);
    }
    // What comes on behalf of a panel is a page's call: the player passes the method on as the page has named it.
    const isLifecycle = panel === undefined && isLifecycleName(method);
    // What only ends things is welcome until the end.
    if (this.#shuttingDown && !(isLifecycle && id === undefined)) {
      return rpcError("invalidRequest", "shutting down");
    }
    if (isLifecycle) return this.#lifecycleHandlers[method];
    if (this.#isOverloaded()) return rpcError("overloaded");
    return this.#application.find(method) ?? this.#application.load(method) ??
      rpcError("methodNotFound", method);
  }

  /**
   * Whether too much waits: output for the player to read, or calls for the player or the disk. Pages call as fast as they
   * like, and each call keeps what it was given until it is done.
   */
  #isOverloaded(): boolean {
    // An action of a cancelled call waits for its answer still.
    return this.#isOutputFull() || this.#runningBytes > this.#options.limits.maxQueueBytes ||
      this.#running >= MAX_CALLS_IN_FLIGHT || this.#requests.size >= MAX_CALLS_IN_FLIGHT;
  }

  #isOutputFull(): boolean {
    return this.#writer.queuedBytes > this.#options.limits.maxQueueBytes;
  }

  #carryOut(
    handler: CallHandler,
    params: Readonly<Record<string, unknown>>,
    call: Call,
    frame: BodyFrame,
  ): void {
    let result: unknown;
    this.#running++;
    try {
      result = handler(params, call);
    } catch (error) {
      this.#running--;
      this.#answerError(call, error);
      return call.markAnswered();
    }
    let answered: Promise<void> | undefined;
    let bytes = 0;
    if (result instanceof Promise) {
      if (call.id !== undefined) this.#calls.set(call.id, call);
      bytes = keptBytes(frame);
      answered = result.then(
        (value) => this.#answer(call, value),
        (error: unknown) => this.#answerError(call, error),
      );
    } else {
      answered = this.#answer(call, result);
    }
    if (!answered) {
      // Nothing waits: nothing has to be remembered.
      this.#running--;
      return call.markAnswered();
    }
    this.#runningBytes += bytes;
    void answered.then(() => this.#finish(call, bytes));
  }

  #finish(call: Call, bytes: number): void {
    call.markAnswered();
    this.#running--;
    this.#runningBytes -= bytes;
    const waiting = this.#whenIdle;
    this.#whenIdle = [];
    for (const resolve of waiting) resolve();
  }

  /** Answers a call; of a long answer, settles when it is queued. */
  #answer(call: Call, result: unknown): Promise<void> | undefined {
    // A cancelled call was answered then.
    if (call.id === undefined || call.cancelled) return undefined;
    const { id } = call;
    const message = { jsonrpc: "2.0", id, result };
    try {
      if (isLong(message)) {
        // Before it is written, which may end at once and gives the id back.
        this.#calls.set(id, call);
        const writing = this.#answerInTurns(call, id, partsOf(message));
        this.#longAnswers.add(writing);
        return writing.finally(() => this.#longAnswers.delete(writing));
      }
      this.#queueAnswer(id, jsonText(message));
    } catch (error) {
      this.#answerError(call, error);
    }
    return undefined;
  }

  /** Writes a long answer in parts, between which other messages are served. */
  async #answerInTurns(call: Call, id: Id, rest: Iterable<string>): Promise<void> {
    const { clock, limits } = this.#options;
    const parts: string[] = [];
    let units = 0;
    let turnEnds = clock.monotonic() + WRITING_MS;
    try {
      for (const part of rest) {
        parts.push(part);
        units += part.length;
        if (units > limits.maxFrameBytes) break;
        if (clock.monotonic() < turnEnds) continue;
        await macrotask();
        if (call.cancelled) return;
        turnEnds = clock.monotonic() + WRITING_MS;
      }
    } catch (error) {
      // No string of the engine is long enough for a single text in it.
      if (!(error instanceof RangeError)) return this.#answerError(call, error);
      return this.#queueAnswer(id, undefined);
    }
    this.#queueAnswer(id, parts);
  }

  #queueAnswer(id: Id, text: string | string[] | undefined): void {
    // From now on the player may give the id to another call.
    this.#calls.delete(id);
    const { maxFrameBytes } = this.#options.limits;
    if (text === undefined) {
      this.#refuse(id, rpcError("frameTooLarge", "the answer is too long"));
    } else if (!this.#writer.write(text)) {
      this.#refuse(id, rpcError("frameTooLarge", `the answer is over ${maxFrameBytes} bytes`));
    }
  }

  #answerError(call: Call, error: unknown): void {
    // The id of a cancelled call may have been given to another one since.
    if (call.cancelled) return;
    if (call.id !== undefined) this.#calls.delete(call.id);
    if (error instanceof RpcError) return this.#refuse(call.id, error.object);
    if (error instanceof CancelledError) return this.#refuse(call.id, rpcError("cancelled"));
    this.#reportDefect(error);
    this.#refuse(call.id, rpcError("internal"));
  }

  #reportDefect(error: unknown): void {
    this.#diagnostics.report("error", "a defect of the bridge: {error}", { error });
  }

  /** Answers an error; one that nobody can be told is reported. */
  #refuse(id: Id | null | undefined, error: RpcErrorObject): void {
    if (id === undefined) {
      this.#diagnostics.report("warning", "a notification was ignored: {reason}", { reason: error.message });
    } else if (!this.#send({ jsonrpc: "2.0", id, error })) {
      // What the error repeats of the message fills the frame; if it is the id, it can only be told under none.
      const { code } = error;
      const brief = { jsonrpc: "2.0", id, error: { code, message: rpcErrorBeginning(code) } };
      if (!this.#send(brief)) {
        this.#send({ jsonrpc: "2.0", id: null, error: rpcError("frameTooLarge", "no answer fits this id") });
      }
    }
  }

  /** Queues a message; false when it is over the frame limit. */
  #send(message: object): boolean {
    const text = jsonParts(message);
    return text !== undefined && this.#writer.write(text);
  }

  #readSignal(name: string, params: unknown): HeldMessage | undefined {
    if (!Object.hasOwn(signals, name)) {
      this.#refuse(undefined, rpcError("methodNotFound", name));
      return undefined;
    }
    const schema: AnySchema = signals[name as SignalName].params;
    const checked = checkValue(schema, params ?? {});
    if (!checked.misfit) return { kind: "signal", signal: { name, params: checked.value } as SignalMessage };
    const { expected, isMissing, place } = checked.misfit;
    const [problem, more] = isMissing ? ["missing", {}] : ["not {expected}", { expected }];
    this.#diagnostics.report("warning", `{name} does not fit and was ignored: {place} is ${problem}`, {
      name,
      place: place || "params",
      ...more,
    });
    return undefined;
  }

  #sendEvent(event: string, data: unknown, panel: string | undefined): void {
    if (!this.#send({ jsonrpc: "2.0", method: "event", params: { event, panel, data } })) {
      this.#diagnostics.report("error", "the event {event} is over the frame limit and was dropped", {
        event,
      });
    }
  }

  readonly #outputGone = (error: unknown): void => {
    if (error instanceof Error && error.name === "BrokenPipe") {
      this.#diagnostics.report("info", "the player has closed the output");
      this.#stopped.resolve("outputClosed");
    } else {
      this.#diagnostics.report("error", "the output cannot be written: {error}", { error });
      this.#stopped.resolve("outputFailed");
    }
  };

  /** Settles when no call is under way any more, or after some milliseconds. */
  async #idleWithin(milliseconds: number): Promise<void> {
    const { promise: later, resolve } = Promise.withResolvers<void>();
    const cancelTimer = this.#options.clock.after(milliseconds, resolve);
    await Promise.race([this.#idle(0), later]);
    cancelTimer();
  }

  /** Settles when no more than so many calls are under way. */
  async #idle(running: number): Promise<void> {
    while (this.#running > running) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  /** Finishes all that was accepted, for a call that is itself under way. */
  async #finishAll(): Promise<Record<string, never>> {
    await this.#idle(1);
    await this.#application.close();
    return {};
  }

  readonly #lifecycleHandlers: { readonly [Name in LifecycleName]: CallHandler } = {
    "bridge.initialize": (params) => {
      const { actions } = checkLifecycle("bridge.initialize", params);
      const { bridge, operations, events } = this.#application;
      const unsupported = this.#application.unsupportedBy(actions ?? undefined);
      const { limits } = this.#options;
      const offer = { protocolVersion: PROTOCOL_VERSION, bridge, operations, events, limits };
      return unsupported ? { ...offer, unsupported } : offer;
    },
    "bridge.registerPlugin": (params) =>
      this.#application.registerPlugin(checkLifecycle("bridge.registerPlugin", params)),
    "bridge.unregisterPlugin": (params) =>
      this.#application.unregisterPlugin(checkLifecycle("bridge.unregisterPlugin", params)),
    "bridge.panelClosed": (params) => {
      this.#application.onPanelClosed(checkLifecycle("bridge.panelClosed", params).panel);
      return {};
    },
    "bridge.cancel": (params) => {
      const { id } = checkLifecycle("bridge.cancel", params);
      const call = this.#calls.get(id);
      if (call) {
        this.#calls.delete(id);
        call.cancel();
        this.#refuse(id, rpcError("cancelled"));
      }
      return {};
    },
    "bridge.shutdown": () => {
      // Without an id it can come again, and asks for nothing more. Two that waited would wait for each other.
      if (this.#shuttingDown) return {};
      this.#shuttingDown = true;
      return this.#finishAll();
    },
  };
}

/** Lets everything else run: a macrotask begins only when no microtask is left. */
function macrotask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** A frame that holds a message. */
type BodyFrame = Extract<Frame, { kind: "body" }>;

/**
 * Up to this length, in UTF-16 code units, a message is not looked through, which would take as long as all else that is
 * done for it here: as many calls as may be under way keep 500 MB at the very most.
 */
const SHORT_MESSAGE = 256;

/** What a call may keep in memory of its message while it is under way, in bytes. */
function keptBytes({ text }: BodyFrame): number {
  return text.length <= SHORT_MESSAGE ? text.length : parsedBytes(text);
}
