/**
 * Takes the bridge's place for a check: sends requests as the bridge does, and checks the player's messages against the
 * schemas.
 */

import { allEvents, allOperations } from "../../handlers/all.ts";
import { extensionNames } from "../../host_stdio/api/extension_names.ts";
import { type ActionAnswer, type ActionName, nativeActions } from "../../host_stdio/api/native_actions.ts";
import { type SignalMessage, type SignalName, signals } from "../../host_stdio/api/signals.ts";
import { readMessage, type ResponseMessage } from "../../host_stdio/envelope.ts";
import { jsonText } from "../../host_stdio/json_text.ts";
import { isLifecycleName, lifecycle } from "../../host_stdio/lifecycle.ts";
import { type AnySchema, checkValue, schemaOf } from "../../host_stdio/schema_check.ts";
import { PROTOCOL_VERSION } from "../../limits/wire.ts";
import { defaultWireLimits } from "../../limits/wire.ts";
import { FrameCutter, frameOf, parseBody } from "../support/frames.ts";
import { within } from "../support/timeout.ts";

/** The player breaks a rule. The message names the expected and the actual value. */
export class RuleBroken extends Error {
  override name = "RuleBroken";
}

/** The player does not implement an action that a rule needs. */
export class ActionMissing extends Error {
  override name = "ActionMissing";

  constructor(readonly action: string) {
    super(`the player does not carry out ${action}`);
  }
}

/** The player has ended the conversation. */
export class PlayerGone extends Error {
  override name = "PlayerGone";
}

/** The error of a response. */
export interface Refusal {
  readonly code: unknown;
  readonly message: unknown;
}

/** A signal and its position: the number of messages before it. */
export interface HeardSignal {
  readonly signal: SignalMessage;
  readonly at: number;
}

/** The last request and its answer, as JSON. */
export interface Exchange {
  readonly sent: string;
  readonly came: string;
  /** The position after the answer. */
  readonly at: number;
}

/** The two pipes of a bridge. */
export interface Pipes {
  /** From the player. */
  readonly readable: ReadableStream<Uint8Array>;
  /** To the player. */
  readonly writable: WritableStream<Uint8Array>;
}

/** Time limits of a check. */
export interface Timeouts {
  /** For an answer, in milliseconds. */
  readonly answerMs: number;
  /** For a signal, in milliseconds. */
  readonly signalMs: number;
}

/** A response and the position after it. */
interface Answer {
  readonly message: ResponseMessage;
  readonly at: number;
}

type Params = Readonly<Record<string, unknown>>;

/** At most this many signals are kept. */
const MAX_SIGNALS = 20_000;

/** Maximum length of a message in reports, in characters. */
const MAX_TOLD = 10_000;

/** The bridge's end of a conversation. */
export class BridgeSeat {
  /** The player as it names itself; undefined until it has sent `bridge.initialize`. */
  player: { readonly name: string; readonly version: string } | undefined;
  /** The native actions in `bridge.initialize`; undefined when the player lists none. */
  claimed: ReadonlySet<string> | undefined;
  /** The extensions that the player has switched on. */
  extensions: ReadonlySet<string> = new Set();
  /** The defect of the first invalid message of the player; undefined without one. */
  firstDefect: string | undefined;
  /** The number of invalid messages. */
  defectCount = 0;
  #signals: HeardSignal[] = [];
  /** The last request and its answer. */
  last: Exchange | undefined;
  readonly #pipes: Pipes;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #timeouts: Timeouts;
  readonly #waiting = new Map<number, (answer: Answer | Error) => void>();
  readonly #answered = new Set<number>();
  readonly #heldCalls: (string | number)[] = [];
  readonly #listeners = new Set<() => void>();
  #messages = 0;
  #nextId = 1;
  #gone: PlayerGone | undefined;
  readonly #ready = Promise.withResolvers<void>();

  constructor(pipes: Pipes, timeouts: Timeouts) {
    this.#pipes = pipes;
    this.#writer = pipes.writable.getWriter();
    // #send handles a failed write.
    this.#writer.closed.catch(() => {});
    this.#timeouts = timeouts;
  }

  /** The last signals, in order: at least half of {@linkcode MAX_SIGNALS}. */
  get signals(): readonly HeardSignal[] {
    return this.#signals;
  }

  /** Whether the player lists an action, or lists none at all. */
  claims(action: string): boolean {
    return this.claimed?.has(action) ?? true;
  }

  /** Why the conversation has ended; undefined while it goes on. */
  get gone(): PlayerGone | undefined {
    return this.#gone;
  }

  /** Number of messages received from the player. */
  get position(): number {
    return this.#messages;
  }

  /** Reads the player's messages until the pipe ends. */
  async listen(): Promise<void> {
    const cutter = new FrameCutter();
    try {
      for await (const piece of this.#pipes.readable) {
        cutter.push(piece);
        for (let body = cutter.next(); body; body = cutter.next()) this.#take(body);
        const text = textInsteadOfLength(cutter.rest);
        if (text === undefined) continue;
        this.#leave(`the player sent the text ${text} in the place of a frame; diagnostics belong on stderr`);
        return;
      }
    } catch (error) {
      this.#defect(`the pipe cannot be read: ${error instanceof Error ? error.message : error}`);
    }
    if (cutter.rest.length > 0) this.#defect("the pipe ended inside a frame");
    this.#leave("the player has closed the pipe");
  }

  /** Waits for `bridge.initialize`, but not longer than for a signal: the message is optional. */
  async begin(): Promise<void> {
    await within(this.#timeouts.signalMs, this.#ready.promise);
  }

  /**
   * Requests a native action.
   *
   * @returns The answer.
   * @throws {RuleBroken} When the player answers with an error, or the answer does not match the action's schema.
   * @throws {ActionMissing} When the player answers that it does not implement the action.
   */
  async ask<Name extends ActionName>(
    name: Name,
    params: Params,
    panel?: string,
  ): Promise<ActionAnswer<Name>> {
    const answer = await this.request(name, params, panel);
    if (answer.error !== undefined) {
      const { code, message } = answer.error as Refusal;
      if (code === -32601 && !this.claimed?.has(name)) throw new ActionMissing(name);
      throw new RuleBroken(`${name} is answered with error ${code}: ${message}`);
    }
    const checked = checkValue(schemaOf<AnySchema>(nativeActions[name].answer), answer.result);
    if (!checked.misfit) return checked.value as ActionAnswer<Name>;
    const { place, problem } = checked.misfit;
    throw new RuleBroken(`${name}: ${place || "the answer"} is ${problem}`);
  }

  /**
   * Requests a native action that has to fail.
   *
   * @param code The code of the error; any when left out.
   * @throws {RuleBroken} When it does not fail, or with another code.
   * @throws {ActionMissing} When the player answers that it does not implement the action.
   */
  async refused(name: ActionName, params: Params, code?: number): Promise<void> {
    const answer = await this.request(name, params);
    const wanted = code === undefined ? "an error" : `error ${code}`;
    if (answer.error === undefined) throw new RuleBroken(`${name} has to answer ${wanted}, and succeeds`);
    const refusal = answer.error as Refusal;
    if (refusal.code === -32601 && !this.claimed?.has(name)) throw new ActionMissing(name);
    if (code !== undefined && refusal.code !== code) {
      throw new RuleBroken(
        `${name} has to answer ${wanted}, and answers ${refusal.code}: ${refusal.message}`,
      );
    }
    if (refusal.code === -32601) throw new RuleBroken(`${name} is claimed and answered as not supported`);
  }

  /**
   * Sends a request with any method name and waits for its answer.
   *
   * @throws {ActionMissing} When it is a native action that the player does not list.
   */
  async request(method: string, params: Params, panel?: string): Promise<ResponseMessage> {
    if (this.#gone) throw this.#gone;
    if (Object.hasOwn(nativeActions, method) && !this.claims(method)) throw new ActionMissing(method);
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<Answer | Error>();
    this.#waiting.set(id, resolve);
    const message = { jsonrpc: "2.0", id, method, params, panel };
    const sent = cut(JSON.stringify(message));
    this.last = { sent, came: "nothing", at: this.position };
    await this.#send(message);
    const answer = await within(this.#timeouts.answerMs, promise);
    if (answer === undefined) {
      this.#waiting.delete(id);
      throw new RuleBroken(`${method} is not answered within ${this.#timeouts.answerMs} ms`);
    }
    if (answer instanceof Error) throw answer;
    const { message: { result, error, defect }, at } = answer;
    const came = cut(
      jsonText(error === undefined ? { result } : { error }) ?? "an answer that is too long",
    );
    this.last = { sent, came, at };
    if (defect !== undefined) throw new RuleBroken(`the response is not a JSON-RPC response: ${defect}`);
    const { code, message: text } = (error ?? { code: 0, message: "" }) as Refusal;
    if (!Number.isInteger(code) || typeof text !== "string") {
      throw new RuleBroken("an error has to have an integer `code` and a text `message`");
    }
    return answer.message;
  }

  /**
   * Waits for a signal.
   *
   * @param since Signals before this position are ignored.
   * @throws {RuleBroken} When it does not come in time.
   */
  async signal<Name extends SignalName>(
    name: Name,
    since: number,
    fits: (params: Extract<SignalMessage, { name: Name }>["params"]) => boolean = () => true,
  ): Promise<HeardSignal> {
    const find = () =>
      this.#signals.find(({ signal, at }) =>
        at >= since && signal.name === name && fits(signal.params as never)
      );
    const deadline = Date.now() + this.#timeouts.signalMs;
    for (;;) {
      const found = find();
      if (found) return found;
      if (this.#gone) throw this.#gone;
      const left = deadline - Date.now();
      if (left <= 0) break;
      await within(left, new Promise<void>((resolve) => this.#listeners.add(resolve)));
    }
    const heard = this.#signals.filter(({ signal, at }) => at >= since && signal.name === name);
    throw new RuleBroken(
      heard.length === 0
        ? `${name} does not come within ${this.#timeouts.signalMs} ms`
        : `${name} comes with ${JSON.stringify(heard.at(-1)?.signal.params)}`,
    );
  }

  /** Answers the player's own calls with an error and closes the pipe to the player. */
  async end(): Promise<void> {
    const error = { code: -32603, message: "The check of the player is over" };
    for (const id of this.#heldCalls) {
      if (this.#gone) break;
      await this.#send({ jsonrpc: "2.0", id, error });
    }
    await within(this.#timeouts.answerMs, this.#writer.close().catch(() => {}));
  }

  async #send(message: object): Promise<void> {
    const written = this.#writer.write(frameOf(message)).then(
      () => true,
      () => {
        this.#leave("the player has closed the pipe");
        return true;
      },
    );
    if (await within(this.#timeouts.answerMs, written)) return;
    this.#leave(`the player has not read its pipe for ${this.#timeouts.answerMs} ms`);
  }

  #leave(reason: string): void {
    const gone = this.#gone ??= new PlayerGone(reason);
    for (const settle of this.#waiting.values()) settle(gone);
    this.#waiting.clear();
    this.#ready.resolve();
    this.#wake();
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  #take(body: Uint8Array): void {
    const at = this.#messages++;
    const parsed = parseBody(body);
    if ("defect" in parsed) {
      this.#defect(`the player sent ${parsed.defect}`);
      return;
    }
    const message = readMessage(parsed.message);
    if (message.kind === "invalid") {
      this.#defect(`the player sent a message that is not JSON-RPC: ${message.reason}`);
    } else if (message.kind === "response") {
      this.#takeResponse(message);
    } else if (message.id === undefined && message.method.startsWith("signal.")) {
      this.#takeSignal(message.method, message.params, at);
    } else if (isLifecycleName(message.method)) {
      this.#answerLifecycle(message.method, message.id, message.params);
    } else if (message.id !== undefined) {
      // A page's call. Its answer may make the player act, so it waits until the check is over.
      this.#heldCalls.push(message.id);
    }
    this.#wake();
  }

  #defect(text: string): void {
    this.firstDefect ??= cut(text);
    this.defectCount++;
  }

  #takeResponse(message: ResponseMessage): void {
    const id = Number(message.id);
    const settle = this.#waiting.get(id);
    if (settle) {
      this.#waiting.delete(id);
      this.#answered.add(id);
      settle({ message, at: this.position });
    } else if (this.#answered.has(id)) {
      this.#defect(`the player answered request ${id} twice`);
    } else if (id >= this.#nextId || !Number.isInteger(id) || id < 1) {
      this.#defect(`the player answered ${JSON.stringify(message.id)}, which is not the id of a request`);
    }
  }

  #takeSignal(name: string, params: unknown, at: number): void {
    if (!Object.hasOwn(signals, name)) {
      this.#defect(`${name} is not a signal`);
      return;
    }
    const checked = checkValue(schemaOf<AnySchema>(signals[name as SignalName].params), params ?? {});
    if (checked.misfit) {
      const { place, problem } = checked.misfit;
      this.#defect(`${name}: ${place || "params"} is ${problem}`);
    } else {
      this.#signals.push({ signal: { name, params: checked.value } as SignalMessage, at });
      if (this.#signals.length > MAX_SIGNALS) this.#signals = this.#signals.slice(-MAX_SIGNALS / 2);
    }
  }

  #answerLifecycle(name: keyof typeof lifecycle, id: string | number | undefined, params: unknown): void {
    const checked = checkValue(schemaOf<AnySchema>(lifecycle[name].params), params ?? {});
    if (checked.misfit) {
      this.#defect(`${name}: ${checked.misfit.place || "params"} ${checked.misfit.message}`);
    }
    let result: unknown = {};
    if (name === "bridge.initialize") {
      const given = checked.misfit ? undefined : checked.value as {
        player: { name: string; version: string };
        actions?: string[] | null;
        extensions?: string[] | null;
      };
      const asked = given?.extensions;
      const enabled = extensionNames.filter((name) => asked?.includes(name));
      this.extensions = new Set(enabled);
      const disabled = new Set<string>(extensionNames.filter((name) => !asked?.includes(name)));
      const isOffered = (name: string) => !disabled.has(name.split(/[.:]/)[0] ?? "");
      this.player = given?.player;
      if (given?.actions) this.claimed = new Set(given.actions);
      result = {
        protocolVersion: PROTOCOL_VERSION,
        bridge: { name: "tonearm-check", version: "1" },
        operations: allOperations.map(({ name }) => name).filter(isOffered),
        events: allEvents.map(({ name }) => name).filter(isOffered),
        limits: defaultWireLimits,
        ...given?.actions && { unsupported: [] },
        ...asked && { extensions: enabled },
      };
      this.#ready.resolve();
    } else if (name === "bridge.registerPlugin") {
      result = { apiCount: 0 };
    } else if (name === "bridge.unregisterPlugin") {
      result = { removed: false };
    } else if (name === "bridge.shutdown") {
      this.#leave("the player has shut the bridge down");
    }
    if (id !== undefined) void this.#send({ jsonrpc: "2.0", id, result });
  }
}

/** The first bytes as a text, when they are no length of a frame that a bridge takes. */
function textInsteadOfLength(bytes: Uint8Array): string | undefined {
  if (bytes.length < 4) return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (length <= defaultWireLimits.maxFrameBytes) return undefined;
  return JSON.stringify(new TextDecoder().decode(bytes.subarray(0, 200)));
}

function cut(text: string): string {
  return text.length <= MAX_TOLD ? text : `${text.slice(0, MAX_TOLD)}…`;
}
