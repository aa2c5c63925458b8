/**
 * What one call's handler may reach.
 *
 * @module
 */

import type { Call } from "../host_stdio/call.ts";
import type { Clock } from "../host_stdio/clock.ts";
import type { Context, Emit } from "./context.ts";
import type { Services } from "./services.ts";

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
