/**
 * The transition table of a session: its four states and what leads from one to another (decisions.md,
 * "jitQueue"). The session changes its state only by this table. The diagram in docs/jit_queue.md is generated from it.
 *
 * @module
 */

/** The states, as in `jitQueue.getState`. */
export const stateNames = ["Idle", "Active", "WaitingNext", "Exhausted"] as const;

export type StateName = (typeof stateNames)[number];

/** The triggers of transitions, with their wording in documents. */
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

/** The transitions of each state. A trigger that is not listed does not change the state. */
export const transitions: { readonly [From in StateName]: { readonly [On in Trigger]?: StateName } } = {
  Idle: { ...begins, notifyEmpty: "Exhausted", ...ends },
  Active: running,
  WaitingNext: running,
  Exhausted: session,
};
