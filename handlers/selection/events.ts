/** The event of the namespace `selection` (specification, "Events"). */

import * as v from "valibot";
import { track } from "../../host_stdio/api/shapes.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { described } from "../core/documented_schema.ts";
import { defineEvent } from "../core/event.ts";
import { DEFAULT_SELECTION_LIMIT } from "./limits.ts";

/** The event of a changed selection. */
export const selectionEvents = {
  changed: defineEvent({
    name: "selection:changed",
    description: "The selection has changed; sent at most once every 50 ms.",
    payload: () =>
      v.strictObject({
        count: described(
          v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
          "The total number of selected tracks.",
        ),
        type: described(v.string(), "As in `selection.get`."),
        handles: described(v.array(v.string()), `The first ${DEFAULT_SELECTION_LIMIT} of them at most.`),
        truncated: described(v.boolean(), "Whether there are more than these."),
        track: described(v.optional(schemaOf(track)), "When exactly one track is selected."),
        nowPlaying: described(v.optional(schemaOf(track)), "When a track is playing."),
      }),
  }),
} as const;
