/**
 * `selection.get` (specification, "selection").
 *
 * @module
 */

import * as v from "valibot";
import { index } from "../../host_stdio/shapes.ts";
import { DEFAULT_SELECTION_LIMIT } from "../../limits/selection_page.ts";
import { formatTrackHandle } from "../../limits/track_handle.ts";
import { defineOperation } from "../operation.ts";
import { integer, optional, params, treatedAs } from "../params.ts";
import { selectionPage } from "./selection_page.ts";
import { selectionTypeNames } from "./selection_type.ts";

const notNegative = v.pipe(integer, v.minValue(0));

/** `selection.get`: the selected tracks, a part at a time. */
export const get = defineOperation({
  name: "selection.get",
  description: "Returns the selected tracks, or a part of them, without touching any playlist.",
  params: params({
    offset: treatedAs(notNegative, 0),
    limit: v.fallback(optional(notNegative), undefined),
  }),
  result: v.strictObject({
    count: index,
    type: v.picklist(selectionTypeNames),
    handles: v.array(v.string()),
    offset: index,
    hasMore: v.boolean(),
    truncated: v.optional(v.literal(true)),
  }),
  failure: "error",
  handle: async ({ offset, limit }, { player }) => {
    const most = limit === 0 ? null : limit ?? DEFAULT_SELECTION_LIMIT;
    const { total, type, handles } = await selectionPage(player, offset, most);
    return {
      count: total,
      type,
      handles: handles.map(formatTrackHandle),
      offset,
      hasMore: offset + handles.length < total,
      ...(limit === undefined && total > DEFAULT_SELECTION_LIMIT && { truncated: true as const }),
    };
  },
});
