/**
 * The interpreter of the JIT session: it takes the steps and carries out what comes of them.
 *
 * @module
 */

import type { ActionParams } from "../../host_stdio/native_actions.ts";
import { notAnswered } from "../../host_stdio/native_answer.ts";
import { CancelledError, NativeActionError } from "../../host_stdio/player.ts";
import type { SignalMessage } from "../../host_stdio/signals.ts";
import type { ConnectionContext, Context } from "../context.ts";
import { Failure } from "../operation.ts";
import type { Service } from "../services.ts";
import type { Effect, Input, Question, Reply, SessionAction } from "./messages.ts";
import type { Asked, JitResults, Request, RequestName } from "./requests.ts";
import { newSession, type Session, type SessionView, viewOf } from "./session.ts";
import { step } from "./step.ts";

/** A call that waits for its answer. */
interface PendingCall {
  resolve(result: JitResults[RequestName]): void;
  reject(error: Error): void;
}

/** The JIT queue of one connection. */
export class JitQueue implements Service {
  readonly #connection: ConnectionContext;
  readonly #pending = new Map<number, PendingCall>();
  readonly #inbox: Input[] = [];
  #session: Session = newSession;
  #lastCall = 0;
  #stepping = false;
  #closed = false;

  /** @param connection What it may reach. */
  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  /** What `jitQueue.getState` answers. */
  get state(): SessionView {
    return viewOf(this.#session);
  }

  /**
   * Carries an operation out when its turn has come.
   *
   * @param asked The operation and what it is asked with.
   * @param context The call.
   * @returns Its result.
   * @throws {Failure} When it fails.
   * @throws {CancelledError} When the call was cancelled.
   */
  run<Name extends RequestName>(
    asked: Asked & { readonly operation: Name },
    context: Context,
  ): Promise<JitResults[Name]> {
    const call = ++this.#lastCall;
    const { panel } = context;
    const { promise, resolve, reject } = Promise.withResolvers<JitResults[RequestName]>();
    this.#pending.set(call, { resolve, reject });
    const request: Request = { ...asked, call, caller: panel === undefined ? "all" : { panel } };
    if (this.#closed) this.#settleAll();
    else this.#feed({ kind: "call", request });
    if (this.#pending.has(call)) this.#cancelWith(context.signal, call, promise);
    // The session answers each operation with its own result.
    return promise as Promise<JitResults[Name]>;
  }

  onSignal(signal: SignalMessage): void {
    this.#feed({ kind: "signal", signal });
  }

  onPanelClosed(panel: string): void {
    this.#feed({ kind: "panelClosed", panel });
  }

  /** Gives the user's playback order and active playlist back. */
  close(): void {
    if (this.#closed) return;
    this.#feed({ kind: "end" });
    this.#closed = true;
    this.#settleAll();
  }

  #cancelWith(signal: AbortSignal, call: number, promise: Promise<unknown>): void {
    const cancel = () => {
      this.#pending.get(call)?.reject(new CancelledError());
      this.#pending.delete(call);
      this.#feed({ kind: "cancelled", call });
    };
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel, { once: true });
    const release = () => signal.removeEventListener("abort", cancel);
    promise.then(release, release);
  }

  /** Takes steps until nothing has come in meanwhile: carrying out an effect may bring the next input. */
  #feed(input: Input): void {
    if (this.#closed) return;
    this.#inbox.push(input);
    if (this.#stepping) return;
    this.#stepping = true;
    try {
      for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) {
        const { session, effects } = step(this.#session, next);
        this.#session = session;
        for (const effect of effects) this.#carryOut(effect);
      }
    } finally {
      this.#stepping = false;
    }
  }

  /** Carries one effect out. One that fails keeps nothing from the others. */
  #carryOut(effect: Effect): void {
    try {
      this.#perform(effect);
    } catch (error) {
      this.#reportDefect(error);
    }
  }

  #perform(effect: Effect): void {
    const { player, emit, diagnostics } = this.#connection;
    switch (effect.kind) {
      case "ask":
        return void this.#ask(effect.ask, effect.question);
      case "tell":
        return player.tell(effect.question.name, effect.question.params);
      case "emit":
        return emit(effect.event, effect.data, effect.audience);
      case "result":
        this.#pending.get(effect.call)?.resolve(effect.result);
        return void this.#pending.delete(effect.call);
      case "refusal":
        this.#pending.get(effect.call)?.reject(new Failure(effect.error));
        return void this.#pending.delete(effect.call);
      case "report":
        return diagnostics.report(effect.level, effect.message, effect.properties);
    }
  }

  /** Asks the player. It belongs to the session, not to a call: a call that is cancelled takes nothing with it. */
  async #ask(ask: number, { name, params }: Question): Promise<void> {
    let input: Input;
    try {
      input = { kind: "answer", ask, reply: await this.#request(name, params) };
    } catch (error) {
      if (!(error instanceof NativeActionError)) this.#reportDefect(error);
      const { message } = error instanceof NativeActionError ? error : notAnswered();
      input = { kind: "failure", ask, error: message };
    }
    this.#feed(input);
  }

  async #request<Name extends SessionAction>(name: Name, params: ActionParams<Name>): Promise<Reply> {
    const answer = await this.#connection.player.request(name, params);
    // The answer was checked against this very action's schema.
    return { name, answer } as Reply;
  }

  /** Nothing more will come that could answer them. */
  #settleAll(): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(notAnswered());
  }

  #reportDefect(error: unknown): void {
    try {
      this.#connection.diagnostics.report("error", "a defect of the bridge: {error}", { error });
    } catch {
      // Diagnostics that fail can be told to nobody; the session goes on.
    }
  }
}
