/** The native actions that the bridge requests, and the player's responses to them. */

import type { NativeAction } from "./api/definitions.ts";
import { type ActionAnswer, type ActionName, nativeActions } from "./api/native_actions.ts";
import type { Clock } from "./clock.ts";
import type { Diagnostics } from "./diagnostics.ts";
import type { Id, ResponseMessage } from "./envelope.ts";
import { RpcError, rpcError, rpcErrors } from "./errors.ts";
import {
  badAnswer,
  CancelledError,
  NativeActionError,
  notAnswered,
  playerError,
  type Settle,
} from "./player.ts";
import { type AnySchema, checkLargeValue, schemaOf } from "./schema_check.ts";

/** The call to which native actions belong, so that they can be abandoned together. */
export type Owner = object;

interface Pending {
  readonly name: ActionName;
  readonly owner: Owner | undefined;
  /** Infinity while it waits for the user. */
  due: number;
  /** The output position after its frame. */
  readonly end: number;
  /** Undefined when the answer is dropped, as after the owner was cancelled. */
  settle: Settle | undefined;
}

/** Counts of the player's responses. */
export interface ResponseCounts {
  /** Responses to pending native actions. */
  matched: number;
  /** Responses with an id that is not pending: never sent, already answered, or too late. */
  unknown: number;
}

/** What {@linkcode NativeRequests} needs. */
export interface NativeRequestsOptions {
  /** Queues a message. Returns false if it is over the frame limit. */
  readonly send: (message: object) => boolean;
  /** Returns the number of bytes queued for the player since the start. */
  readonly position: () => number;
  /** Called with each response: the player has read the output up to the end of the action that it answers. */
  readonly onRead: (position: number) => void;
  /** Returns how many times input was read since the start. */
  readonly reads: () => number;
  readonly clock: Clock;
  /** How long an action may take, in milliseconds. */
  readonly actionTimeoutMs: number;
  /** A call gets no further answer while those that other calls keep take more memory, in bytes. */
  readonly maxKeptBytes: number;
  readonly diagnostics: Diagnostics;
}

/** If a timer is later than this, in milliseconds, the process was stopped or busy. */
const LATE_MS = 100;
/** How long deadlines are then extended to read input, in milliseconds, and how often at most. */
const [READ_GRACE_MS, MOST_GRACES] = [50, 20];

/** Memory of an answer per character of its text, in bytes: a list of tracks takes about as much. */
const BYTES_PER_CHARACTER = 3;

/** Tracks the native actions of one connection. */
export class NativeRequests {
  readonly #options: NativeRequestsOptions;
  /** Ordered by deadline, except those without: the others have the same timeout. A single timer serves them all. */
  readonly #pending = new Map<number, Pending>();
  /** The pending ids of each owner. */
  readonly #owned = new WeakMap<Owner, Set<number>>();
  /** The estimated memory of the answers that each owner has got, in bytes, and of all of them. */
  readonly #kept = new WeakMap<Owner, number>();
  #keptBytes = 0;
  #lastId = 0;
  #cancelTimer: (() => void) | undefined;
  /** When the timer is due. */
  #wakeAt = 0;
  /** After a late timer: how often deadlines were extended, and the number of reads at the last extension. */
  #late: { graces: number; reads: number } | undefined;
  #inputEnded = false;

  readonly counts: ResponseCounts = { matched: 0, unknown: 0 };

  constructor(options: NativeRequestsOptions) {
    this.#options = options;
  }

  /** The number of pending actions. */
  get size(): number {
    return this.#pending.size;
  }

  /**
   * Requests a native action.
   *
   * @param panel The panel that it is for.
   * @param owner The owner, all of whose actions {@linkcode NativeRequests.abandon} abandons.
   * @returns The checked answer.
   * @throws {NativeActionError} See {@linkcode Player}.
   * @throws {CancelledError} If the owner is abandoned.
   */
  request(name: ActionName, params: unknown, panel: string | undefined, owner?: Owner): Promise<unknown> {
    return new Promise((resolve, reject) => this.ask(name, params, { resolve, reject }, panel, owner));
  }

  /**
   * Requests a native action.
   *
   * @param settle Called with the answer or the error when the response is read, before the player's later messages are.
   * Undefined to ignore the answer; this works even after the end of the input.
   */
  ask(name: ActionName, params: unknown, settle: Settle | undefined, panel?: string, owner?: Owner): void {
    if (this.#inputEnded && settle) return settle.reject(notAnswered());
    const id = this.#lastId + 1;
    // JSON leaves out an undefined panel.
    if (!this.#options.send({ jsonrpc: "2.0", id, method: name, params, panel })) {
      const { code, message } = rpcErrors.playerActionFailed;
      return settle?.reject(new NativeActionError(code, `${message}: ${name} would exceed the frame limit`));
    }
    this.#lastId = id;
    if (this.#inputEnded) return;
    const pending = { name, owner, due: Infinity, end: this.#options.position(), settle };
    if (owner) this.#own(owner, id);
    const { waitsForUser }: NativeAction = nativeActions[name];
    if (waitsForUser) this.#pending.set(id, pending);
    else this.#setDeadline(id, pending);
  }

  /** Sets the deadline of an action to the full time from now. */
  #setDeadline(id: number, pending: Pending): void {
    const { clock, actionTimeoutMs } = this.#options;
    pending.due = clock.monotonic() + actionTimeoutMs;
    this.#pending.delete(id);
    this.#pending.set(id, pending);
    if (!this.#cancelTimer) this.#wakeAfter(actionTimeoutMs);
  }

  /** Whether a native action was sent with this id, answered or not. */
  wasAsked(id: Id | null): id is number {
    return typeof id === "number" && id >= 1 && id <= this.#lastId;
  }

  /**
   * Settles the action that a response answers. A response with an unknown id is counted and reported.
   *
   * @param length The length of its text.
   */
  settle(message: ResponseMessage, length = 0): void {
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
    const { name, owner, settle } = pending;
    const isOwned = owner !== undefined && this.#owned.get(owner)?.delete(id) === true;
    this.#options.onRead(pending.end);
    if (!settle) return;
    if (message.defect !== undefined) {
      settle.reject(badAnswer(name, `a message with ${message.defect}`));
    } else if (message.error !== undefined) {
      settle.reject(playerError(name, message.error));
    } else if (isOwned && !this.#keep(owner, length * BYTES_PER_CHARACTER)) {
      settle.reject(new RpcError(rpcError("overloaded")));
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

  /** Rejects the pending actions of an owner with {@linkcode CancelledError}. Their answers are dropped. */
  abandon(owner: Owner): void {
    this.limit(owner);
    for (const id of this.#owned.get(owner) ?? []) {
      const pending = this.#pending.get(id);
      pending?.settle?.reject(new CancelledError());
      if (pending) pending.settle = undefined;
    }
    this.#owned.delete(owner);
  }

  /** Gives an owner's actions that wait for the user a deadline, because nobody waits for their answers. */
  limit(owner: Owner): void {
    for (const id of this.#owned.get(owner) ?? []) {
      const pending = this.#pending.get(id);
      if (pending?.due === Infinity) this.#setDeadline(id, pending);
    }
  }

  /** Forgets the answers of an owner that has ended, and no longer counts those that still come. */
  release(owner: Owner): void {
    this.#keptBytes -= this.#kept.get(owner) ?? 0;
    this.#kept.delete(owner);
    this.#owned.delete(owner);
  }

  /** Counts an answer. Returns false if those of other owners take too much memory. */
  #keep(owner: Owner, bytes: number): boolean {
    const own = this.#kept.get(owner) ?? 0;
    if (this.#keptBytes - own > this.#options.maxKeptBytes) return false;
    this.#kept.set(owner, own + bytes);
    this.#keptBytes += bytes;
    return true;
  }

  #own(owner: Owner, id: number): void {
    const ids = this.#owned.get(owner);
    if (ids) ids.add(id);
    else this.#owned.set(owner, new Set([id]));
  }

  /** Fails pending and later actions, because the player's input has ended. */
  endInput(): void {
    this.#inputEnded = true;
    for (const pending of this.#pending.values()) pending.settle?.reject(notAnswered());
    this.#pending.clear();
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #wakeAfter(milliseconds: number): void {
    this.#wakeAt = this.#options.clock.monotonic() + milliseconds;
    this.#cancelTimer = this.#options.clock.after(milliseconds, this.#expire);
  }

  /**
   * Whether all input is read, so that a missing answer is late. After the process was suspended, answers that came in
   * time may be unread.
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
    const late: Pending[] = [];
    for (const [id, pending] of this.#pending) {
      if (pending.due === Infinity) continue;
      if (pending.due > now) {
        this.#wakeAfter(pending.due - now);
        break;
      }
      this.#pending.delete(id);
      late.push(pending);
    }
    // After the timer is set: a rejection may request another action at once.
    for (const { settle } of late) settle?.reject(notAnswered());
  };
}

/**
 * Checks the result of a native action against its schema.
 *
 * @returns The answer, with unknown members dropped and defaults filled in.
 * @throws {NativeActionError} If it does not fit. The message never contains the value.
 */
export function checkAnswer<Name extends ActionName>(name: Name, result: unknown): ActionAnswer<Name> {
  const make: () => AnySchema = nativeActions[name].answer;
  const checked = checkLargeValue(schemaOf(make), result);
  if (!checked.misfit) return checked.value as ActionAnswer<Name>;
  const { place, problem } = checked.misfit;
  const whatIs = place === "" ? "that" : `whose ${place}`;
  throw badAnswer(name, `a result ${whatIs} is ${problem}`);
}
