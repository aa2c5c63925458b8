/**
 * What one namespace brings into a bridge, and where a bridge gets its namespaces from.
 *
 * @module
 */

import type { ConnectionContext } from "./context.ts";
import type { Operation } from "./operation.ts";
import type { NamespaceServices, ServiceOptions } from "./services.ts";

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
