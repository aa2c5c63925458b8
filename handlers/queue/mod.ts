/**
 * Namespace `queue`: the playback queue (specification, "queue").
 *
 * @module
 */

import type { ConnectionContext } from "../context.ts";
import type { NamespaceServices } from "../services.ts";
import { ChangeQueue } from "../change_queue.ts";
import { addPaths } from "./add_paths.ts";
import { add } from "./add.ts";
import { clear, flush } from "./clear.ts";
import { moveToTop } from "./move_to_top.ts";
import { get, getCount } from "./read.ts";
import { remove } from "./remove.ts";

/** The operations of the namespace `queue`. */
export const queueOperations = [add, addPaths, clear, flush, get, getCount, moveToTop, remove] as const;

/** What the namespace `queue` keeps for a connection. */
export function queueServices(connection: ConnectionContext) {
  return { queueChanges: new ChangeQueue(connection) } satisfies NamespaceServices;
}
