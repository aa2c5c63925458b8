/**
 * Runs the session of a connection: gives it calls, signals, answers and the time, and carries out its effects.
 */

import { ACTION_NOT_SUPPORTED, PLAYLIST_NOT_FOUND } from "../../host_stdio/api/native_actions.ts";
import type { SignalMessage } from "../../host_stdio/api/signals.ts";
import { within } from "../../host_stdio/clock.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { CancelledError, NativeActionError, notAnswered } from "../../host_stdio/player.ts";
import type { Context } from "../core/context.ts";
import type { ConnectionContext, Listeners, SignalListeners } from "../core/namespace.ts";
import { Failure } from "../core/operation.ts";
import { LOCK_NAME } from "./course.ts";
import { keptTracks, nextTrack } from "./items.ts";
import {
  type Effect,
  jitQueueEvents,
  type Request,
  Session,
  type Timeless,
  UPKEEP_LIMIT,
} from "./session.ts";
import { heard, step } from "./step.ts";

/** A call that is not answered: its context, and what settles its promise. */
interface Waiting extends Pick<PromiseWithResolvers<never>, "resolve" | "reject"> {
  readonly answered: Promise<void>;
}

export class JitQueue implements Listeners {
  readonly #connection: ConnectionContext;
  #session: Session;
  readonly #waiting = new Map<number, Waiting>();
  #callIds = 0;
  /** Effects that wait until the answers before them are queued. */
  #effects: Effect[] = [];
  #answering: Promise<void> | undefined;
  #cancelTimer = (): void => {};
  #closed = false;
  /** Called when the player has answered everything. */
  #onQuiet = (): void => {};

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
    this.#session = new Session(connection.startTimeoutMs);
  }

  /** The result of `jitQueue.getState`. */
  get state() {
    const session = this.#session;
    const { state, current } = session;
    return {
      state,
      isActive: state !== "Idle",
      currentTrackId: current?.trackId ?? "",
      nextTrackId: current === null ? "" : nextTrack(session)?.trackId ?? "",
      bufferSize: keptTracks(session).length,
      shadowPlaylist: session.shadowIndex,
    };
  }

  /** The signals that the session listens to. */
  readonly on: SignalListeners = Object.fromEntries(
    Object.keys(heard).map((name) => [
      name,
      (params: never) => this.#take({ in: "signal", signal: { name, params } as SignalMessage }),
    ]),
  );

  onPanelClosed(panel: string): void {
    this.#take({ in: "panelClosed", panel });
  }

  /** Gives the player's settings back while it can still answer. */
  onShutdown(): void {
    this.#take({ in: "closing" });
  }

  /** Gives back what was not given back, without waiting. */
  async close(): Promise<void> {
    if (this.#closed) return;
    const isGivenBack = this.#session.state === "Idle";
    if (isGivenBack && this.#session.pending.length > 0) {
      const quiet = new Promise<void>((resolve) => this.#onQuiet = resolve);
      await within(this.#connection.clock, UPKEEP_LIMIT, quiet);
    }
    this.#closed = true;
    this.#cancelTimer();
    for (const { reject } of this.#waiting.values()) reject(notAnswered());
    this.#waiting.clear();
    const { order, locked, shadow } = this.#session;
    const { player } = this.#connection;
    if (order !== null) player.tell("player.playback.setOrder", { order: order.users });
    if (locked && shadow !== null) {
      player.tell("player.playlist.lock", { playlist: shadow, name: LOCK_NAME, locked: false });
    }
  }

  call<Result>(request: Request, { panel, cancelSignal, answered }: Context): Promise<Result> {
    if (this.#closed) return Promise.reject(notAnswered());
    if (cancelSignal.aborted) return Promise.reject(new CancelledError());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const id = ++this.#callIds;
    cancelSignal.addEventListener("abort", () => {
      if (!this.#waiting.delete(id)) return;
      reject(new CancelledError());
      this.#take({ in: "cancelled", call: id });
    }, { once: true });
    this.#waiting.set(id, { answered, resolve, reject });
    this.#take({ in: "call", call: { ...request, id, owner: panel === undefined ? "all" : { panel } } });
    return promise;
  }

  #take(input: Timeless): void {
    if (this.#closed) return;
    const now = this.#connection.clock.monotonic();
    try {
      this.#session = step(this.#session, { ...input, now });
      for (const effect of this.#session.effects) this.#effects.push(effect);
    } catch (error) {
      // The session stays as it was.
      this.#connection.diagnostics.report("error", "a defect of the bridge: {error}", { error });
      if (input.in === "call") this.#settle(input.call.id, notAnswered());
    }
    this.#setTimer(now);
    this.#carryOut();
    if (this.#session.pending.length === 0) this.#onQuiet();
  }

  #setTimer(now: number): void {
    this.#cancelTimer();
    const { wakeAt } = this.#session;
    this.#cancelTimer = wakeAt === null
      ? () => {}
      : this.#connection.clock.after(Math.max(0, wakeAt - now), () => this.#take({ in: "time" }));
  }

  /** Carries out the effects in their order. Those after an answer wait until the answer is queued. */
  #carryOut(): void {
    while (!this.#answering) {
      const effect = this.#effects.shift();
      if (!effect) return;
      this.#perform(effect);
    }
  }

  #perform(effect: Effect): void {
    const { emit, diagnostics } = this.#connection;
    switch (effect.do) {
      case "action":
        return this.#request(effect);
      case "answer":
        return this.#settle(effect.call, effect.result);
      case "emit":
        return (emit as (...sent: unknown[]) => void)(jitQueueEvents[effect.event], effect.data, effect.to);
      case "report":
        return diagnostics.report("warning", `jitQueue: ${effect.problem}: {error}`, { error: effect.error });
    }
  }

  /** Settles a call with its result, or with the error or error text of its failure. */
  #settle(id: number, result: object | string | Error): void {
    const call = this.#waiting.get(id);
    if (!call) return;
    this.#waiting.delete(id);
    if (result instanceof Error) call.reject(result);
    else if (typeof result === "string") call.reject(new Failure(result));
    else call.resolve(result as never);
    this.#answering = call.answered.then(() => {
      this.#answering = undefined;
      this.#carryOut();
    });
  }

  /** The answer takes effect when it is read, so that calls and signals that are read later find it. */
  #request({ n, action, params, panel }: Effect & { do: "action" }): void {
    this.#connection.player.ask(action, params as never, {
      resolve: (answer) => this.#take({ in: "done", n, result: { answer } }),
      reject: (error) => this.#take({ in: "done", n, result: { refusal: this.#refusalOf(error) } }),
    }, panel);
  }

  #refusalOf(error: Error) {
    if (error instanceof NativeActionError) return { error: error.message, ...causeOf(error) };
    this.#connection.diagnostics.report("error", "a defect of the bridge: {error}", { error });
    return { error: notAnswered().message };
  }
}

function causeOf({ code, playerCode }: NativeActionError) {
  if (code === rpcErrors.playerDidNotAnswer.code) return { cause: "unanswered" } as const;
  if (playerCode === PLAYLIST_NOT_FOUND) return { cause: "unknownPlaylist" } as const;
  return playerCode === ACTION_NOT_SUPPORTED ? { cause: "notSupported" } as const : {};
}
