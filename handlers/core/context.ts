/**
 * What a handler can reach: the player, the calling panel, the events, the clock, and its namespace's state. Handlers
 * reach time, files and the player only through it.
 */

import type { Clock } from "../../host_stdio/clock.ts";
import type { Player } from "../../host_stdio/player.ts";
import type { Emit } from "./event.ts";

/** What a handler gets besides its parameters. */
export interface Context<State = unknown> {
  /** The calling panel; undefined when the call comes from none. */
  readonly panel: string | undefined;
  /** The player. Native actions carry the calling panel and are abandoned when the call is cancelled. */
  readonly player: Player;
  /**
   * Aborted when nobody waits for the answer: the call is cancelled, its panel closes, or the connection ends. It ends
   * what only reads.
   */
  readonly signal: AbortSignal;
  /** Aborted only when the call is cancelled. It ends what changes something: a page may close at once after its call. */
  readonly cancelSignal: AbortSignal;
  /** Settles when the response is queued. Events that must follow the response wait for it. */
  readonly answered: Promise<void>;
  readonly clock: Clock;
  /** Sends an event to panels. */
  readonly emit: Emit;
  /** The state that the operation's namespace keeps for the connection. */
  readonly state: State;
}
