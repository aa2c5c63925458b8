/**
 * The events of the namespace `jitQueue` (specification, "Events").
 *
 * @module
 */

import * as v from "valibot";
import { described } from "../core/documented_schema.ts";
import { defineEvent } from "../core/event.ts";

const count = () => v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The events of a session. */
export const jitQueueEvents = {
  needNext: defineEvent({
    name: "jitQueue:needNext",
    description: "The session needs the next logical track.",
    payload: () =>
      v.strictObject({
        currentTrackId: v.string(),
        reason: described(
          v.picklist(["trackChange", "prefetch", "error"]),
          "Whether the last buffered track has begun, is about to end, or has failed.",
        ),
      }),
  }),
  trackChanged: defineEvent({
    name: "jitQueue:trackChanged",
    description: "The session's current track has changed.",
    payload: () => v.strictObject({ trackId: v.string(), title: v.string() }),
  }),
  listExhausted: defineEvent({
    name: "jitQueue:listExhausted",
    description: "No further tracks are available.",
    payload: () => v.strictObject({ lastTrackId: described(v.string(), "Empty without a track.") }),
  }),
  preloadComplete: defineEvent({
    name: "jitQueue:preloadComplete",
    description: "A batch preload has completed.",
    payload: () =>
      v.strictObject({
        count: described(count(), "How many tracks were added."),
        startIndex: count(),
        replace: v.boolean(),
      }),
  }),
  error: defineEvent({
    name: "jitQueue:error",
    description:
      "An operation of the session has failed for a track; url for a stream, path for a local file.",
    payload: () =>
      v.union([
        v.strictObject({ trackId: v.string(), error: v.string(), url: v.string() }),
        v.strictObject({ trackId: v.string(), error: v.string(), path: v.string() }),
      ]),
  }),
} as const;
