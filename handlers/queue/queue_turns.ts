/**
 * The turns of the changes of the playback queue, with the playlists that a change is about.
 *
 * @module
 */

import type { DiagnosticLevel } from "../../host_stdio/diagnostics.ts";
import type { Player } from "../../host_stdio/player.ts";
import type { SignalMessage } from "../../host_stdio/signals.ts";
import type { ConnectionContext, Context } from "../context.ts";
import { shiftedPlaylist } from "../playlist_shift.ts";
import { SerialQueue } from "../serial_queue.ts";
import type { Service } from "../services.ts";

/** A playlist that a change is about, followed while the user moves playlists about. */
export interface HeldPlaylist {
  /** Where it is now; undefined when the user has removed it. */
  readonly index: number | undefined;
}

/** What a change of the queue is given for its turn. */
export interface QueueTurn {
  /** The player, for actions that change something; see {@linkcode SerialQueue}. */
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
  readonly #changes: SerialQueue;
  /** The playlists of the change whose turn it is. */
  #held: { index: number | undefined }[] = [];

  /** @param connection What the changes may reach. */
  constructor(connection: ConnectionContext) {
    this.#connection = connection;
    this.#changes = new SerialQueue(connection);
  }

  /**
   * Carries a change out when all earlier ones have ended.
   *
   * @param context The call that asks for it.
   * @param change What to do.
   * @returns What the change returns.
   * @throws {CancelledError} As {@linkcode SerialQueue.run}.
   */
  run<Result>(context: Context, change: (turn: QueueTurn) => Promise<Result>): Promise<Result> {
    return this.#changes.run(context, async (player) => {
      try {
        return await change(this.#turnWith(player));
      } finally {
        this.#held = [];
      }
    });
  }

  onSignal(signal: SignalMessage): void {
    for (const held of this.#held) {
      if (held.index !== undefined) held.index = shiftedPlaylist(held.index, signal);
    }
  }

  #turnWith(player: Player): QueueTurn {
    return {
      player,
      hold: (index) => {
        const held = { index };
        this.#held.push(held);
        return held;
      },
      report: (level, message, properties) => this.#connection.diagnostics.report(level, message, properties),
    };
  }
}
