/**
 * The calls of the namespace `jitQueue`: they run and are answered in order of arrival, and each is answered before the
 * events that it causes.
 *
 * @module
 */

import { CancelledError, notAnswered } from "../../host_stdio/player.ts";
import { SerialQueue } from "../core/change_queue.ts";
import type { Context } from "../core/context.ts";
import type { Audience, Emit } from "../core/event.ts";
import type { ConnectionContext } from "../core/namespace.ts";
import { Failure } from "../core/operation.ts";
import { isFailure } from "./session_player.ts";

/** One call. Many may wait at once, so its rarely used parts are made on demand. */
export class JitCall<Result = unknown> {
  /** The calling panel, or `all` without one; undefined when the panel has closed. */
  owner: Audience | undefined;
  /** The answer. */
  readonly result: Promise<Result>;
  readonly #context: Context;
  readonly #resolve: (result: never) => void;
  readonly #reject: (error: unknown) => void;
  readonly #onAnswer: () => void;
  #overtakenBy: string | undefined;
  #controller: AbortController | undefined;
  #isSettled = false;

  constructor(context: Context, onAnswer: () => void) {
    const { panel } = context;
    this.owner = panel === undefined ? "all" : { panel };
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.result = promise;
    this.#context = context;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#onAnswer = onAnswer;
  }

  /** Settles when the response is queued. */
  get answered(): Promise<void> {
    return this.#context.answered;
  }

  /** The error text for work that a later call has superseded; undefined if none. */
  get overtakenBy(): string | undefined {
    return this.#overtakenBy;
  }

  /** Aborted when the call is superseded, or abandoned before its answer. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#overtakenBy !== undefined) this.#controller.abort(new Failure(this.#overtakenBy));
    return this.#controller.signal;
  }

  /** Whether the call was answered, cancelled or abandoned. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  answer(result: Result): void {
    this.#end(() => this.#resolve(result as never));
  }

  /** Answers a failure. */
  refuse(error: unknown): void {
    this.#end(() => this.#reject(typeof error === "string" ? new Failure(error) : error));
  }

  /** Rejects the call and aborts its work. */
  abandon(error: Error): void {
    this.refuse(error);
    this.#controller?.abort(error);
  }

  /** Marks the call as superseded by a later one. */
  overtake(text: string): void {
    this.#overtakenBy = text;
    this.#controller?.abort(new Failure(text));
  }

  #end(settle: () => void): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    settle();
    this.#onAnswer();
  }
}

/** Observes calls that supersede earlier ones. */
export interface CallObserver {
  /** A call has arrived that supersedes earlier ones. */
  overtaken(): void;
  /** The last superseding call has ended. */
  noneOvertakes(): void;
}

/** The calls of one connection. */
export class JitCalls {
  readonly #connection: ConnectionContext;
  readonly #observer: CallObserver;
  readonly #queue = new SerialQueue();
  /** The unanswered calls of each panel. */
  readonly #unanswered = new Map<string | undefined, Set<JitCall>>();
  /** The calls that the next superseding call supersedes. Each leaves the set once, so that the work stays linear. */
  readonly #overtakable = new Set<JitCall>();
  /** The number of superseding calls that wait or run. */
  #overtaking = 0;
  /** The number of answers that are not queued yet. */
  #answering = 0;
  /** Events that follow those answers. */
  #held: (() => void)[] = [];
  #closed = false;

  constructor(connection: ConnectionContext, observer: CallObserver) {
    this.#connection = connection;
    this.#observer = observer;
  }

  /**
   * Runs a call when all earlier ones have ended.
   *
   * @param overtakes The error text for earlier calls that this one supersedes; undefined when it supersedes none.
   * @param operation Runs and answers the call. An error that it throws is answered as a failure.
   */
  take<Result>(
    context: Context,
    overtakes: string | undefined,
    operation: (call: JitCall<Result>) => void | Promise<void>,
  ): Promise<Result> {
    const call = this.#open<Result>(context);
    if (call.isSettled) return call.result;
    if (overtakes !== undefined) this.#overtake(overtakes);
    this.#overtakable.add(call);
    void this.#queue.run(async () => {
      await this.#perform(call, operation);
      if (overtakes !== undefined && --this.#overtaking === 0) this.#observer.noneOvertakes();
    });
    return call.result;
  }

  /** Runs a call that waits only for calls that supersede others. Later calls wait for it. */
  takeBeside<Result>(context: Context, operation: (call: JitCall<Result>) => Promise<void>): Promise<Result> {
    if (this.#overtaking > 0) return this.take(context, undefined, operation);
    const call = this.#open<Result>(context);
    this.#overtakable.add(call);
    const performed = this.#perform(call, operation);
    void this.#queue.run(() => performed);
    return call.result;
  }

  /** Begins a call, which is settled already when it cannot run. */
  #open<Result>(context: Context): JitCall<Result> {
    const { panel, signal } = context;
    const cancel = () => call.abandon(new CancelledError());
    const call = new JitCall<Result>(context, () => {
      signal.removeEventListener("abort", cancel);
      this.#close(panel, call);
      this.#holdEventsUntil(call.answered);
    });
    if (this.#closed) call.abandon(notAnswered());
    else if (signal.aborted) cancel();
    if (call.isSettled) return call;
    signal.addEventListener("abort", cancel);
    const ofPanel = this.#unanswered.get(panel);
    if (ofPanel) ofPanel.add(call);
    else this.#unanswered.set(panel, new Set([call]));
    return call;
  }

  async #perform<Result>(
    call: JitCall<Result>,
    operation: (call: JitCall<Result>) => void | Promise<void>,
  ): Promise<void> {
    try {
      if (!call.isSettled) await operation(call);
    } catch (error) {
      if (!isFailure(error) && !call.isSettled) this.#reportDefect(error);
      call.refuse(isFailure(error) ? error : notAnswered());
    }
    this.#overtakable.delete(call);
  }

  /** Sends an event after the answers that were given before. */
  readonly emit: Emit = (event, data, audience) => {
    const send = () => {
      if (!this.#closed) this.#connection.emit(event, data, audience);
    };
    if (this.#answering > 0) this.#held.push(send);
    else send();
  };

  /** Clears the owner of a closed panel's calls. */
  closePanel(panel: string): void {
    for (const call of this.#unanswered.get(panel) ?? []) call.owner = undefined;
  }

  /** Abandons all calls. */
  close(): void {
    this.#closed = true;
    for (const calls of this.#unanswered.values()) for (const call of calls) call.abandon(notAnswered());
  }

  #overtake(text: string): void {
    this.#overtaking++;
    for (const call of this.#overtakable) call.overtake(text);
    this.#overtakable.clear();
    this.#observer.overtaken();
  }

  #close(panel: string | undefined, call: JitCall): void {
    const ofPanel = this.#unanswered.get(panel);
    ofPanel?.delete(call);
    if (ofPanel?.size === 0) this.#unanswered.delete(panel);
  }

  #holdEventsUntil(answered: Promise<void>): void {
    this.#answering++;
    void answered.then(() => {
      if (--this.#answering > 0) return;
      const held = this.#held;
      this.#held = [];
      for (const send of held) send();
    });
  }

  #reportDefect(error: unknown): void {
    this.#connection.diagnostics.report("error", "a defect of the bridge: {error}", { error });
  }
}
