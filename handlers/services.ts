/**
 * What the namespaces keep for one connection: made once for each, so that two bridges can live in one process.
 *
 * @module
 */

import type { SignalMessage } from "../host_stdio/signals.ts";
import type { ConnectionContext } from "./context.ts";
import type { OperationTable } from "./operation.ts";
import { JitQueue } from "./jit_queue/mod.ts";
import { LogFiles } from "./log/log_files.ts";
import { MenuOverlay } from "./menu/overlay.ts";
import { PluginRegistry } from "./plugins.ts";
import { QueueTurns } from "./queue/queue_turns.ts";
import { SelectionChanges } from "./selection/selection_changes.ts";

/** Something that lives as long as the connection and hears what happens on it. */
export interface Service {
  /**
   * Something happened in the player. When this is called, every response that an earlier answer of the player has
   * made possible is already on its way.
   */
  onSignal?(signal: SignalMessage): void;
  /** A panel has closed: what belonged to it is forgotten. */
  onPanelClosed?(panel: string): void;
  /** The connection ends: timers are called off, and what was begun is brought to its end. */
  close?(): void | Promise<void>;
}

/** What the services are made with. */
export interface ServiceOptions {
  /** The table of built-in operations, for introspection. */
  readonly operations: OperationTable;
  /** The bridge's version. */
  readonly version: string;
  /** The directory of the log files, an absolute path. */
  readonly logDirectory: string;
}

/** The services of one connection. */
export interface Services {
  /** The table of built-in operations, for introspection. */
  readonly operations: OperationTable;
  /** The bridge's version. */
  readonly version: string;
  /** The just-in-time queue. */
  readonly jitQueue: JitQueue;
  /** The log files. */
  readonly log: LogFiles;
  /** The menu overlay. */
  readonly menu: MenuOverlay;
  /** The external plugins that the player has registered. */
  readonly plugins: PluginRegistry;
  /** The turns of what changes the playback queue. */
  readonly queueTurns: QueueTurns;
  /** What tells panels that the selection has changed. */
  readonly selectionChanges: SelectionChanges;
}

/**
 * Makes the services of one connection.
 *
 * @param connection What they may reach.
 * @param options What they are made with.
 * @returns The services.
 */
export function createServices(connection: ConnectionContext, options: ServiceOptions): Services {
  const { operations, version, logDirectory } = options;
  return {
    operations,
    version,
    jitQueue: new JitQueue(connection),
    log: new LogFiles(logDirectory, connection.diagnostics),
    menu: new MenuOverlay(connection),
    plugins: new PluginRegistry(),
    queueTurns: new QueueTurns(connection),
    selectionChanges: new SelectionChanges(connection),
  };
}

/**
 * The services that hear signals, closed panels and the end, in the order in which they hear them.
 *
 * @param services The services of one connection.
 * @returns Those of them that listen.
 */
export function servicesOf(services: Services): readonly Service[] {
  return [
    services.jitQueue,
    services.log,
    services.menu,
    services.plugins,
    services.queueTurns,
    services.selectionChanges,
  ];
}
