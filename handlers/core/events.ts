/**
 * The events that the bridge sends to panels (specification, "Events"; payloads: contract-decisions.md).
 *
 * @module
 */

import * as v from "valibot";
import type { OutputOf } from "../../host_stdio/schema_check.ts";
import { track } from "../../host_stdio/shapes.ts";
import type { ExtensionEvents } from "../extensions/mod.ts";
import { DEFAULT_SELECTION_LIMIT } from "../selection/limits.ts";
import { described } from "./documented_schema.ts";

export interface Event {
  /** One sentence for documents. */
  readonly description: string;
  /** Schema of the payload, strict: exactly these keys. */
  readonly payload: v.GenericSchema;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The events of the specification by name. Each extension has its own (handlers/extensions/). */
export const events = {
  "jitQueue:needNext": {
    description: "The session needs the next logical track.",
    payload: v.strictObject({
      currentTrackId: v.string(),
      reason: described(
        v.picklist(["trackChange", "prefetch", "error"]),
        "Whether the last buffered track has begun, is about to end, or has failed.",
      ),
    }),
  },
  "jitQueue:trackChanged": {
    description: "The session's current track has changed.",
    payload: v.strictObject({ trackId: v.string(), title: v.string() }),
  },
  "jitQueue:listExhausted": {
    description: "No further tracks are available.",
    payload: v.strictObject({ lastTrackId: described(v.string(), "Empty without a track.") }),
  },
  "jitQueue:preloadComplete": {
    description: "A batch preload has completed.",
    payload: v.strictObject({
      count: described(count, "How many tracks were added."),
      startIndex: count,
      replace: v.boolean(),
    }),
  },
  "jitQueue:error": {
    description:
      "An operation of the session has failed for a track; url for a stream, path for a local file.",
    payload: v.union([
      v.strictObject({ trackId: v.string(), error: v.string(), url: v.string() }),
      v.strictObject({ trackId: v.string(), error: v.string(), path: v.string() }),
    ]),
  },
  "selection:changed": {
    description: "The selection has changed; sent at most once every 50 ms.",
    payload: v.strictObject({
      count: described(count, "The total number of selected tracks."),
      type: described(v.string(), "As in `selection.get`."),
      handles: described(v.array(v.string()), `The first ${DEFAULT_SELECTION_LIMIT} of them at most.`),
      truncated: described(v.boolean(), "Whether there are more than these."),
      track: described(v.optional(track), "When exactly one track is selected."),
      nowPlaying: described(v.optional(track), "When a track is playing."),
    }),
  },
  "menu:select": {
    description: "The user chose a row of the menu overlay.",
    payload: v.strictObject({ menuId: v.string(), itemId: v.string() }),
  },
  "menu:dismiss": {
    description: "The menu overlay has closed.",
    payload: v.strictObject({
      menuId: v.string(),
      reason: described(
        v.string(),
        "`select` after a choice, `replaced` by another menu, the reason given to `menu.close`, or a reason of the player.",
      ),
    }),
  },
  "menu:valueChanged": {
    description: "A rich row of the menu overlay has changed its value; the menu stays open.",
    payload: v.strictObject({ menuId: v.string(), itemId: v.string(), value: v.number() }),
  },
} as const satisfies Record<string, Event>;

/** @internal */
export type Events = typeof events & ExtensionEvents;

/** The name of an event. */
export type EventName = keyof Events;

/** The payload of an event. */
export type EventPayload<Name extends EventName> = OutputOf<Events[Name]["payload"]>;
