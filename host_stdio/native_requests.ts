/**
 * The native actions that wait for the player: each pending id knows what it waits for, for whom, and until when.
 *
 * @module
 */

import type { Clock } from "./clock.ts";
import type { Diagnostics } from "./diagnostics.ts";
import type { Id, ResponseMessage } from "./envelope.ts";
import { type ActionAnswer, type ActionName, nativeActions } from "./native_actions.ts";
import { type AnySchema, checkLargeValue } from "./schema_check.ts";
import { badAnswer, CancelledError, NativeActionError, notAnswered, playerError } from "./player.ts";
import { rpcErrors } from "./errors.ts";

/** In whose name actions are asked, so that they can be abandoned together. */
export type Owner = object;

interface Pending {
  readonly name: ActionName;
  readonly owner: Owner | undefined;
  readonly due: number;
  /** Where its frame ends in all that was queued for the player. */
  readonly end: number;
  /** Undefined once the owner was cancelled: the answer is awaited only to be dropped. */
  settle:
    | { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void }
    | undefined;
}

/** What became of the player's responses, for people and tests. */
export interface ResponseCounts {
  /** Responses that fitted a pending native action. */
  matched: number;
  /** Responses with an id that waits for nothing: never sent, or answered before, or too late. */
  unknown: number;
}

/** What {@linkcode NativeRequests} is made with. */
export interface NativeRequestsOptions {
  /** Queues a message; false when it is over the frame limit. */
  readonly send: (message: object) => boolean;
  /** How many bytes have been queued for the player since the beginning. */
  readonly position: () => number;
  /** Told with each answer how many of those bytes the player has read at least: up to the action that it answers. */
  readonly onRead: (position: number) => void;
  /** How many times something of the player's input was read since the beginning. */
  readonly reads: () => number;
  /** The time. */
  readonly clock: Clock;
  /** How long an action may take, in milliseconds. */
  readonly actionTimeoutMs: number;
  /** Where unknown responses are reported. */
  readonly diagnostics: Diagnostics;
}

/** By how much a timer has to be late for the process to have been stopped or busy meanwhile, in milliseconds. */
const LATE_MS = 100;
/** How long input is waited for then before deadlines are judged, and how often at most while there is some. */
const [READ_GRACE_MS, MOST_GRACES] = [50, 20];

/** Tracks the native actions of one connection. */
export class NativeRequests {
  readonly #options: NativeRequestsOptions;
  /** In order of their deadlines, because each has the same time: a single timer serves them all. */
  readonly #pending = new Map<number, Pending>();
  /** The ids of what waits in somebody's name. */
  readonly #owned = new WeakMap<Owner, Set<number>>();
  #lastId = 0;
  #cancelTimer: (() => void) | undefined;
  /** When the timer goes off. */
  #wakeAt = 0;
  /** Since a late timer: how often input was waited for, and what had been read before the last time. */
  #late: { graces: number; reads: number } | undefined;
  #inputEnded = false;

  /** What became of the player's responses. */
  readonly counts: ResponseCounts = { matched: 0, unknown: 0 };

  constructor(options: NativeRequestsOptions) {
    this.#options = options;
  }

  /** How many actions wait. */
  get size(): number {
    return this.#pending.size;
  }

  /**
   * Asks the player.
   *
   * @param name The action.
   * @param params Its parameters.
   * @param panel The panel that it is for.
   * @param owner In whose name; see {@linkcode NativeRequests.abandon}.
   * @returns The checked answer.
   * @throws {NativeActionError} See {@linkcode Player}.
   * @throws {CancelledError} When the owner was abandoned meanwhile.
   */
  request(name: ActionName, params: unknown, panel: string | undefined, owner?: Owner): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#inputEnded) return reject(notAnswered());
      const id = this.#send(name, params, panel);
      if (id === undefined) {
        const { code, message } = rpcErrors.playerActionFailed;
        return reject(new NativeActionError(code, `${message}: ${name} would exceed the frame limit`));
      }
      const due = this.#options.clock.monotonic() + this.#options.actionTimeoutMs;
      const end = this.#options.position();
      this.#pending.set(id, { name, owner, due, end, settle: { resolve, reject } });
      if (owner) this.#own(owner, id);
      if (!this.#cancelTimer) this.#wakeAfter(this.#options.actionTimeoutMs);
    });
  }

  /**
   * Sends a native action whose answer nobody waits for, even when the player's input has ended.
   *
   * @param name The action.
   * @param params Its parameters.
   */
  tell(name: ActionName, params: unknown): void {
    const id = this.#send(name, params, undefined);
    if (id === undefined || this.#inputEnded) return;
    const due = this.#options.clock.monotonic() + this.#options.actionTimeoutMs;
    this.#pending.set(id, { name, owner: undefined, due, end: this.#options.position(), settle: undefined });
    if (!this.#cancelTimer) this.#wakeAfter(this.#options.actionTimeoutMs);
  }

  /**
   * Whether a native action has had this id, answered or not.
   *
   * @param id The id of a message without a method.
   */
  wasAsked(id: Id | null): id is number {
    return typeof id === "number" && id >= 1 && id <= this.#lastId;
  }

  /**
   * Takes a response of the player. One with an unknown id is counted and reported, never fatal.
   *
   * @param message The response.
   */
  settle(message: ResponseMessage): void {
    const { id } = message;
    const pending = typeof id === "number" ? this.#pending.get(id) : undefined;
    if (!pending || typeof id !== "number") {
      this.counts.unknown++;
      this.#options.diagnostics.report(
        "warning",
        this.wasAsked(id)
          ? "the player answered native action {id} again or too late"
          : "the player answered a native action that was never asked, id {id}",
        { id },
      );
      return;
    }
    this.counts.matched++;
    this.#pending.delete(id);
    if (pending.owner) this.#owned.get(pending.owner)?.delete(id);
    this.#options.onRead(pending.end);
    const { name, settle } = pending;
    if (!settle) return;
    if (message.defect !== undefined) {
      settle.reject(badAnswer(name, `a message with ${message.defect}`));
    } else if (message.error !== undefined) {
      settle.reject(playerError(name, message.error));
    } else {
      let answer: unknown;
      try {
        answer = checkAnswer(name, message.result);
      } catch (error) {
        return settle.reject(error instanceof Error ? error : new Error(String(error)));
      }
      settle.resolve(answer);
    }
  }

  /**
   * Fails what waits in somebody's name; answers that still come for it are dropped.
   *
   * @param owner Whose actions.
   */
  abandon(owner: Owner): void {
    for (const id of this.#owned.get(owner) ?? []) {
      const pending = this.#pending.get(id);
      pending?.settle?.reject(new CancelledError());
      if (pending) pending.settle = undefined;
    }
    this.#owned.delete(owner);
  }

  #own(owner: Owner, id: number): void {
    const ids = this.#owned.get(owner);
    if (ids) ids.add(id);
    else this.#owned.set(owner, new Set([id]));
  }

  /** The player will not answer any more: what waits fails at once, and so does everything that is asked later. */
  endInput(): void {
    this.#inputEnded = true;
    for (const pending of this.#pending.values()) pending.settle?.reject(notAnswered());
    this.#pending.clear();
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #send(name: ActionName, params: unknown, panel: string | undefined): number | undefined {
    const id = this.#lastId + 1;
    // An undefined panel is left out of the JSON.
    if (!this.#options.send({ jsonrpc: "2.0", id, method: name, params, panel })) return undefined;
    return this.#lastId = id;
  }

  #wakeAfter(milliseconds: number): void {
    this.#wakeAt = this.#options.clock.monotonic() + milliseconds;
    this.#cancelTimer = this.#options.clock.after(milliseconds, this.#expire);
  }

  /**
   * Whether deadlines can be judged. After the process was stopped, answers that came in time may be unread: the input is
   * read first, as long as something comes.
   */
  #isInputRead(now: number): boolean {
    const reads = this.#options.reads();
    const graces = this.#late?.graces ?? 0;
    const isLate = now > this.#wakeAt + LATE_MS || (this.#late !== undefined && this.#late.reads !== reads);
    this.#late = isLate && graces < MOST_GRACES ? { graces: graces + 1, reads } : undefined;
    return this.#late === undefined;
  }

  readonly #expire = (): void => {
    this.#cancelTimer = undefined;
    const now = this.#options.clock.monotonic();
    if (!this.#isInputRead(now)) return this.#wakeAfter(READ_GRACE_MS);
    for (const [id, pending] of this.#pending) {
      if (pending.due > now) {
        return this.#wakeAfter(pending.due - now);
      }
      this.#pending.delete(id);
      pending.settle?.reject(notAnswered());
    }
  };
}

/**
 * Checks the result of a native action against its schema.
 *
 * @param name The action.
 * @param result The `result` member of the player's response.
 * @returns The answer, unknown members dropped, defaults filled in.
 * @throws {NativeActionError} When it does not fit; the text names the place and what was expected, never the value.
 */
export function checkAnswer<Name extends ActionName>(name: Name, result: unknown): ActionAnswer<Name> {
  const schema: AnySchema = nativeActions[name].answer;
  const checked = checkLargeValue(schema, result);
  if (!checked.misfit) return checked.value as ActionAnswer<Name>;
  const { place, problem } = checked.misfit;
  const whatIs = place === "" ? "that" : `whose ${place}`;
  throw badAnswer(name, `a result ${whatIs} is ${problem}`);
}
