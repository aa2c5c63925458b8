/** The error texts, the kinds of sound, and questions about a call. */

import type { Call, Opened, Sound } from "./session.ts";

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

/** Whether a call ends earlier ones and waits until its own track or batch takes their place. */
export function takesOver(call: Call): boolean {
  return call.kind === "playNow" || call.kind === "preloadBatch" && call.replace;
}

/** Whether the tracks of a call can be added. */
export function isReady({ kind, stage, loaded }: Call): boolean {
  return stage === "begun" && (kind !== "enqueueNext" || loaded !== undefined);
}

/** Whether a call adds tracks that have not been accepted. */
export function isAddition(call: Call): call is Call & { kind: "enqueueNext" | "preloadBatch" } {
  return (call.kind === "enqueueNext" || call.kind === "preloadBatch") && call.stage !== "appended";
}
