/**
 * What the namespaces keep for one connection: made once for each, so that two bridges can live in one process.
 *
 * @module
 */

import type { SignalMessage } from "../../host_stdio/signals.ts";
import type { JitQueue } from "../jit_queue/mod.ts";
import type { Disk } from "../log/disk.ts";
import type { LogFiles } from "../log/log_files.ts";
import type { MenuOverlay } from "../menu/overlay.ts";
import type { SelectionChanges } from "../selection/selection_changes.ts";
import type { ChangeQueue, PanelChangeQueues } from "./change_queue.ts";
import type { ConnectionContext } from "./context.ts";
import type { Operation, OperationTable } from "./operation.ts";
import { PluginRegistry } from "./plugins.ts";

/** One namespace: its operations, and what it keeps for a connection. */
export interface NamespaceModule {
  /** Its operations. */
  readonly operations: readonly Operation[];
  /**
   * Makes what it keeps for a connection; undefined when it keeps nothing.
   *
   * @param connection What the services may reach.
   * @param options What they are made with.
   * @returns The services.
   */
  readonly createServices?: (connection: ConnectionContext, options: ServiceOptions) => NamespaceServices;
}

/** Where the namespaces of one connection come from: all at once, or each when it is needed. */
export interface NamespaceSource {
  /** Those that are there from the start. */
  readonly initial: readonly NamespaceModule[];
  /**
   * Loads what a call or a signal needs.
   *
   * @param name The full name of an operation, or of a signal.
   * @returns The namespaces that were missing, each given once for a connection; undefined when none was. Rejected when
   * they cannot be loaded; the next time it is tried again.
   */
  load(name: string): Promise<readonly NamespaceModule[]> | undefined;
}

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
  /** The file system of the log files; the machine's when left out. */
  readonly disk?: Disk | undefined;
}

/** What every bridge has, whatever has been called. */
interface CommonServices {
  /** The table of built-in operations, for introspection: complete when the namespace `system` is loaded. */
  readonly operations: OperationTable;
  /** The bridge's version. */
  readonly version: string;
  /** The external plugins that the player has registered. */
  readonly plugins: PluginRegistry;
}

/** The services of one connection. */
export interface Services extends CommonServices {
  /** The turns of what changes the clipboard. */
  readonly clipboardChanges: ChangeQueue;
  /** The just-in-time queue. */
  readonly jitQueue: JitQueue;
  /** The log files. */
  readonly log: LogFiles;
  /** The menu overlay. */
  readonly menu: MenuOverlay;
  /** The turns of what changes a panel's configuration. */
  readonly panelChanges: PanelChangeQueues;
  /** The turns of what changes the playback queue. */
  readonly queueChanges: ChangeQueue;
  /** What tells panels that the selection has changed. */
  readonly selectionChanges: SelectionChanges;
}

/** The services that a namespace makes. */
export type NamespaceServices = Partial<Omit<Services, keyof CommonServices>>;

/** The services of one connection as they come: each with its namespace. */
export class ServiceSet {
  /** The services. A handler finds those of its own namespace and those that every bridge has. */
  readonly services: Services;
  readonly #connection: ConnectionContext;
  readonly #options: ServiceOptions;
  readonly #listeners: Service[];

  /**
   * @param connection What the services may reach.
   * @param options What they are made with.
   */
  constructor(connection: ConnectionContext, options: ServiceOptions) {
    this.#connection = connection;
    this.#options = options;
    const { operations, version } = options;
    const plugins = new PluginRegistry();
    // No handler runs before its namespace was added.
    this.services = { operations, version, plugins } satisfies CommonServices as Services;
    this.#listeners = [plugins];
  }

  /** The services, as they hear signals, closed panels and the end, in the order in which they hear them. */
  get listeners(): readonly Service[] {
    return this.#listeners;
  }

  /**
   * Makes the services of a namespace.
   *
   * @param namespace The namespace, which must not have been added before.
   */
  add({ createServices }: NamespaceModule): void {
    const made = createServices?.(this.#connection, this.#options) ?? {};
    Object.assign(this.services, made);
    // Every part of a service is optional, so what hears nothing is one as well, which the compiler does not see.
    this.#listeners.push(...Object.values(made) as Service[]);
  }
}
