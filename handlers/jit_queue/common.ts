/**
 * What all parts of a session share: its events and error texts, the kinds of sound, and questions about tracks and calls.
 *
 * @module
 */

import * as v from "valibot";
import { index } from "../../host_stdio/api/shapes.ts";
import { described } from "../core/documented_schema.ts";
import { defineEvent } from "../core/event.ts";
import type { Call, Opened, Sound, Track } from "./session.ts";

/** How long upkeep may hold up music and answers, in milliseconds. */
export const UPKEEP_LIMIT = 1000;

/** The events of a session (specification, "Events"). */
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
        count: described(index, "How many tracks were added."),
        startIndex: index,
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

export const jitErrors = {
  noSession: "No active JIT session",
  otherPanel: "Session belongs to another panel",
  unresolved: "Track could not be resolved",
  unplayable: "Track could not be played",
  notInShadow: "Track is not in the shadow playlist any more",
  shadowRemoved: "Shadow playlist no longer exists",
  superseded: "Superseded by a newer playNow",
  supersededByBatch: "Superseded by a newer preloadBatch",
} as const;

export function silent(because: (Sound & { at: "silent" })["because"], opened: Opened | null = null): Sound {
  return { at: "silent", because, opened };
}

export function opening(opened: Opened): Sound {
  return { at: "opening", opened, lateAt: null };
}

/** Whether a track can still start for the first time. */
export function isNew({ progress }: Track): boolean {
  return progress === "given" || progress === "resolved" || progress === "added";
}

export function isOver({ progress }: Track): boolean {
  return progress === "failed" || progress === "skipped";
}

/** Whether a call ends earlier ones and waits until its own track or batch takes their place. */
export function takesOver(call: Call): boolean {
  return call.kind === "playNow" || call.kind === "preloadBatch" && call.replace;
}

/** Whether the tracks of a call can be added. */
export function isReady({ stage, loaded }: Call): boolean {
  return stage === "begun" && loaded?.progress !== "given";
}

/** Whether a call adds tracks that have not been accepted. */
export function isAddition(call: Call): call is Call & { kind: "enqueueNext" | "preloadBatch" } {
  return (call.kind === "enqueueNext" || call.kind === "preloadBatch") && call.stage !== "appended";
}
