/**
 * The stage on which scenes play: a bridge, a player and the transcript. Every step is written down, every result and
 * event is held against its schema, and whatever goes wrong is counted.
 *
 * @module
 */

import { type BridgeClient, BridgeError, type WireObserver } from "../../client/bridge_client.ts";
import type { OperationName, OperationSuccess } from "../../client/operation_types.ts";
import type { EventName } from "../../handlers/core/events.ts";
import type { LifecycleAnswer, LifecycleName } from "../../host_stdio/lifecycle.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import type { ReferencePlayer } from "../../players/reference/mod.ts";
import { misfitOfEvent, outcomeOf } from "./judgement.ts";
import { shortText } from "./short_text.ts";
import type { Happening, Outcome, Transcript } from "./transcript.ts";

/** How long the bridge may take for a step when the stage is told nothing else, in milliseconds. */
const USUAL_PATIENCE = 10_000;

/** The result of an operation or a lifecycle message, by its name; that of a plugin's operation may be anything. */
export type ResultOf<Name extends string> = Name extends OperationName ? OperationSuccess<Name>
  : Name extends LifecycleName ? LifecycleAnswer<Name>
  : unknown;

/** How a call is made. */
export interface CallOptions {
  /** The calling panel; null for none, the stage's first panel when left out. */
  readonly panel?: string | null;
  /** The events that the call has to cause, in their order; others may come between them. */
  readonly events?: readonly EventName[];
}

/** A step went wrong: the scene is over, the failure is counted. */
export class SceneBroken extends Error {
  override name = "SceneBroken";
}

/** The bridge is gone or silent: the demo is over. */
export class BridgeLost extends Error {
  override name = "BridgeLost";
}

/** The panel that calls when a scene names none. */
export const FIRST_PANEL = "p1";

/** A clock that goes only when told. */
export interface StageClock extends Clock {
  /**
   * Lets time pass.
   *
   * @param milliseconds How much.
   */
  advance(milliseconds: number): void;
}

/** What a stage is made with. */
export interface StageOptions {
  /** The player behind the bridge. */
  readonly player: ReferencePlayer;
  /** What moves the player's music: it stands still until a scene lets time pass. */
  readonly clock: StageClock;
  /** The profile directory, where log files are. */
  readonly profile: string;
  /** Where everything is written down. */
  readonly transcript: Transcript;
  /** How long the bridge may take for a step before it is given up, in milliseconds; 10 s when left out. */
  readonly patience?: number;
}

/** What the demo has counted so far. */
export interface Counts {
  /** Calls of panels and of the player itself. */
  calls: number;
  /** Calls that were refused, as they had to be. */
  refusals: number;
  /** Native actions that the bridge has asked for. */
  actions: number;
  /** Events that it has sent. */
  events: number;
}

/** The stage. */
export class Stage {
  /** The player behind the bridge. */
  readonly player: ReferencePlayer;
  /** What moves the player's music: it stands still until a scene lets time pass. */
  readonly clock: StageClock;
  /** The profile directory, where log files are. */
  readonly profile: string;
  /** The names of the operations that the bridge offers, once it was asked. */
  offered: readonly string[] = [];
  /** The names of the operations that have succeeded so far. */
  readonly succeeded: Set<string> = new Set<string>();
  /** What went wrong so far, in words. */
  readonly failures: string[] = [];
  /** What was counted so far. */
  readonly counts: Counts = { calls: 0, refusals: 0, actions: 0, events: 0 };
  /** What the stage has to see of the wire. */
  readonly observer: WireObserver;
  readonly #transcript: Transcript;
  readonly #patience: number;
  #client: BridgeClient | undefined;
  #happenings: Happening[] = [];
  #waiting: (() => void)[] = [];
  /** How many messages other than responses the bridge has sent, and how many answers it was given. */
  #messages = 0;

  /** @param options What it is made with. */
  constructor({ player, clock, profile, transcript, patience }: StageOptions) {
    this.player = player;
    this.clock = clock;
    this.profile = profile;
    this.#transcript = transcript;
    this.#patience = patience ?? USUAL_PATIENCE;
    this.observer = {
      onAction: (name, params) => this.#happened({ kind: "action", name, params, outcome: undefined }),
      onActionAnswered: (name, outcome) => this.#answered(name, outcome),
      onEvent: ({ event, panel, data }) => this.#happened({ kind: "event", name: event, panel, data }),
      onStray: (text) => this.fail(`the bridge sent something that is no message: ${text}`),
    };
  }

  /** Puts the player's end of the pipe on the stage. */
  set client(client: BridgeClient) {
    this.#client = client;
  }

  /**
   * Calls an operation that has to succeed.
   *
   * @param name Its full name.
   * @param params Its parameters; none when left out.
   * @param options See {@linkcode CallOptions}.
   * @returns The result.
   * @throws {SceneBroken} When it fails or its result does not fit its schema.
   */
  async call<Name extends string>(
    name: Name,
    params?: object,
    options: CallOptions = {},
  ): Promise<ResultOf<Name>> {
    // What is left from before belongs to no call.
    this.#transcript.happenings(this.take());
    const begin = performance.now();
    const outcome = await this.#outcomeOf(name, params, options);
    const failure = outcome.kind === "refused" ? { ...outcome, kind: "failed" as const } : outcome;
    const caused = this.take();
    this.#writeDown({ name, params, options, begin }, caused, failure);
    if (failure.kind !== "result") throw this.#broken(`${name}: ${failure.reason}`);
    if (options.events) await this.#hear(name, options.events, caused);
    return failure.result as ResultOf<Name>;
  }

  /**
   * Calls an operation that has to be refused.
   *
   * @param name Its full name.
   * @param params Its parameters.
   * @param reason How the text of the refusal begins.
   * @param options See {@linkcode CallOptions}.
   * @throws {SceneBroken} When it is not refused, or for another reason.
   */
  async refused(name: string, params: object, reason: string, options: CallOptions = {}): Promise<void> {
    // What is left from before belongs to no call.
    this.#transcript.happenings(this.take());
    const begin = performance.now();
    let outcome = await this.#outcomeOf(name, params, options);
    if (outcome.kind === "result") {
      outcome = { kind: "failed", reason: `was not refused but answered ${shortText(outcome.result, 200)}` };
    } else if (outcome.kind === "refused" && !outcome.reason.startsWith(reason)) {
      outcome = { kind: "failed", reason: `refused for another reason: ${outcome.reason}` };
    }
    this.#writeDown({ name, params, options, begin }, this.take(), outcome);
    if (outcome.kind !== "refused") throw this.#broken(`${name}: ${outcome.reason}`);
    this.counts.refusals++;
  }

  /**
   * Calls an operation and writes nothing down: what it causes is left for {@linkcode Stage.take}.
   *
   * @param name Its full name.
   * @param params Its parameters.
   * @returns The result, or why it was refused.
   * @throws {SceneBroken} When the result does not fit its schema.
   */
  async silently<Name extends string>(
    name: Name,
    params: object,
  ): Promise<{ result: ResultOf<Name> } | { refused: string }> {
    const outcome = await this.#outcomeOf(name, params, {});
    if (outcome.kind === "failed") throw this.#broken(`${name}: ${outcome.reason}`);
    if (outcome.kind === "result") return { result: outcome.result as ResultOf<Name> };
    this.counts.refusals++;
    return { refused: outcome.reason };
  }

  /**
   * Waits until the bridge has nothing more to do: until it sends nothing but the answers of pings.
   *
   * @throws {BridgeLost} When it is gone.
   */
  async settle(): Promise<void> {
    // What the bridge does on an answer of the player may come behind the answer of the first ping.
    for (let quiet = 0; quiet < 2;) {
      const before = this.#messages;
      await this.#answerOf("test.ping", undefined, undefined);
      quiet = this.#messages === before ? quiet + 1 : 0;
    }
  }

  /**
   * Lets the user, or the world, do something, and waits until the events that follow have come.
   *
   * @param text What is done, in words.
   * @param deed Does it.
   * @param expected The events that follow, in their order; others may come between them.
   * @throws {SceneBroken} When they do not come.
   */
  async deed(text: string, deed: () => unknown, ...expected: EventName[]): Promise<void> {
    this.#transcript.happenings(this.take());
    this.#transcript.deed(text);
    await deed();
    await this.#hear(`“${text}”`, expected, []);
  }

  /** Waits for events of a step, of which some may have come, and writes down what has crossed the pipe. */
  async #hear(what: string, expected: readonly EventName[], come: readonly Happening[]): Promise<void> {
    const inTime = await this.#until(() => {
      const events = [...come, ...this.#happenings].filter(({ kind }) => kind === "event");
      return isWithin(expected, events);
    });
    await this.settle();
    this.#transcript.happenings(this.take());
    if (!inTime) throw this.#broken(`after ${what}: ${expected.join(", ")} did not come`);
  }

  /**
   * Claims something.
   *
   * @param text What, in words.
   * @param holds Whether it holds.
   * @throws {SceneBroken} When it does not.
   */
  claim(text: string, holds: boolean): void {
    this.#transcript.claim(text, holds);
    if (!holds) throw this.#broken(`this does not hold: ${text}`);
  }

  /**
   * Shows a text as it is.
   *
   * @param lines Its lines.
   */
  show(lines: readonly string[]): void {
    this.#transcript.block(lines);
  }

  /**
   * Notes a failure that belongs to no step.
   *
   * @param reason What went wrong.
   */
  fail(reason: string): void {
    this.failures.push(reason);
  }

  #writeDown(
    { name, params, options, begin }: {
      name: string;
      params: object | undefined;
      options: CallOptions;
      begin: number;
    },
    caused: readonly Happening[],
    outcome: Outcome,
  ): void {
    const caller = options.panel === null ? "the player itself" : options.panel;
    this.#transcript.call({ name, params, caller, milliseconds: performance.now() - begin }, caused, outcome);
  }

  async #outcomeOf(name: string, params: object | undefined, { panel }: CallOptions): Promise<Outcome> {
    this.counts.calls++;
    let result: unknown;
    try {
      result = await this.#answerOf(name, params, panel === null ? undefined : panel ?? FIRST_PANEL);
    } catch (error) {
      if (error instanceof BridgeError) return { kind: "refused", reason: error.message };
      throw error;
    }
    const outcome = outcomeOf(name, result);
    if (outcome.kind !== "result") return outcome;
    this.succeeded.add(name);
    return outcome;
  }

  /** What the bridge answers, as it comes. */
  async #answerOf(name: string, params: object | undefined, panel: string | undefined): Promise<unknown> {
    if (!this.#client) throw new BridgeLost("there is no bridge on the stage");
    try {
      return await this.#inTime(this.#client.invoke(name, params, { panel }));
    } catch (error) {
      if (error instanceof BridgeError || error instanceof BridgeLost) throw error;
      throw new BridgeLost(messageOf(error));
    }
  }

  #happened(happening: Happening): void {
    this.counts[happening.kind === "action" ? "actions" : "events"]++;
    this.#happenings.push(happening);
    this.#messages++;
    if (happening.kind === "event") this.#checkEvent(happening);
    this.#wake();
  }

  #checkEvent({ name, data }: Extract<Happening, { kind: "event" }>): void {
    const misfit = misfitOfEvent(name, data);
    if (misfit !== undefined) this.fail(`the event ${name} does not fit, ${misfit}: ${shortText(data, 300)}`);
  }

  #answered(name: string, outcome: NonNullable<Extract<Happening, { kind: "action" }>["outcome"]>): void {
    for (const happening of this.#happenings) {
      if (happening.kind === "action" && happening.name === name && !happening.outcome) {
        happening.outcome = outcome;
        break;
      }
    }
    this.#messages++;
    this.#wake();
  }

  /**
   * Takes what has crossed the pipe since the last step, so that it is not written down.
   *
   * @returns It, in order.
   */
  take(): Happening[] {
    const happenings = this.#happenings;
    this.#happenings = [];
    return happenings;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }

  /** Waits until something holds, as long as the demo has patience; tells whether it does. */
  async #until(holds: () => boolean): Promise<boolean> {
    let patience = true;
    const timer = setTimeout(() => {
      patience = false;
      this.#wake();
    }, this.#patience);
    while (!holds() && patience) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    clearTimeout(timer);
    return holds();
  }

  async #inTime<Value>(promise: Promise<Value>): Promise<Value> {
    const lost = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => lost.reject(new BridgeLost(`no answer within ${this.#patience / 1000} s`)),
      this.#patience,
    );
    try {
      return await Promise.race([promise, lost.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #broken(reason: string): SceneBroken {
    this.fail(reason);
    return new SceneBroken(reason);
  }
}

/** Whether names come in this order within a list of events. */
function isWithin(names: readonly string[], list: readonly { readonly name: string }[]): boolean {
  let found = 0;
  for (const { name } of list) if (name === names[found]) found++;
  return found === names.length;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
