/**
 * The events that the bridge pushes to panels (specification, "Events"; payloads: contract-decisions.md). Each is a
 * value: name, one sentence, schema of its payload.
 *
 * @module
 */

import * as v from "valibot";
import { track } from "../host_stdio/shapes.ts";

/** What an event is. */
export interface Event {
  /** One sentence for documents. */
  readonly description: string;
  /** Schema of the payload, strict: exactly these keys. */
  readonly payload: v.GenericSchema;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Every event, by name. */
export const events = {
  "jitQueue:needNext": {
    description: "The session needs the next logical track.",
    payload: v.strictObject({
      currentTrackId: v.string(),
      reason: v.picklist(["trackChange", "prefetch", "error"]),
    }),
  },
  "jitQueue:trackChanged": {
    description: "The session's current track has changed.",
    payload: v.strictObject({ trackId: v.string(), title: v.string() }),
  },
  "jitQueue:listExhausted": {
    description: "No further tracks are available.",
    payload: v.strictObject({ lastTrackId: v.string() }),
  },
  "jitQueue:preloadComplete": {
    description: "A batch preload has completed.",
    payload: v.strictObject({ count, startIndex: count, replace: v.boolean() }),
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
    description: "The selection has changed; at most one each 50 ms.",
    payload: v.strictObject({
      count,
      type: v.string(),
      handles: v.array(v.string()),
      truncated: v.boolean(),
      track: v.optional(track),
      nowPlaying: v.optional(track),
    }),
  },
  "menu:select": {
    description: "The user chose a row of the menu overlay.",
    payload: v.strictObject({ menuId: v.string(), itemId: v.string() }),
  },
  "menu:dismiss": {
    description: "The menu overlay has closed.",
    payload: v.strictObject({ menuId: v.string(), reason: v.string() }),
  },
  "menu:valueChanged": {
    description: "A rich row of the menu overlay has changed its value; the menu stays open.",
    payload: v.strictObject({ menuId: v.string(), itemId: v.string(), value: v.number() }),
  },
} as const satisfies Record<string, Event>;

/** The name of an event. */
export type EventName = keyof typeof events;

/** What an event carries. */
export type EventPayload<Name extends EventName> = v.InferOutput<(typeof events)[Name]["payload"]>;
