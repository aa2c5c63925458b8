/**
 * Long answers, one at a time, because a page can request many of them with a few bytes; and a limit on concurrent tasks.
 */

import { RpcError, rpcError } from "../../../host_stdio/errors.ts";
import { loopTurn } from "../../../host_stdio/event_loop.ts";
import { CancelledError } from "../../../host_stdio/player.ts";
import { SerialQueue } from "../../core/change_queue.ts";
import type { Context } from "../../core/context.ts";
import type { ConnectionContext, Listeners, Part } from "../../core/namespace.ts";

/** Limits the number of concurrent tasks. Further tasks wait in order of arrival. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param count How many tasks may run at a time. */
  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a place. Call {@linkcode Places.leave} once when the task has ended. */
  async enter(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Gives the place to the next waiting task. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

/** What {@linkcode LongAnswers} needs. */
type Output = Pick<ConnectionContext, "isOutputFull" | "outputRead">;

/**
 * Builds one answer at a time: the next one when the one before is queued and the player has read most of the output.
 * Other messages are served in between.
 */
export class LongAnswers implements Listeners {
  readonly #output: Output;
  readonly #queue = new SerialQueue();
  #isClosed = false;
  #stopWaiting: (() => void) | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  /**
   * Builds an answer after all earlier ones.
   *
   * @throws {RpcError} When the connection ends and the player does not read.
   * @throws {CancelledError} When the call was cancelled before its turn.
   */
  build<Answer>({ signal, answered }: Context, build: () => Answer | Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      void this.#queue.run(async () => {
        try {
          await this.#outputRead();
          if (signal.aborted) throw new CancelledError();
          resolve(await build());
        } catch (error) {
          reject(error);
        }
        await answered;
        await loopTurn();
      });
    });
  }

  /** Stops waiting for the player to read: waiting calls must be answered at the end. */
  close(): void {
    this.#isClosed = true;
    this.#stopWaiting?.();
  }

  async #outputRead(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#stopWaiting = resolve;
      if (this.#isClosed) resolve();
      else void this.#output.outputRead().then(resolve);
    });
    if (this.#output.isOutputFull()) throw new RpcError(rpcError("overloaded"));
  }
}

/** The long answers of a connection, as a part that extensions share. */
export const longAnswers: Part<LongAnswers> = {
  name: "long answers",
  createState: (connection) => new LongAnswers(connection),
  listeners: (answers) => answers,
};
