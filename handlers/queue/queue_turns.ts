/**
 * Changes of the playback queue, one after the other.
 *
 * A change looks first and acts then: it asks how long the queue is and names entries by index. Two panels doing that at
 * once would act on what the other has already changed, so each change has its turn, in order of arrival; a player that
 * does not answer one holds the next up until its time is over. Whoever only looks does not wait.
 *
 * @module
 */

import type { DiagnosticLevel } from "../../host_stdio/diagnostics.ts";
import { CancelledError, type Player } from "../../host_stdio/player.ts";
import type { SignalMessage } from "../../host_stdio/signals.ts";
import type { ConnectionContext, Context } from "../context.ts";
import { shiftedPlaylist } from "../playlist_shift.ts";
import type { Service } from "../services.ts";

/** A playlist that a change is about, followed while the user moves playlists about. */
export interface HeldPlaylist {
  /** Where it is now; undefined when the user has removed it. */
  readonly index: number | undefined;
}

/** What a change of the queue is given for its turn. */
export interface QueueTurn {
  /**
   * The player, for actions that change something. They do not die with the call: a change that was begun is brought to
   * its end, and the next one waits for it. What only looks is asked of the call's own player.
   */
  readonly player: Player;
  /**
   * Follows a playlist until the turn ends.
   *
   * @param index Where it is now.
   * @returns The playlist, its index kept right.
   */
  hold(index: number): HeldPlaylist;
  /** Reports something for people. */
  report(level: DiagnosticLevel, message: string, properties?: Readonly<Record<string, unknown>>): void;
}

/** Gives the changes of one connection's queue their turns. */
export class QueueTurns implements Service {
  readonly #connection: ConnectionContext;
  /** Settles when the last change so far has had its turn; it is never rejected. */
  #last: Promise<void> = Promise.resolve();
  /** The playlists of the change whose turn it is. */
  #held: { index: number | undefined }[] = [];

  /** @param connection What the changes may reach. */
  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  /**
   * Carries a change out when all earlier ones are through.
   *
   * @param context The call that asks for it.
   * @param change What to do.
   * @returns What it gives.
   * @throws {CancelledError} When the call was cancelled before its turn came; nothing has been done then.
   */
  async run<Result>(context: Context, change: (turn: QueueTurn) => Promise<Result>): Promise<Result> {
    const earlier = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await earlier;
    try {
      if (context.signal.aborted) throw new CancelledError();
      return await change(this.#turnOf(context));
    } finally {
      this.#held = [];
      resolve();
    }
  }

  onSignal(signal: SignalMessage): void {
    for (const held of this.#held) {
      if (held.index !== undefined) held.index = shiftedPlaylist(held.index, signal);
    }
  }

  #turnOf({ panel }: Context): QueueTurn {
    const { player, diagnostics } = this.#connection;
    return {
      player: { request: (name, params) => player.request(name, params, panel) },
      hold: (index) => {
        const held = { index };
        this.#held.push(held);
        return held;
      },
      report: (level, message, properties) => diagnostics.report(level, message, properties),
    };
  }
}
