/**
 * Changes that look first and then act, one after the other.
 *
 * Two calls that look at the same time would both act on what the other one is about to change. So each change has its
 * turn, in order of arrival. A player that does not answer holds the next change up until the time of its action is over.
 * Calls that only look do not wait.
 *
 * @module
 */

import { CancelledError, type Player } from "../host_stdio/player.ts";
import type { ConnectionContext, Context } from "./context.ts";

/**
 * Carries out a change when its turn has come.
 *
 * @param player The player, for actions that change something. They do not die with the call: a change that was begun is
 * brought to its end, and the next one waits for it. What only looks asks the call's own player.
 */
export type Change<Result> = (player: Player) => Promise<Result>;

/** Gives changes their turns. */
export class SerialQueue {
  readonly #connection: ConnectionContext;
  /** Settles when the last change so far has had its turn; never rejected. */
  #last: Promise<void> = Promise.resolve();
  #size = 0;

  /** @param connection What the changes may reach. */
  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  /** How many changes wait or have their turn. */
  get size(): number {
    return this.#size;
  }

  /**
   * Carries a change out when all earlier ones have ended.
   *
   * @param context The call that asks for it.
   * @param change What to do.
   * @returns What the change returns.
   * @throws {CancelledError} When the call was cancelled before its turn came; nothing has been done then.
   */
  async run<Result>({ panel, signal }: Context, change: Change<Result>): Promise<Result> {
    const earlier = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    this.#size++;
    await earlier;
    try {
      if (signal.aborted) throw new CancelledError();
      const { player } = this.#connection;
      return await change({ request: (name, params) => player.request(name, params, panel) });
    } finally {
      this.#size--;
      resolve();
    }
  }
}

/** Gives changes their turns, panel by panel: one panel does not wait for another. */
export class PanelQueues {
  readonly #connection: ConnectionContext;
  readonly #queues = new Map<string, SerialQueue>();

  /** @param connection What the changes may reach. */
  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  /**
   * Carries a change out when all earlier ones of that panel have ended.
   *
   * @param panel The panel.
   * @param context The call that asks for it.
   * @param change What to do.
   * @returns What the change returns.
   * @throws {CancelledError} As {@linkcode SerialQueue.run}.
   */
  async run<Result>(panel: string, context: Context, change: Change<Result>): Promise<Result> {
    const queue = this.#queues.get(panel) ?? new SerialQueue(this.#connection);
    this.#queues.set(panel, queue);
    try {
      return await queue.run(context, change);
    } finally {
      if (queue.size === 0) this.#queues.delete(panel);
    }
  }
}
