/**
 * What a namespace is: operations, and the state that they share on one connection.
 *
 * @module
 */

import type * as v from "valibot";
import type { ConnectionPlayer } from "../../host_stdio/application.ts";
import type { Clock } from "../../host_stdio/clock.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import type { SignalMessage } from "../../host_stdio/signals.ts";
import type { Disk } from "../log/disk.ts";
import type { Emit } from "./context.ts";
import type { FailureFields, FailureKind, Operation, OperationTable } from "./operation.ts";
import type { PluginRegistry } from "./plugins.ts";

/** The operations that can be called on a connection, for `system.*`. */
export interface ApiTable {
  /** The built-in operations. */
  readonly operations: OperationTable;
  /** The external plugins. */
  readonly plugins: PluginRegistry;
  /** The extensions that are switched on. Their operations count as external. */
  readonly extensions: Pick<ReadonlyMap<string, unknown>, "has" | "size" | "keys">;
  /** The bridge's version. */
  readonly version: string;
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
  /** Waits until the output queue is not over its limit: until the player has read. */
  readonly outputRead: () => Promise<void>;
  /** The directory of the log files, an absolute path. */
  readonly logDirectory: string;
  /** The file system of the log files. */
  readonly disk: Disk;
  readonly apis: ApiTable;
  /**
   * Returns the part of the connection that a function makes, made on first use. Namespaces that name the same function
   * share it. It is notified of what happens on the connection, before them.
   */
  shared<Part>(make: (connection: ConnectionContext) => Part): Part;
}

/** The methods of a namespace's state that are called when something happens on the connection. */
export interface ConnectionListener {
  /**
   * The player sent a signal. Every response that the player's earlier messages cause is already queued.
   */
  onSignal?(signal: SignalMessage): void;
  /** `bridge.initialize` was answered. */
  onInitialized?(): void;
  /** A panel closed: forget what belonged to it. */
  onPanelClosed?(panel: string): void;
  /** `bridge.shutdown` waits for the calls in flight: end those that wait for the user. */
  onShutdown?(): void;
  /** The connection ends: cancel timers and finish changes. */
  close?(): void | Promise<void>;
}

/** An operation of a namespace. */
type OperationOf<Name extends string, State> = Operation<
  `${Name}.${string}`,
  v.GenericSchema,
  v.GenericSchema,
  FailureKind,
  FailureFields,
  State
>;

/** A namespace. */
export interface Namespace<
  Name extends string = string,
  State = unknown,
  Operations extends readonly OperationOf<Name, State>[] = readonly OperationOf<Name, State>[],
> {
  /** The part of its operations' names before the first dot. */
  readonly name: Name;
  /** Its operations. */
  readonly operations: Operations;
  /**
   * Makes the state for one connection. Two bridges in one process share none.
   *
   * @param connection What the connection offers.
   * @returns The state, which each handler gets as `context.state`.
   */
  createState(connection: ConnectionContext): State;
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
>(namespace: Namespace<Name, State, Operations>): Namespace<Name, State, Operations> {
  return namespace;
}

/** The `createState` of a namespace without state. */
export function stateless(): undefined {
  return undefined;
}
