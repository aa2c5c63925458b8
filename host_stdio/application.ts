/**
 * The interfaces between a connection and the application that it serves.
 *
 * @module
 */

import type { Call } from "./calls.ts";
import type { LifecycleAnswer, LifecycleParams } from "./lifecycle.ts";
import type { ActionAnswer, ActionName, ActionParams } from "./native_actions.ts";
import type { Player } from "./player.ts";
import type { SignalMessage } from "./signals.ts";

/** Carries out a call. It throws {@linkcode RpcError} to answer that error; any other error is a defect. */
export type CallHandler = (params: Readonly<Record<string, unknown>>, call: Call) => unknown;

/** The bridge behind a connection. */
export interface Application {
  /** Name and version of the bridge, for `bridge.initialize`. */
  readonly bridge: { readonly name: string; readonly version: string };
  /** The names of all operations, for `bridge.initialize`. */
  readonly operations: readonly string[];
  /** The names of all events, for `bridge.initialize`. */
  readonly events: readonly string[];
  /** Finds an operation by its full name. */
  find(method: string): CallHandler | undefined;
  /**
   * Takes note of the native actions that the player implements; undefined when it does not tell.
   *
   * @returns The operations that need another action; undefined when the player does not tell.
   */
  unsupportedBy(actions: readonly string[] | undefined): readonly string[] | undefined;
  onSignal(signal: SignalMessage): void;
  registerPlugin(params: LifecycleParams<"bridge.registerPlugin">): LifecycleAnswer<"bridge.registerPlugin">;
  unregisterPlugin(
    params: LifecycleParams<"bridge.unregisterPlugin">,
  ): LifecycleAnswer<"bridge.unregisterPlugin">;
  onPanelClosed(panel: string): void;
  /**
   * Writes the logs, restores the player's state, and cuts short work that changes nothing and may take long. Called more
   * than once.
   */
  close(): Promise<void>;
}

/** The player, for native actions outside any call. */
export interface ConnectionPlayer extends Player {
  /**
   * Like {@linkcode Player.request}, but with an optional panel. Use it to finish what a call began even when that call is
   * cancelled.
   */
  request<Name extends ActionName>(
    name: Name,
    params: ActionParams<Name>,
    panel?: string,
  ): Promise<ActionAnswer<Name>>;
  /**
   * Sends a native action and ignores its answer. After the input has ended this is the only way to reach the player:
   * every request fails at once.
   */
  tell<Name extends ActionName>(name: Name, params: ActionParams<Name>): void;
}

/** The connection as the application uses it outside calls. */
export interface ConnectionLink {
  readonly player: ConnectionPlayer;
  /** Whether the output queue is over its limit (protocol.md, "Flow control"). */
  readonly isOutputFull: () => boolean;
  /** Sends an event to a panel, or to every panel. */
  sendEvent(event: string, data: unknown, panel: string | undefined): void;
}
