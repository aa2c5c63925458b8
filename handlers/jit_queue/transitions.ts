/**
 * The transition table of a JIT session: the four states and what leads from one to another (contract-decisions.md,
 * "jitQueue"). The session moves by this table and in no other way, and the diagram in docs/jit_queue.md is made from it.
 *
 * @module
 */

/** The states of a session, as `jitQueue.getState` names them. */
export const stateNames = ["Idle", "Active", "WaitingNext", "Exhausted"] as const;

/** A state of a session. */
export type StateName = (typeof stateNames)[number];

/** What can change the state, each with its wording in documents. */
export const triggers = {
  playNow: "playNow is accepted",
  batchPlays: "a preloadBatch plays",
  nextAccepted: "enqueueNext or an appending preloadBatch is accepted",
  ourTrack: "a track of the session starts",
  nextNeeded: "needNext",
  listEnded: "end of file, nothing follows",
  notifyEmpty: "notifyEmpty",
  otherTrack: "another track starts",
  stopped: "stopped by the user or by shutdown",
  stop: "stop",
  clear: "clear",
  shadowRemoved: "the shadow playlist is removed",
} as const;

/** The name of something that can change the state. */
export type Trigger = keyof typeof triggers;

const begins = { playNow: "Active", batchPlays: "Active" } as const;
const ends = { stop: "Idle", clear: "Idle" } as const;
const endsFromOutside = { otherTrack: "Idle", stopped: "Idle", shadowRemoved: "Idle" } as const;

const running = {
  ...begins,
  nextAccepted: "Active",
  ourTrack: "Active",
  nextNeeded: "WaitingNext",
  listEnded: "Exhausted",
  notifyEmpty: "Exhausted",
  ...endsFromOutside,
  ...ends,
} as const;

/** For each state, where what can happen in it leads. What is not listed has no effect on the state. */
export const transitions: { readonly [From in StateName]: { readonly [On in Trigger]?: StateName } } = {
  Idle: { ...begins, notifyEmpty: "Exhausted", ...ends },
  Active: running,
  WaitingNext: running,
  Exhausted: { ...begins, ourTrack: "Active", notifyEmpty: "Exhausted", ...endsFromOutside, ...ends },
};
