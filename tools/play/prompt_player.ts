/**
 * What the prompt needs of the player behind the bridge.
 *
 * @module
 */

import type { ActionTable } from "../../client/action_table.ts";
import type { Handle, OverlayRow } from "../../host_stdio/shapes.ts";
import type { SignalInput } from "../../host_stdio/signals.ts";

/** What a person does with the player. Whatever is not there throws an `ActionError`. */
export interface Hands {
  play(playlist?: number, item?: number): void | Promise<void>;
  stop(): void | Promise<void>;
  next(): void | Promise<void>;
  previous(): void | Promise<void>;
  pause(): void | Promise<void>;
  seek(position: number): void | Promise<void>;
  setOrder(order: number): void | Promise<void>;
  activatePlaylist(playlist: number): void;
  removeItems(playlist: number, start: number, count: number): void | Promise<void>;
  queue(playlist: number, ...items: readonly number[]): void;
  selectItems(items: readonly number[] | "all"): void;
  selectPlaylists(...playlists: readonly number[]): void;
  followPlayback(): void;
  openPanel(name: string): void;
  closePanel(name: string): void;
  chooseRow(itemId: string): boolean | Promise<boolean>;
  changeRow(itemId: string, value: number): boolean | Promise<boolean>;
  dismissMenu(reason?: string): boolean | Promise<boolean>;
  // What not every player has
  copy?(content: { readonly text: string }): void;
  openDialog?(): void;
  closeDialog?(): void;
  changeLocale?(locale: string): void;
}

/** How a player is. */
export interface PlayerFacts {
  /** What plays; null when nothing does. Times are in seconds. */
  readonly playing:
    | {
      readonly handle: Handle;
      readonly position: number;
      readonly length: number;
      readonly paused: boolean;
    }
    | null;
  /** The number of the playback order. */
  readonly order: number;
  readonly queue: readonly { readonly handle: Handle }[];
  readonly selection: { readonly type: string; readonly total: number };
  readonly playlists: readonly {
    readonly name: string;
    readonly count: number;
    /** Who has locked it; null when nobody has. */
    readonly lock: string | null;
  }[];
  /** The active playlist; null when there is none. */
  readonly activePlaylist: number | null;
}

/** A menu that is open. */
export interface OpenMenu {
  /** What it is called. */
  readonly name: string;
  readonly rows: readonly OverlayRow[];
}

/** A player behind the prompt. */
export interface PromptPlayer {
  /** What is there, in a sentence, for whoever begins. */
  readonly greeting: string;
  /** The working directory of the bridge, where its log files are. */
  readonly directory: string;
  /** The native actions. */
  readonly actions: ActionTable;
  /** What a person does with it. */
  readonly hands: Hands;
  /** The names of its panels; the first of them calls at first. */
  readonly panelNames: readonly string[];
  /** The menu that is open; null when none is. */
  readonly menu: OpenMenu | null;
  /** How it is. */
  readonly facts: PlayerFacts;
  /** Settles when the player has ended by itself; not there when it never does. */
  readonly ended?: Promise<void>;

  /**
   * Listens to what it tells the bridge.
   *
   * @param listener What to call with each signal.
   */
  onSignal(listener: (signal: SignalInput) => void): void;

  /**
   * Listens to what people may want to know.
   *
   * @param listener What to call with each sentence.
   */
  onNews?(listener: (sentence: string) => void): void;

  /** Does what is to be done as soon as a bridge listens. */
  begin?(): Promise<void>;

  /** Ends the player, once no bridge uses it any more. */
  close(): Promise<void>;
}
