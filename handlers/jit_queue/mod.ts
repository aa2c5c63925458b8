/**
 * Namespace `jitQueue`: a just-in-time queue over a shadow playlist (specification, "jitQueue"; docs/jit_queue.md).
 *
 * @module
 */

import type { ConnectionContext } from "../context.ts";
import type { NamespaceServices } from "../services.ts";
import { JitQueue } from "./jit_queue.ts";

export { JitQueue } from "./jit_queue.ts";
export { jitQueueOperations } from "./operations.ts";

/** What the namespace `jitQueue` keeps for a connection. */
export function jitQueueServices(connection: ConnectionContext) {
  return { jitQueue: new JitQueue(connection) } satisfies NamespaceServices;
}
