/**
 * Changes of the playback queue, one after the other.
 *
 * A change looks first and acts then: it asks how long the queue is and names entries by index. Two panels doing that at
 * once would act on what the other has already changed, so each change has its turn, in order of arrival; a player that
 * does not answer one holds the next up until its time is over. Operations that only look do not wait.
 *
 * @module
 */

import { CancelledError, type Player } from "../../host_stdio/player.ts";
import type { ConnectionContext, Context } from "../context.ts";

/** Gives the changes of one connection's queue their turns. */
export class QueueTurns {
  readonly #connection: ConnectionContext;
  /** Settles when the last change so far has had its turn; it is never rejected. */
  #last: Promise<void> = Promise.resolve();

  /** @param connection What the changes may reach. */
  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  /**
   * Carries a change out when all earlier ones are through.
   *
   * @param context The call that asks for it.
   * @param change What to do. It gets the player for actions that change something: they do not die with the call, so that
   * a change that was begun is brought to its end before the next one. What only looks is asked of the call's own player.
   * @returns What the change gives.
   * @throws {CancelledError} When the call was cancelled before its turn came; nothing has been done then.
   */
  async run<Result>(context: Context, change: (player: Player) => Promise<Result>): Promise<Result> {
    const { panel, signal } = context;
    const { player } = this.#connection;
    const earlier = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await earlier;
    try {
      if (signal.aborted) throw new CancelledError();
      return await change({ request: (name, params) => player.request(name, params, panel) });
    } finally {
      resolve();
    }
  }
}
