/** The events of the extension `state` (extensions.md, "Events"). */

import * as v from "valibot";
import { described } from "../../core/documented_schema.ts";
import { defineEvent } from "../../core/event.ts";

export const stateEvents = {
  changed: defineEvent({
    name: "state:changed",
    description: "A panel has set a shared value.",
    payload: () =>
      v.strictObject({
        key: v.string(),
        value: v.unknown(),
        previousValue: described(v.unknown(), "Null when there was none."),
        expiresAt: described(
          v.nullable(v.number()),
          "When it is deleted, in Unix milliseconds; null for never.",
        ),
        sourceWindowId: described(v.string(), "The panel that has set it."),
      }),
  }),
  deleted: defineEvent({
    name: "state:deleted",
    description: "A shared value was deleted or has expired.",
    payload: () =>
      v.strictObject({
        key: v.string(),
        reason: v.picklist(["deleted", "expired"]),
        sourceWindowId: described(v.string(), "The panel that has deleted it; empty when it has expired."),
      }),
  }),
} as const;
