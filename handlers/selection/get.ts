/**
 * `selection.get` (specification, "selection").
 *
 * @module
 */

import * as v from "valibot";
import { index } from "../../host_stdio/shapes.ts";
import { DEFAULT_SELECTION_LIMIT } from "../../limits/selection_page.ts";
import { formatTrackHandle } from "../../limits/track_handle.ts";
import { described } from "../documented_schema.ts";
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
    offset: described(treatedAs(notNegative, 0), "The index of the first track."),
    limit: described(
      v.fallback(optional(notNegative), undefined),
      `The most tracks, 0 for all from \`offset\` on; ${DEFAULT_SELECTION_LIMIT} when left out.`,
    ),
  }),
  result: v.strictObject({
    count: described(index, "How many tracks are selected in all."),
    type: v.picklist(selectionTypeNames),
    handles: described(v.array(v.string()), "Track handles, `path` or `path|subsong:N`."),
    offset: described(index, "The offset as used."),
    hasMore: described(v.boolean(), "Whether there are tracks behind these."),
    truncated: described(
      v.optional(v.literal(true)),
      `Only when more than ${DEFAULT_SELECTION_LIMIT} tracks are selected and \`limit\` was left out.`,
    ),
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
