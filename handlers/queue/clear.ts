/**
 * `queue.clear` and `queue.flush` (specification, "queue"). The texts make no difference between them, and neither does
 * the bridge: both empty the queue.
 *
 * @module
 */

import * as v from "valibot";
import { index } from "../../host_stdio/shapes.ts";
import type { Context } from "../context.ts";
import { described } from "../documented_schema.ts";
import { defineOperation, noParams, succeeded } from "../operation.ts";
import { queueSize } from "./player_queue.ts";

const result = v.strictObject({
  success: v.literal(true),
  clearedCount: described(index, "How many entries were removed."),
});

/** `queue.clear`: empties the queue. */
export const clear = defineOperation({
  name: "queue.clear",
  description: "Empties the playback queue.",
  params: noParams,
  result,
  handle: (_params, context) => emptyQueue(context),
});

/** `queue.flush`: empties the queue. */
export const flush = defineOperation({
  name: "queue.flush",
  description: "Empties the playback queue, as queue.clear does.",
  params: noParams,
  result,
  handle: (_params, context) => emptyQueue(context),
});

function emptyQueue(context: Context): Promise<v.InferOutput<typeof result>> {
  return context.services.queueChanges.run(context, async (player) => {
    const size = await queueSize(context.player);
    if (size > 0) {
      const indices = Array.from({ length: size }, (_, index) => index);
      await player.request("player.queue.remove", { indices });
    }
    return succeeded({ clearedCount: size });
  });
}
