/**
 * `queue.moveToTop` (specification, "queue").
 *
 * @module
 */

import * as v from "valibot";
import { index } from "../../host_stdio/shapes.ts";
import { described } from "../documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../operation.ts";
import { mustBe, params } from "../params.ts";
import { isAbsent } from "../selective_params.ts";
import { queueSize } from "./player_queue.ts";

const invalidIndex = "Invalid index or already at top";

/** `queue.moveToTop`: makes an entry the first, in one step. */
export const moveToTop = defineOperation({
  name: "queue.moveToTop",
  description: "Moves an entry of the playback queue to its top, the others keep their order.",
  params: params({
    index: described(
      v.pipe(
        v.number(({ input }) => isAbsent(input) ? invalidIndex : mustBe.integer),
        v.safeInteger(mustBe.integer),
        v.minValue(1, invalidIndex),
      ),
      "The queue index of the entry; not 0, which is at the top already.",
    ),
  }),
  result: v.strictObject({
    success: v.literal(true),
    movedIndex: described(index, "The index that the entry had."),
    queueCount: described(index, "How many entries are queued."),
  }),
  errors: [invalidIndex],
  handle: ({ index }, context) =>
    context.services.queueChanges.run(context, async (player) => {
      const size = await queueSize(context.player);
      if (index >= size) throw new Failure(invalidIndex);
      const { count } = await player.request("player.queue.reorder", { order: topFirst(index, size) });
      return succeeded({ movedIndex: index, queueCount: count });
    }),
});

/** The order (order[new] = old) of `size` entries that puts one of them first. */
function topFirst(top: number, size: number): number[] {
  const order = [top];
  for (let old = 0; old < size; old++) {
    if (old !== top) order.push(old);
  }
  return order;
}
