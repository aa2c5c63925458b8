/**
 * What one call's handler may reach.
 *
 * @module
 */

import type { Call } from "../../host_stdio/calls.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import type { ActionAnswer, ActionName, ActionParams } from "../../host_stdio/native_actions.ts";
import type { Player } from "../../host_stdio/player.ts";
import type { EventName, EventPayload } from "./events.ts";
import type { Services } from "./namespace.ts";

/** Whom an event goes to: one panel, or all of them. */
export type Audience = { readonly panel: string } | "all";

/** Sends an event. */
export type Emit = <Name extends EventName>(
  event: Name,
  data: EventPayload<Name>,
  audience: Audience,
) => void;

/** What a handler is given beside its parameters. */
export interface Context {
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
  /** What namespaces keep for the connection. */
  readonly services: Services;
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

/** What a namespace's state may reach outside any one call. */
export interface ConnectionContext {
  /** The player. */
  readonly player: ConnectionPlayer;
  /** The time. */
  readonly clock: Clock;
  /** Sends an event to panels. */
  readonly emit: Emit;
  /** Where what is of interest to people goes. */
  readonly diagnostics: Diagnostics;
  /** Whether so much waits for the player to read that no more should be made for it. */
  readonly isOutputFull: () => boolean;
}

/** The context of one call. One is made for every call, so it is a class: an object with a getter of its own is slow. */
export class CallContext implements Context {
  readonly panel: string | undefined;
  readonly player: Call;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly services: Services;

  /**
   * @param call The call.
   * @param clock The time.
   * @param emit Sends an event.
   * @param services What namespaces keep for the connection.
   */
  constructor(call: Call, clock: Clock, emit: Emit, services: Services) {
    this.panel = call.panel;
    this.player = call;
    this.clock = clock;
    this.emit = emit;
    this.services = services;
  }

  /** Only asked for by the few handlers that do lasting work of their own, and only then made. */
  get signal(): AbortSignal {
    return this.player.signal;
  }

  get answered(): Promise<void> {
    return this.player.answered;
  }
}
