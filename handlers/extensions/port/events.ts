/** The events of the extension `port` (extensions.md, "Events"). */

import * as v from "valibot";
import { described } from "../../core/documented_schema.ts";
import { defineEvent } from "../../core/event.ts";

/** Makes the schema of a port. */
export const portSchema = () =>
  v.strictObject({
    portId: v.string(),
    name: v.string(),
    windowId: described(v.string(), "The panel that has connected it."),
  });

export const portEvents = {
  connected: defineEvent({
    name: "port:connected",
    description: "A panel has connected a port.",
    payload: portSchema,
  }),
  disconnected: defineEvent({
    name: "port:disconnected",
    description: "A port was disconnected, or its panel has closed.",
    payload: portSchema,
  }),
  message: defineEvent({
    name: "port:message",
    description: "A message for a port of the panel.",
    payload: () =>
      v.strictObject({
        message: v.unknown(),
        portId: described(v.string(), "The port that gets it."),
        sourcePortId: described(v.string(), "The port that has sent it."),
        sourceWindowId: described(v.string(), "The panel of that port."),
      }),
  }),
} as const;
