/**
 * The user's playback order and active playlist: remembered when a session begins, given back when it ends.
 *
 * @module
 */

import type { ConnectionPlayer } from "../core/context.ts";
import type { ConnectionContext } from "../core/namespace.ts";
import type { ActionAnswer } from "../../host_stdio/native_actions.ts";
import { NativeActionError, notAnswered } from "../../host_stdio/player.ts";
import type { SerialQueue } from "../core/change_queue.ts";
import { Failure } from "../core/operation.ts";

/** The player, asked in the name of the session: a call that is cancelled takes nothing with it. */
export type SessionPlayer = Pick<ConnectionPlayer, "request" | "tell">;

/** The texts of the session's own failures. */
export const jitErrors = {
  noSession: "No active JIT session",
  otherPanel: "Session belongs to another panel",
  unresolved: "Track could not be resolved",
  unplayable: "Track could not be played",
  notInShadow: "Track is not in the shadow playlist any more",
  shadowRemoved: "Shadow playlist no longer exists",
  superseded: "Superseded by a newer playNow",
  supersededByBatch: "Superseded by a newer preloadBatch",
} as const;

/**
 * Returns the text of a failure.
 *
 * @returns A text fit for a panel; a defect of the bridge reads like a player that does not answer.
 */
export function failureText(error: unknown): string {
  return isFailure(error) ? error.message : notAnswered().message;
}

/** Whether something was thrown because the player or the operation has failed, not because of a defect. */
export function isFailure(error: unknown): error is NativeActionError | Failure {
  return error instanceof NativeActionError || error instanceof Failure;
}

/** The playback order of a session: the player's default. */
const SESSION_ORDER = 0;

/** Remembers the user's settings and gives them back. */
export class UserSettings {
  readonly #player: SessionPlayer;
  readonly #actions: SerialQueue;
  readonly #diagnostics: ConnectionContext["diagnostics"];
  /** The order to give back; null when there is none. */
  #order: number | null = null;
  /** The id of the playlist to make active again; null when there is none. */
  #active: string | null = null;
  #remembered = false;
  #entered = false;

  constructor(player: SessionPlayer, actions: SerialQueue, diagnostics: ConnectionContext["diagnostics"]) {
    this.#player = player;
    this.#actions = actions;
    this.#diagnostics = diagnostics;
  }

  /** Whether a session has remembered the active playlist. */
  get remembered(): boolean {
    return this.#remembered;
  }

  /**
   * Remembers the active playlist. A playlist that could not be given back last time is still the user's.
   *
   * @param active The id of the active playlist; null when there is none or it is unknown.
   */
  remember(active: string | null, shadow: string | null): void {
    if (this.#remembered) return;
    this.#remembered = true;
    if (active !== null && active !== shadow) this.#active = active;
  }

  /** Sets the session's order and remembers the user's, once a session. */
  async enter(): Promise<void> {
    if (!this.#remembered || this.#entered) return;
    this.#entered = true;
    await this.#actions.run(() =>
      this.#attempt("the playback order cannot be set", async () => {
        const { previous } = await this.#player.request("player.playback.setOrder", { order: SESSION_ORDER });
        // The session's own order, left behind by a restoration that failed, is not the user's.
        if (previous !== SESSION_ORDER || this.#order === null) this.#order = previous;
      })
    );
  }

  /** Gives the settings back, unless a session has begun again when it is time for it. */
  async restore(shadow: () => string | null): Promise<void> {
    this.#remembered = false;
    this.#entered = false;
    await this.#actions.run(async () => {
      await this.#attempt("the order cannot be restored", () => this.#restoreOrder());
      await this.#attempt("the active playlist cannot be restored", () => this.#restoreActive(shadow));
    });
  }

  /** Tells the player the order that is still to be given back: at the end of the pipe it cannot be asked. */
  tell(): void {
    const order = this.#order;
    this.#order = null;
    if (order !== null) this.#player.tell("player.playback.setOrder", { order });
  }

  async #restoreOrder(): Promise<void> {
    const order = this.#order;
    if (order === null || this.#remembered) return;
    const { previous } = await this.#player.request("player.playback.setOrder", { order });
    this.#order = null;
    if (previous === SESSION_ORDER) return;
    // The user has changed the order during the session.
    this.#order = previous;
    await this.#player.request("player.playback.setOrder", { order: previous });
    this.#order = null;
  }

  async #restoreActive(shadow: () => string | null): Promise<void> {
    const playlist = this.#active;
    if (playlist === null || this.#remembered) return;
    const list: ActionAnswer<"player.playlist.list"> = await this.#player.request("player.playlist.list", {});
    const isOwed = list.active !== null && list.active === shadow() &&
      list.playlists.some(({ id }) => id === playlist);
    if (isOwed) await this.#player.request("player.playlist.activate", { playlist });
    this.#active = null;
  }

  /** Failures are reported, never answered: the session goes on without. */
  async #attempt(problem: string, change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      this.#diagnostics.report("warning", `jitQueue: ${problem}: {error}`, { error: failureText(error) });
    }
  }
}
