/** Runs the session of a connection: gives it calls, signals, answers and the time, and carries out its effects. */

import { within } from "../../host_stdio/clock.ts";
import { RpcError, rpcError } from "../../host_stdio/errors.ts";
import { CancelledError, NativeActionError, notAnswered } from "../../host_stdio/player.ts";
import type { Context } from "../core/context.ts";
import type { ConnectionContext, Listeners, SignalListeners } from "../core/namespace.ts";
import { Failure } from "../core/operation.ts";
import * as calls from "./calls.ts";
import * as course from "./course.ts";
import { keptTracks, nextTrack } from "./items.ts";
import { done } from "./player.ts";
import { type Effect, jitQueueEvents, type Request, Session, UPKEEP_LIMIT } from "./session.ts";
import { signals, step } from "./step.ts";

/** While so many calls of a panel are unanswered, its others are refused: each input looks at all of them. */
const MAX_UNANSWERED = 256;

export class JitQueue implements Listeners {
  readonly #connection: ConnectionContext;
  #session: Session;
  /** The calls that are not answered: what settles them, and when their answers are queued. */
  readonly #waiting = new Map<number, PromiseWithResolvers<never> & Pick<Context, "answered" | "panel">>();
  #callIds = 0;
  #effects: Effect[] = [];
  #isAnswering = false;
  #cancelTimer: (() => void) | undefined;
  #closed = false;
  /** Called when the player has answered everything. */
  #onQuiet: (() => void) | undefined;

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
    this.#session = new Session(connection.startTimeoutMs);
  }

  /** The result of `jitQueue.getState`. */
  get state() {
    const { state, current, shadowIndex } = this.#session;
    return {
      state,
      isActive: state !== "Idle",
      currentTrackId: current?.trackId ?? "",
      nextTrackId: current === null ? "" : nextTrack(this.#session)?.trackId ?? "",
      bufferSize: keptTracks(this.#session).length,
      shadowPlaylist: shadowIndex,
    };
  }

  readonly on: SignalListeners = Object.fromEntries(
    Object.entries(signals).map(([name, change]) => [
      name,
      (params: never) => this.#take((s) => change(s, params)),
    ]),
  );

  onPanelClosed(panel: string): void {
    this.#take((s) => calls.closePanel(s, panel));
  }

  /** Gives the player's settings back while it can still answer. */
  onShutdown(): void {
    this.#take((s) => {
      // What could not be given back is tried once more, while the player can tell what the user has chosen since.
      s.tried = [];
      course.end(s);
    });
  }

  /** Gives back what was not given back, without waiting. */
  async close(): Promise<void> {
    if (this.#closed) return;
    const { player, clock } = this.#connection;
    if (this.#session.state === "Idle" && this.#session.pending.length > 0) {
      await within(clock, UPKEEP_LIMIT, new Promise<void>((resolve) => this.#onQuiet = resolve));
    }
    this.#closed = true;
    this.#cancelTimer?.();
    for (const id of this.#waiting.keys()) this.#settle(id, notAnswered());
    const { order, locked, shadow } = this.#session;
    if (order !== null) player.tell("player.playback.setOrder", { order: order.users });
    if (locked && shadow !== null) {
      player.tell("player.playlist.lock", { playlist: shadow, name: course.LOCK_NAME, locked: false });
    }
  }

  call<Result>(request: Request, { panel, cancelSignal, answered }: Context): Promise<Result> {
    if (this.#closed) return Promise.reject(notAnswered());
    if (cancelSignal.aborted) return Promise.reject(new CancelledError());
    const own = [...this.#waiting.values()].filter((each) => each.panel === panel);
    if (own.length >= MAX_UNANSWERED) return Promise.reject(new RpcError(rpcError("overloaded")));
    const settle = Promise.withResolvers<never>();
    const id = ++this.#callIds;
    cancelSignal.addEventListener("abort", () => {
      if (!this.#waiting.has(id)) return;
      this.#settle(id, new CancelledError());
      this.#take((s) => calls.cancel(s, id));
    }, { once: true });
    this.#waiting.set(id, { ...settle, answered, panel });
    this.#take((s) => calls.arrive(s, { tracks: [], ...request, id, owner: panel ?? null }), id);
    return settle.promise;
  }

  #take(input: (s: Session) => void, call?: number): void {
    if (this.#closed) return;
    const { clock } = this.#connection;
    const now = clock.monotonic();
    try {
      this.#session = step(this.#session, now, input);
      for (const effect of this.#session.effects) this.#effects.push(effect);
    } catch (error) {
      // The session stays as it was.
      const unanswered = this.#withoutDefect(error);
      if (call !== undefined) this.#settle(call, unanswered);
    }
    const { wakeAt, pending } = this.#session;
    this.#cancelTimer?.();
    this.#cancelTimer = wakeAt < Infinity ? clock.after(wakeAt - now, () => this.#take(() => {})) : undefined;
    this.#carryOut();
    if (pending.length === 0) this.#onQuiet?.();
  }

  /** Returns the error of a native action. Any other one is a defect of the bridge, which is logged, and no page is told. */
  #withoutDefect(error: unknown): NativeActionError {
    if (error instanceof NativeActionError) return error;
    this.#connection.diagnostics.report("error", "a defect of the bridge: {error}", { error });
    return notAnswered();
  }

  /** Carries out the effects in their order. Those after an answer wait until the answer is queued. */
  #carryOut(): void {
    const { player, emit, diagnostics } = this.#connection;
    for (let effect; !this.#isAnswering && (effect = this.#effects.shift());) {
      if (effect.do === "answer") this.#settle(effect.call, effect.result);
      else if (effect.do === "emit") {
        (emit as (...sent: unknown[]) => void)(jitQueueEvents[effect.event], effect.data, effect.to);
      } else if (effect.do === "report") {
        diagnostics.report("warning", `jitQueue: ${effect.action} has failed: {error}`, effect);
      } else {
        const { n, action, params, panel } = effect;
        // The answer takes effect when it is read, so that calls and signals that are read later find it.
        player.ask(action, params as never, {
          resolve: (answer) => this.#take((s) => done(s, n, answer)),
          reject: (error) => this.#take((s) => done(s, n, undefined, this.#withoutDefect(error))),
        }, panel);
      }
    }
  }

  /** Settles a call with its result, or with the error or error text of its failure. */
  #settle(id: number, result: object | string): void {
    const call = this.#waiting.get(id);
    if (!call) return;
    this.#waiting.delete(id);
    if (typeof result === "string") call.reject(new Failure(result));
    else if (result instanceof Error) return call.reject(result);
    else call.resolve(result as never);
    this.#isAnswering = true;
    call.answered.then(() => {
      this.#isAnswering = false;
      this.#carryOut();
    });
  }
}
