/**
 * Changes in the player that look first and then act, one after the other.
 *
 * Two calls that look at the same time would both act on what the other one is about to change. A player that does not
 * answer holds the next change up until the time of its action is over. Calls that only look do not wait.
 *
 * @module
 */

import { CancelledError, type Player } from "../../host_stdio/player.ts";
import type { ConnectionPlayer, Context } from "./context.ts";

/** Runs tasks one at a time, in order of arrival. A task that fails does not stop the ones behind it. */
export class SerialQueue {
  /** Settles when the last task so far has ended; undefined while nothing runs. It is never rejected. */
  #last: Promise<void> | undefined;

  /**
   * Runs a task when all earlier ones have ended: at once, before this returns, when none is left.
   *
   * @param task What to run.
   * @param signal Its abortion before the task begins rejects with the reason, and the task never runs.
   * @returns What the task gives.
   */
  run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const begin = async (): Promise<Result> => {
      signal?.throwIfAborted();
      return await task();
    };
    const result = this.#last === undefined ? begin() : this.#last.then(begin);
    const ended = () => {
      if (this.#last === last) this.#last = undefined;
    };
    const last: Promise<void> = result.then(ended, ended);
    this.#last = last;
    return result;
  }
}

/**
 * Carries out a change when its turn has come.
 *
 * @param player The player, for actions that change something. They do not die with the call: a change that was begun is
 * brought to its end, and the next one waits for it. What only looks asks the call's own player.
 */
export type Change<Result> = (player: Player) => Promise<Result>;

/** Carries out changes in order of arrival. */
export class ChangeQueue {
  readonly #player: ConnectionPlayer;
  readonly #tasks = new SerialQueue();
  #size = 0;

  /** @param player The player that is changed. */
  constructor(player: ConnectionPlayer) {
    this.#player = player;
  }

  /** How many changes wait or are being carried out. */
  get size(): number {
    return this.#size;
  }

  /**
   * Carries a change out when all earlier ones have ended.
   *
   * @param context The call that asks for it.
   * @param change What to do.
   * @returns What the change returns.
   * @throws {CancelledError} When the call was cancelled before the change began; nothing has been done then.
   */
  async run<Result>({ panel, signal }: Context, change: Change<Result>): Promise<Result> {
    const player = this.#player;
    this.#size++;
    try {
      return await this.#tasks.run(() => {
        if (signal.aborted) throw new CancelledError();
        return change({ request: (name, params) => player.request(name, params, panel) });
      });
    } finally {
      this.#size--;
    }
  }
}

/** Carries out changes panel by panel: one panel does not wait for another. */
export class PanelChangeQueues {
  readonly #player: ConnectionPlayer;
  readonly #queues = new Map<string, ChangeQueue>();

  /** @param player The player that is changed. */
  constructor(player: ConnectionPlayer) {
    this.#player = player;
  }

  /**
   * Carries a change out when all earlier ones of that panel have ended.
   *
   * @param panel The panel.
   * @param context The call that asks for it.
   * @param change What to do.
   * @returns What the change returns.
   * @throws {CancelledError} As {@linkcode ChangeQueue.run}.
   */
  async run<Result>(panel: string, context: Context, change: Change<Result>): Promise<Result> {
    const queue = this.#queues.get(panel) ?? new ChangeQueue(this.#player);
    this.#queues.set(panel, queue);
    try {
      return await queue.run(context, change);
    } finally {
      if (queue.size === 0) this.#queues.delete(panel);
    }
  }
}
