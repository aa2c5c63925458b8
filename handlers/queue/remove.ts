/**
 * `queue.remove` (specification, "queue").
 *
 * @module
 */

import * as v from "valibot";
import { index } from "../../host_stdio/shapes.ts";
import { defineOperation, Failure, succeeded } from "../operation.ts";
import { integer, mustBe, optional } from "../params.ts";
import { checkParams, isAbsent, selectiveParams, uncheckedParams } from "../selective_params.ts";
import { queueSize, removeEntries } from "./player_queue.ts";

const removeParams = selectiveParams({
  index: optional(integer),
  indices: optional(v.array(integer, mustBe.array)),
}, ({ index }) => isAbsent(index) ? undefined : "indices");

/** `queue.remove`: removes one entry or several, in one step. */
export const remove = defineOperation({
  name: "queue.remove",
  description: "Removes one entry or several entries from the playback queue.",
  // An empty queue is reported before anything else, wrong types included.
  params: uncheckedParams(removeParams),
  result: v.union([
    v.strictObject({ success: v.literal(true), removedIndex: index, queueCount: index }),
    v.strictObject({ success: v.boolean(), removedCount: index, queueCount: index }),
  ]),
  handle: (raw, context) =>
    context.services.queueTurns.run(context, async (turn) => {
      const size = await queueSize(context.player);
      if (size === 0) throw new Failure("Queue is empty");
      const { index, indices } = checkParams(removeParams, raw);
      if (index !== undefined) {
        if (index < 0 || index >= size) throw new Failure("Invalid queue index");
        const { left } = await removeEntries(turn.player, [index], size);
        return succeeded({ removedIndex: index, queueCount: left });
      }
      if (!indices) throw new Failure("No index or indices specified");
      const valid = distinctAscending(indices, size);
      if (valid.length === 0) return { success: false, removedCount: 0, queueCount: size };
      const { removed, left } = await removeEntries(turn.player, valid, size);
      return succeeded({ removedCount: removed, queueCount: left });
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
