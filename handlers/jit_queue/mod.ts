/**
 * Namespace `jitQueue`: a just-in-time queue over a shadow playlist (specification, "jitQueue"; docs/jit_queue.md).
 *
 * @module
 */

export { JitQueue } from "./jit_queue.ts";
export { jitQueueOperations } from "./operations.ts";
