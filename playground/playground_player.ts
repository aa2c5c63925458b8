/**
 * What the playground needs of a player: native actions and signals for the bridge, and a view and a hand for the person
 * at the page.
 *
 * @module
 */

import type { ActionTable } from "../client/action_table.ts";
import type { SignalInput } from "../host_stdio/signals.ts";
import type { CommandName, PlayerCommand, PlayerState, TrackRow } from "./protocol.ts";

/** A player behind the playground. */
export interface PlaygroundPlayer {
  /** Its name, as in `bridge.initialize`. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
  /** What the bridge can ask for. */
  readonly actions: ActionTable;
  /** What a person can do there. */
  readonly commands: readonly CommandName[];
  /**
   * Listens to what it tells the bridge.
   *
   * @param listener What to call with each signal.
   * @returns A function that ends it.
   */
  onSignal(listener: (signal: SignalInput) => void): () => void;
  /**
   * Listens to changes of what there is to see that come neither with a signal nor of an action or a command. Left out by
   * a player that has none.
   *
   * @param listener What to call.
   * @returns A function that ends it.
   */
  onChange?(listener: () => void): () => void;
  /**
   * Tells what there is to see. It is asked often.
   *
   * @returns The state as it is now.
   */
  state(): Promise<PlayerState>;
  /**
   * Tells tracks of a playlist.
   *
   * @param playlist Its index.
   * @param offset The first track.
   * @param limit How many at most.
   * @returns The tracks; none where there are none.
   * @throws When there is no such playlist.
   */
  tracks(playlist: number, offset: number, limit: number): Promise<readonly TrackRow[]>;
  /**
   * Does what a person does.
   *
   * @param command What.
   * @throws When it cannot be done.
   */
  perform(command: PlayerCommand): Promise<void>;
  /**
   * A panel has opened in the player's window.
   *
   * @param name Its name.
   */
  panelOpened(name: string): void;
  /**
   * A panel has closed.
   *
   * @param name Its name.
   */
  panelClosed(name: string): void;
  /** Ends the player and all that it has started. */
  close(): Promise<void>;
}
