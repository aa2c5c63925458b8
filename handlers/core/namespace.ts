/** What a namespace is: operations, and the state that they share on one connection. */

import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import type { SignalName, SignalParams } from "../../host_stdio/api/signals.ts";
import type { ConnectionPlayer } from "../../host_stdio/application.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import type { Disk } from "./disk.ts";
import type { Emit, Event } from "./event.ts";
import type { Operation, OperationTable } from "./operation.ts";
import type { PluginRegistry } from "./plugins.ts";

/** The operations that can be called on a connection, for `system.*`. */
export interface ApiTable {
  /** The built-in operations. */
  readonly operations: OperationTable;
  /** The external plugins. */
  readonly plugins: PluginRegistry;
  /** The bridge's version. */
  readonly version: string;
  /** Returns the player's name and version; undefined before `bridge.initialize`. */
  readonly playerVersion: () => { readonly name: string; readonly version: string } | undefined;
}

/** What a connection offers to the state of a namespace. */
export interface ConnectionContext {
  /** The player, for native actions outside any call. */
  readonly player: ConnectionPlayer;
  readonly clock: Clock;
  readonly emit: Emit;
  /** Diagnostics sink. */
  readonly diagnostics: Diagnostics;
  /** Whether the output queue is over its limit. Large answers are refused then, or wait. */
  readonly isOutputFull: () => boolean;
  /** Waits until at most an eighth of the limit is queued: until the player has read. */
  readonly outputRead: () => Promise<void>;
  /** How long a track of a jitQueue session may take to start, in milliseconds. */
  readonly startTimeoutMs: number;
  /** The directory of the log files, an absolute path. */
  readonly logDirectory: string;
  /** The file system of the log files. */
  readonly disk: Disk;
  readonly apis: ApiTable;
  /** Returns a part of the connection, made on first use. Namespaces that name the same part share its state. */
  part<State>(part: Part<State>): State;
}

/** The functions that are called with the parameters of a signal, by its name. */
export type SignalListeners = {
  readonly [Name in SignalName]?: (params: SignalParams<Name>) => void;
};

/** What a namespace or a part does when something happens on the connection. */
export interface Listeners {
  /** The signals that it listens to. Every response that the player's earlier messages cause is already queued. */
  readonly on?: SignalListeners;
  /** `bridge.initialize` was answered. */
  onInitialized?(): void;
  /** A panel closed: forget what belonged to it. */
  onPanelClosed?(panel: string): void;
  /** `bridge.shutdown` waits for the calls in flight: end those that wait for the user. */
  onShutdown?(): void;
  /** The connection ends: cancel timers and finish changes. */
  close?(): void | Promise<void>;
}

/** A part of a connection: state that one namespace has or several share. */
export interface Part<State> {
  /** Its name, unique on a connection. */
  readonly name: string;
  /**
   * Makes the state for one connection. Two bridges in one process share none.
   *
   * @param connection What the connection offers.
   */
  createState(connection: ConnectionContext): State;
  /** Returns what listens, often the state itself. Left out by a part that does not listen. */
  listeners?(state: State): Listeners;
}

/** An operation of a namespace. */
type OperationOf<Name extends string, State> =
  & Operation<State>
  & ({ readonly name: `${Name}.${string}` } | { readonly extension: Name });

/** A namespace. Each of its handlers gets the state as `context.state`. */
export interface Namespace<
  Name extends string = string,
  State = unknown,
  Operations extends readonly OperationOf<Name, State>[] = readonly OperationOf<Name, State>[],
  Events extends readonly Event[] = readonly Event[],
> extends Part<State> {
  /** The part of its operations' names before the first dot, or the extension that they name. */
  readonly name: Name;
  readonly operations: Operations;
  /** The events that it sends; none when left out. */
  readonly events?: Events;
}

/**
 * Defines a namespace. The compiler refuses an operation of another namespace, or one that expects another state.
 *
 * @param namespace The namespace.
 * @returns The same, with the types of its operations.
 */
export function defineNamespace<
  const Name extends string,
  State,
  const Operations extends readonly OperationOf<Name, State>[],
  const Events extends readonly Event<`${Name}:${string}`>[] = [],
>(namespace: Namespace<Name, State, Operations, Events>): Namespace<Name, State, Operations, Events> {
  return namespace;
}

export type LoadNamespace = () => Promise<Namespace>;

/** What a bridge serves. */
export interface Api {
  /** The namespaces that are always on, in the order in which `bridge.initialize` names their operations. */
  readonly namespaces: Readonly<Record<string, LoadNamespace>>;
  /** Those that send events, in the order in which `bridge.initialize` names the events. */
  readonly sending: readonly string[];
  /** The namespaces that are off until a player switches them on (extensions.md). */
  readonly extensions: Readonly<Record<ExtensionName, LoadNamespace>>;
}

/** The `createState` of a namespace without state. */
export function stateless(): undefined {
  return undefined;
}
