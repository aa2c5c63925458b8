/**
 * The player as a session uses it: its requests, the error texts, and the user's settings that a session changes and
 * restores.
 *
 * @module
 */

import type { ActionAnswer } from "../../host_stdio/api/native_actions.ts";
import type { ConnectionPlayer } from "../../host_stdio/application.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import { NativeActionError, notAnswered } from "../../host_stdio/player.ts";
import type { SerialQueue } from "../core/change_queue.ts";
import { Failure } from "../core/operation.ts";

/** The player, for native actions that are not abandoned when a call is cancelled. */
export type SessionPlayer = Pick<ConnectionPlayer, "request" | "tell">;

/** The error texts of the session. */
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

/** Returns the text of a failure for a panel; for a defect, the text for a player that does not answer. */
export function failureText(error: unknown): string {
  return isFailure(error) ? error.message : notAnswered().message;
}

/** Returns the text of a failure for a panel, and reports a defect. */
export function panelText(error: unknown, diagnostics: Diagnostics): string {
  if (!isFailure(error)) diagnostics.report("error", "a defect of the bridge: {error}", { error });
  return failureText(error);
}

/** Whether an error is a failure of the player or the operation, not a defect. */
export function isFailure(error: unknown): error is NativeActionError | Failure {
  return error instanceof NativeActionError || error instanceof Failure;
}

/** The playback order during a session: the player's default. */
const SESSION_ORDER = 0;

/** Saves the user's playback order and active playlist when a session begins and restores them when it ends. */
export class UserSettings {
  readonly #player: SessionPlayer;
  readonly #actions: SerialQueue;
  readonly #diagnostics: Diagnostics;
  /** The playback order to restore; null for none. */
  #order: number | null = null;
  /** The id of the playlist to activate again; null for none. */
  #active: string | null = null;
  #remembered = false;
  #entered = false;

  constructor(player: SessionPlayer, actions: SerialQueue, diagnostics: Diagnostics) {
    this.#player = player;
    this.#actions = actions;
    this.#diagnostics = diagnostics;
  }

  /** Whether a session has saved the active playlist. */
  get remembered(): boolean {
    return this.#remembered;
  }

  /**
   * Saves the active playlist. A playlist that could not be restored last time stays saved.
   *
   * @param active The id of the active playlist; null if unknown.
   */
  remember(active: string | null, shadow: string | null): void {
    if (this.#remembered) return;
    this.#remembered = true;
    if (active !== null && active !== shadow) this.#active = active;
  }

  /** Sets the session's playback order and saves the user's, once per session. */
  async enter(): Promise<void> {
    if (!this.#remembered || this.#entered) return;
    this.#entered = true;
    await this.#actions.run(() =>
      this.#attempt("the playback order cannot be set", async () => {
        const { previous } = await this.#player.request("player.playback.setOrder", { order: SESSION_ORDER });
        // After a failed restoration the previous order is the session's own, not the user's.
        if (previous !== SESSION_ORDER || this.#order === null) this.#order = previous;
      })
    );
  }

  /** Restores the settings, unless a new session has begun when this runs. */
  async restore(shadow: () => string | null): Promise<void> {
    this.#remembered = false;
    this.#entered = false;
    await this.#actions.run(async () => {
      await this.#attempt("the order cannot be restored", () => this.#restoreOrder());
      await this.#attempt("the active playlist cannot be restored", () => this.#restoreActive(shadow));
    });
  }

  /** Restores the playback order without waiting for an answer: at the end of the connection none can arrive. */
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
    // The user changed the order during the session.
    this.#order = previous;
    await this.#player.request("player.playback.setOrder", { order: previous });
    this.#order = null;
  }

  async #restoreActive(shadow: () => string | null): Promise<void> {
    const playlist = this.#active;
    if (playlist === null || this.#remembered) return;
    const list: ActionAnswer<"player.playlist.list"> = await this.#player.request("player.playlist.list", {});
    const isNeeded = list.active !== null && list.active === shadow() &&
      list.playlists.some(({ id }) => id === playlist);
    if (isNeeded) await this.#player.request("player.playlist.activate", { playlist });
    this.#active = null;
  }

  /** Reports a failure as a diagnostic. The session continues without the change. */
  async #attempt(problem: string, change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      this.#diagnostics.report("warning", `jitQueue: ${problem}: {error}`, { error: failureText(error) });
    }
  }
}
