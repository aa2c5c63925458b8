/**
 * `queue.remove` (specification, "queue").
 *
 * @module
 */

import * as v from "valibot";
import { index } from "../../host_stdio/shapes.ts";
import { indicesTooMany, MAX_QUEUE_SIZE } from "../../limits/queue_size.ts";
import { described } from "../documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../operation.ts";
import { integer, integers, optional } from "../params.ts";
import { checkParams, isAbsent, selectiveParams, uncheckedParams } from "../selective_params.ts";
import { queueSize } from "./player_queue.ts";

const errors = {
  empty: "Queue is empty",
  invalidIndex: "Invalid queue index",
  nothingGiven: "No index or indices specified",
} as const;

const removeParams = selectiveParams({
  index: described(optional(integer), "The queue index of one entry."),
  indices: described(
    optional(integers(MAX_QUEUE_SIZE, indicesTooMany("indices"))),
    "Queue indices, used only when `index` is left out. Repeated ones and those out of range are skipped.",
  ),
}, ({ index }) => isAbsent(index) ? undefined : "indices");

const entriesLeft = described(index, "How many entries are left.");

/** `queue.remove`: removes one entry or several, in one step. */
export const remove = defineOperation({
  name: "queue.remove",
  description: "Removes one entry or several entries from the playback queue.",
  // An empty queue is reported before anything else, wrong types included.
  params: uncheckedParams(removeParams),
  result: v.union([
    v.strictObject({ success: v.literal(true), removedIndex: index, queueCount: entriesLeft }),
    v.strictObject({
      success: described(v.boolean(), "Whether one of the indices was removed."),
      removedCount: index,
      queueCount: entriesLeft,
    }),
  ]),
  errors: Object.values(errors),
  handle: (raw, context) =>
    context.services.queueChanges.run(context, async (player) => {
      const size = await queueSize(context.player);
      if (size === 0) throw new Failure(errors.empty);
      const { index, indices } = checkParams(removeParams, raw);
      if (index !== undefined) {
        if (index < 0 || index >= size) throw new Failure(errors.invalidIndex);
        const { count } = await player.request("player.queue.remove", { indices: [index] });
        return succeeded({ removedIndex: index, queueCount: count });
      }
      if (!indices) throw new Failure(errors.nothingGiven);
      const valid = distinctAscending(indices, size);
      if (valid.length === 0) return { success: false, removedCount: 0, queueCount: size };
      const { count } = await player.request("player.queue.remove", { indices: valid });
      return succeeded({ removedCount: valid.length, queueCount: count });
    }),
});

/** The values from 0 to below size, each once, ascending; in time linear in both, however many are given. */
function distinctAscending(values: readonly number[], size: number): number[] {
  const wanted = new Uint8Array(size);
  for (const value of values) {
    if (value >= 0 && value < size) wanted[value] = 1;
  }
  const ascending: number[] = [];
  for (let value = 0; value < size; value++) {
    if (wanted[value] === 1) ascending.push(value);
  }
  return ascending;
}
