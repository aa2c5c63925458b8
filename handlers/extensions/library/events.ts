/** The events of the extension `library` (extensions.md, "Events"). */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import { described } from "../../core/documented_schema.ts";
import { defineEvent } from "../../core/event.ts";

const changed = () =>
  v.strictObject({
    count: described(index, "How many tracks."),
    timestamp: described(v.number(), "When it was noticed, in Unix milliseconds."),
  });

export const libraryEvents = {
  initialized: defineEvent({
    name: "library:initialized",
    description: "The media library has become ready; once for each time that the extension is switched on.",
    payload: () => v.strictObject({ timestamp: described(v.number(), "When, in Unix milliseconds.") }),
  }),
  itemsAdded: defineEvent({
    name: "library:itemsAdded",
    description: "Tracks were added to the media library since a page has read it.",
    payload: changed,
  }),
  itemsRemoved: defineEvent({
    name: "library:itemsRemoved",
    description: "Tracks were removed from the media library since a page has read it.",
    payload: changed,
  }),
  itemsModified: defineEvent({
    name: "library:itemsModified",
    description: "Tracks of the media library were changed since a page has read it.",
    payload: changed,
  }),
} as const;
