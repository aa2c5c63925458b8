/** The error texts, the kinds of sound, and questions about a session, its tracks and its calls. */

import type { Call, Opened, Session, Sound } from "./session.ts";

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

/** Whether the current track can still start for the first time. */
export function isNew({ current, progress }: Session): boolean {
  return current !== null && (progress === "given" || progress === "resolved" || progress === "added");
}

export function isOver({ progress }: Session): boolean {
  return progress === "failed" || progress === "skipped";
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

/** Whether the current track waits to be played. */
export function isAwaited(s: Session): boolean {
  return s.state !== "Idle" && s.sound.at === "silent" && isNew(s);
}

/** Whether the player has not answered the request to play the current track. */
export function isAsked(s: Session): boolean {
  return s.sound.at === "opening" && isNew(s) &&
    s.pending.some((each) => each.action === "player.playback.play" && each.track === s.current);
}

/** Whether an unanswered action delays others of its lane. */
export function isBusy(s: Session, lane: "music" | "upkeep"): boolean {
  return s.pending.some((each) => each.lane === lane) || lane === "music" && isAsked(s);
}
