/** The interfaces between a connection and the application that it serves. */

import type { ActionAnswer, ActionName, ActionParams } from "./api/native_actions.ts";
import type { SignalMessage } from "./api/signals.ts";
import type { CallHandler } from "./calls.ts";
import type { LifecycleAnswer, LifecycleParams } from "./lifecycle.ts";
import type { Player, Settle } from "./player.ts";

/** The part of the answer of `bridge.initialize` that the application knows. */
export type Negotiated = Pick<
  LifecycleAnswer<"bridge.initialize">,
  "operations" | "events" | "unsupported" | "extensions"
>;

/** The bridge behind a connection. */
export interface Application {
  /** Name and version of the bridge, for `bridge.initialize`. */
  readonly bridge: { readonly name: string; readonly version: string };
  /**
   * Loads what is needed to handle a message, by its method; undefined when everything is loaded. Do not handle a message
   * before it is settled, neither this one nor a later one.
   */
  load(method: string): Promise<void> | undefined;
  /** Finds an operation by its full name. */
  find(method: string): CallHandler | undefined;
  /**
   * Records what the player implements and which extensions it wants. Returns a promise if it has to load extensions.
   */
  initialize(params: LifecycleParams<"bridge.initialize">): Negotiated | Promise<Negotiated>;
  /** `bridge.initialize` was answered. */
  onInitialized(): void;
  /** Ends the calls that wait for the user, because `bridge.shutdown` waits for all calls in flight. */
  onShutdown(): void;
  /** Whether to ignore a signal, because all extensions that use it are switched off. */
  ignores(signal: string): boolean;
  onSignal(signal: SignalMessage): void;
  registerPlugin(params: LifecycleParams<"bridge.registerPlugin">): LifecycleAnswer<"bridge.registerPlugin">;
  unregisterPlugin(
    params: LifecycleParams<"bridge.unregisterPlugin">,
  ): LifecycleAnswer<"bridge.unregisterPlugin">;
  onPanelClosed(panel: string): void;
  /**
   * Writes the logs, restores the player's state, and stops long work that changes nothing. May be called more than once.
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
   * Like {@linkcode Player.request}, but the answer takes effect when it is read: before the player's later messages, also
   * those of the same read.
   */
  ask<Name extends ActionName>(
    name: Name,
    params: ActionParams<Name>,
    settle: Settle<ActionAnswer<Name>>,
    panel?: string,
  ): void;
  /**
   * Sends a native action and ignores its answer. After the input has ended this is the only way to reach the player:
   * every request fails at once.
   */
  tell<Name extends ActionName>(name: Name, params: ActionParams<Name>, panel?: string): void;
}

/** The connection as the application uses it outside calls. */
export interface ConnectionLink {
  readonly player: ConnectionPlayer;
  /** Whether the output queue is over its limit (protocol.md, "Flow control"). */
  readonly isOutputFull: () => boolean;
  /** Waits until at most an eighth of the limit is queued. */
  readonly outputRead: () => Promise<void>;
  /** How long a track of a jitQueue session may take to start, in milliseconds. */
  readonly startTimeoutMs: number;
  /** Sends an event to a panel, or to every panel. */
  sendEvent(event: string, data: unknown, panel: string | undefined): void;
}
