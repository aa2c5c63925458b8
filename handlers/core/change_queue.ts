/**
 * Changes of the player, one at a time. A change first reads the player's state and then acts on it: two at once would
 * each act on a state that the other one is changing. Calls that only read do not wait.
 */

import type { ConnectionPlayer } from "../../host_stdio/application.ts";
import { CancelledError, type Player } from "../../host_stdio/player.ts";
import type { Context } from "./context.ts";

/** Runs tasks one at a time, in order of arrival. A task that fails does not stop the next ones. */
export class SerialQueue {
  /** Settles when the last task has ended; undefined while none runs. Never rejects. */
  #last: Promise<void> | undefined;

  /** Whether no task waits or runs. */
  get isIdle(): boolean {
    return this.#last === undefined;
  }

  /** Settles when the tasks that were given so far have ended. Never rejects. */
  get ended(): Promise<void> {
    return this.#last ?? Promise.resolve();
  }

  /**
   * Runs a task when all earlier ones have ended; synchronously if the queue is empty.
   *
   * @param signal If it is aborted before the task begins, the task does not run and the promise rejects with the
   * reason.
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
 * Carries out a change.
 *
 * @param player The player, for actions that change something. They are not abandoned when the call is cancelled: a
 * change that began is finished, and the next one waits for it. Use the call's own player for actions that only read.
 */
export type Change<Result> = (player: Player) => Promise<Result>;

/** Carries out changes in order of arrival. An unanswered native action delays the next change until its timeout. */
export class ChangeQueue {
  readonly #player: ConnectionPlayer;
  readonly #tasks = new SerialQueue();
  #size = 0;

  constructor(player: ConnectionPlayer) {
    this.#player = player;
  }

  /** The number of changes that wait or run. */
  get size(): number {
    return this.#size;
  }

  /**
   * Carries out a change when all earlier ones have ended.
   *
   * @throws {CancelledError} When the call was cancelled before the change began.
   */
  async run<Result>({ panel, cancelSignal }: Context, change: Change<Result>): Promise<Result> {
    const player = this.#player;
    this.#size++;
    try {
      return await this.#tasks.run(() => {
        if (cancelSignal.aborted) throw new CancelledError();
        return change({ request: (name, params) => player.request(name, params, panel) });
      });
    } finally {
      this.#size--;
    }
  }
}

/** One queue per panel: panels do not wait for each other. */
export class PanelChangeQueues {
  readonly #player: ConnectionPlayer;
  readonly #queues = new Map<string, ChangeQueue>();

  constructor(player: ConnectionPlayer) {
    this.#player = player;
  }

  /**
   * Carries out a change when all earlier ones of the panel have ended.
   *
   * @throws {CancelledError} When the call was cancelled before the change began.
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
