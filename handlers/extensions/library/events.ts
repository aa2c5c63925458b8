/**
 * The events of the extension `library` (extensions.md, "Events").
 *
 * @module
 */

import * as v from "valibot";
import { described } from "../../core/documented_schema.ts";
import { defineEvent } from "../../core/event.ts";

export const libraryEvents = {
  initialized: defineEvent({
    name: "library:initialized",
    description: "The media library has become ready; once for each time that the extension is switched on.",
    payload: () => v.strictObject({ timestamp: described(v.number(), "When, in Unix milliseconds.") }),
  }),
} as const;
