/**
 * The transition table of a JIT session: the four states and what leads from one to another (contract-decisions.md,
 * "jitQueue"). The session moves only by this table, and the diagram in docs/jit_queue.md is made from it.
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
  nextNeeded: "needNext for a track that plays",
  nothingFollows: "a track fails, nothing follows",
  tooManyFailures: "ten tracks in a row fail",
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

const begins = { playNow: "Active", batchPlays: "Active", ourTrack: "Active" } as const;
const ends = { stop: "Idle", clear: "Idle" } as const;
const session = {
  ...begins,
  nextAccepted: "Active",
  nothingFollows: "WaitingNext",
  tooManyFailures: "Exhausted",
  notifyEmpty: "Exhausted",
  otherTrack: "Idle",
  stopped: "Idle",
  shadowRemoved: "Idle",
  ...ends,
} as const;
const running = { ...session, nextNeeded: "WaitingNext", listEnded: "Exhausted" } as const;

/** The states that each state leads to. A trigger that is not listed has no effect on the state. */
export const transitions: { readonly [From in StateName]: { readonly [On in Trigger]?: StateName } } = {
  Idle: { ...begins, notifyEmpty: "Exhausted", ...ends },
  Active: running,
  WaitingNext: running,
  Exhausted: session,
};
