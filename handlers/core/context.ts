/**
 * What a handler can reach: the player, the calling panel, the events, the clock, and its namespace's state. Time, files
 * and the player come in here and nowhere else.
 *
 * @module
 */

import type { Call } from "../../host_stdio/calls.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import type { ActionAnswer, ActionName, ActionParams } from "../../host_stdio/native_actions.ts";
import type { Player } from "../../host_stdio/player.ts";
import type { EventName, EventPayload } from "./events.ts";

/** Whom an event goes to: one panel, or all of them. */
export type Audience = { readonly panel: string } | "all";

/** Sends an event. */
export type Emit = <Name extends EventName>(
  event: Name,
  data: EventPayload<Name>,
  audience: Audience,
) => void;

/** What a handler gets besides its parameters. */
export interface Context<State = unknown> {
  /** The panel on whose behalf the call is made; undefined when it comes from none. */
  readonly panel: string | undefined;
  /** The player, asked in the name of this call: its panel rides along, and cancelling the call abandons the action. */
  readonly player: Player;
  /** Aborted when the call is cancelled or the pipe is gone. */
  readonly signal: AbortSignal;
  /** Settles when the answer of the call was queued: for events that must not precede it. */
  readonly answered: Promise<void>;
  /** The time. */
  readonly clock: Clock;
  /** Sends an event to panels. */
  readonly emit: Emit;
  /** The state that the operation's namespace keeps for the connection. */
  readonly state: State;
}

/** The player, asked in the name of no call. */
export interface ConnectionPlayer extends Player {
  /**
   * As {@linkcode Player.request}. Given a panel, it rides along although the action is not bound to a call: for what a
   * call has begun and has to be brought to its end even when the call is cancelled.
   */
  request<Name extends ActionName>(
    name: Name,
    params: ActionParams<Name>,
    panel?: string,
  ): Promise<ActionAnswer<Name>>;
  /**
   * Sends a native action whose answer nobody waits for. The one way to reach the player after the end of its input,
   * when everything else fails at once.
   */
  tell<Name extends ActionName>(name: Name, params: ActionParams<Name>): void;
}

/** The context of one call. A class, because one is made for every call and an object literal with getters is slow. */
export class CallContext<State> implements Context<State> {
  readonly panel: string | undefined;

  /**
   * @param player The call, which asks the player in its own name.
   * @param clock The time.
   * @param emit Sends an event.
   * @param state The state of the operation's namespace.
   */
  constructor(
    readonly player: Call,
    readonly clock: Clock,
    readonly emit: Emit,
    readonly state: State,
  ) {
    this.panel = player.panel;
  }

  /** Made on demand: few handlers need it. */
  get signal(): AbortSignal {
    return this.player.signal;
  }

  get answered(): Promise<void> {
    return this.player.answered;
  }
}
