/**
 * One call of the player that waits for its answer.
 *
 * @module
 */

import type { Id } from "./envelope.ts";
import type { ActionAnswer, ActionName, ActionParams } from "./native_actions.ts";
import type { NativeRequests } from "./native_requests.ts";
import { CancelledError, type Player } from "./player.ts";

/** A call as its handler sees it: who calls, the player asked in its name, and whether it still matters. */
export class Call implements Player {
  /** Undefined for a call that nobody wants answered. */
  readonly id: Id | undefined;
  /** The panel on whose behalf; undefined for none. */
  readonly panel: string | undefined;
  readonly #requests: NativeRequests;
  #controller: AbortController | undefined;
  #cancelled = false;
  #answered: PromiseWithResolvers<void> | undefined;
  #isAnswered = false;

  constructor(id: Id | undefined, panel: string | undefined, requests: NativeRequests) {
    this.id = id;
    this.panel = panel;
    this.#requests = requests;
  }

  /** Whether the player has cancelled it: it was answered then. */
  get cancelled(): boolean {
    return this.#cancelled;
  }

  /** Aborted when the call is cancelled. Made when first asked for, because most calls never ask. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#cancelled) this.#controller.abort(new CancelledError());
    return this.#controller.signal;
  }

  /** Settles when its answer was queued, or can be no more. Made when first asked for. */
  get answered(): Promise<void> {
    this.#answered ??= Promise.withResolvers<void>();
    if (this.#isAnswered) this.#answered.resolve();
    return this.#answered.promise;
  }

  /** Notes that its answer was queued. */
  markAnswered(): void {
    this.#isAnswered = true;
    this.#answered?.resolve();
  }

  request<Name extends ActionName>(name: Name, params: ActionParams<Name>): Promise<ActionAnswer<Name>> {
    if (this.#cancelled) return Promise.reject(new CancelledError());
    // The tracker has checked the answer against this very action's schema.
    return this.#requests.request(name, params, this.panel, this) as Promise<ActionAnswer<Name>>;
  }

  /** Ends it: its native actions are abandoned, its signal is aborted. */
  cancel(): void {
    this.#cancelled = true;
    this.#requests.abandon(this);
    this.#controller?.abort(new CancelledError());
  }
}
